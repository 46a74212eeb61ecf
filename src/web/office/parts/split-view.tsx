import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'

/**
 * A list on the left and an item on the right. A narrow screen shows the item only if it `isOpen`, with `back` to the list. Without an
 * item the right side shows the hint.
 */
export function SplitView(props: {
  readonly list: ReactNode
  readonly detail: ReactNode | null
  readonly isOpen: boolean
  readonly back: string
  readonly hint: string
}) {
  return (
    <div className="split" data-open={props.isOpen || undefined}>
      <div className="split-list">{props.list}</div>
      <div className="split-detail">
        {props.detail === null ? (
          props.hint !== '' && <p className="split-hint">{props.hint}</p>
        ) : (
          <>
            <Link className="split-back" href={props.back}>
              <Icon name="left" />
              Back to list
            </Link>
            {props.detail}
          </>
        )}
      </div>
    </div>
  )
}
