import type { ReactNode } from 'react'
import './itinerary.css'

/** A card with a heading, and something on its right. */
export function Card(props: {
  readonly title: string
  readonly beside?: ReactNode
  /** Whether the card is printed. */
  readonly isOnPaper?: boolean
  readonly children: ReactNode
}) {
  const { title, beside, isOnPaper = false } = props
  return (
    <section className="card" aria-label={title} data-on-paper={isOnPaper || undefined}>
      <header className="card-head">
        <h2>{title}</h2>
        {beside}
      </header>
      {props.children}
    </section>
  )
}
