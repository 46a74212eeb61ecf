import { type ReactNode, useEffect } from 'react'

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
    </header>
  )
}

/**
 * The bar of a page's primary button: bottom right, full width on phones. Secondary buttons come before it.
 */
export function PrimaryBar({ children }: { readonly children: ReactNode }) {
  return <div className="primary-bar">{children}</div>
}
