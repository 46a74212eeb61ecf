import type { ReactNode } from 'react'
import './option-line.css'

/** A choice in a list below a field. The field keeps the focus and handles the keys. The highlighted choice scrolls into view. */
export function OptionLine(props: {
  readonly id: string
  readonly isLit: boolean
  readonly take: () => void
  readonly children: ReactNode
}) {
  const { id, isLit, take, children } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and keeps the focus
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
