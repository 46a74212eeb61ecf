import type { ReactNode } from 'react'
import './option-line.css'

/** A line to choose, in a list below a field that keeps the focus and has the keys. The one that is lit is in sight. */
export function OptionLine(props: {
  readonly id: string
  readonly isLit: boolean
  readonly take: () => void
  readonly children: ReactNode
}) {
  const { id, isLit, take, children } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isLit}
      className="option-line"
      ref={(line) => {
        if (isLit) line?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={take}
    >
      {children}
    </div>
  )
}
