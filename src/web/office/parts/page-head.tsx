import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'wouter'
import { rememberOpenedRecord } from './opened.ts'

const primaryId = 'page-primary'

/** The heading of a page and of the window, with room for controls beside it. The search lists the page of a record, except `isLost`. */
export function PageHead(props: {
  readonly title: string
  readonly beside?: ReactNode
  readonly isLost?: boolean
  readonly children?: ReactNode
}) {
  const [path] = useLocation()
  const { title, isLost = false } = props
  useEffect(() => {
    document.title = `${title} · Charabanc`
    if (!isLost) rememberOpenedRecord({ path, title })
  }, [title, path, isLost])
  return (
    <header className="page-head">
      <div className="page-title">
        <h1>{props.title}</h1>
        {props.beside}
      </div>
      {props.children}
      <div className="page-primary" id={primaryId} />
    </header>
  )
}

/**
 * The page's primary button, in the heading on the right. On phones it is at the bottom, in full width. Secondary buttons come before
 * it.
 */
export function PrimaryBar({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // A heading that is drawn again is another element.
  useEffect(() => setPlace(document.getElementById(primaryId)))
  return place === null ? null : createPortal(children, place)
}
