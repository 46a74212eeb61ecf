import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

const primaryId = 'page-primary'

/** The heading of a page and of the window, with room for controls beside it. */
export function PageHead(props: { readonly title: string; readonly beside?: ReactNode; readonly children?: ReactNode }) {
  useEffect(() => {
    document.title = `${props.title} · Charabanc`
  }, [props.title])
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
