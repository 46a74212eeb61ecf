import { type ReactNode, useEffect } from 'react'

/** The heading of a page, which is also the title of the window, with what belongs beside it. */
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
    </header>
  )
}

/**
 * The place of a page's one primary button: bottom right, over the whole width on phones. Quiet ones stand before it.
 */
export function PrimaryBar({ children }: { readonly children: ReactNode }) {
  return <div className="primary-bar">{children}</div>
}
