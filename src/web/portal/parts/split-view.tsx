import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'

/**
 * A list on the left and its chosen item on the right. A narrow screen shows one of them, and `back` links the item to the list.
 * Without a chosen item the right side shows the hint.
 */
export function SplitView(props: {
  readonly list: ReactNode
  readonly detail: ReactNode | null
  readonly back: string
  readonly hint: string
}) {
  return (
    <div className="split" data-open={props.detail !== null || undefined}>
      <div className="split-list">{props.list}</div>
      <div className="split-detail">
        {props.detail === null ? (
          <p className="split-hint">{props.hint}</p>
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
