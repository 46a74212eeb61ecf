import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'

/**
 * A list on the left and what is chosen in it on the right. On a narrow screen one of them at a time: the detail with a link
 * back to the list (`back`). With nothing chosen the right side says what to do.
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
              Back to the list
            </Link>
            {props.detail}
          </>
        )}
      </div>
    </div>
  )
}
