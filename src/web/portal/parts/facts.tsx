import type { ReactNode } from 'react'

/** Names and what they are, as a small table: what a page knows of one thing. What is null is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A part of a page under its own heading; folded, it opens at a touch. */
export function Section(props: { readonly title: string; readonly isFolded?: boolean; readonly children: ReactNode }) {
  if (!props.isFolded) {
    return (
      <section className="section">
        <h2>{props.title}</h2>
        {props.children}
      </section>
    )
  }
  return (
    <details className="section">
      <summary>
        <h2>{props.title}</h2>
      </summary>
      {props.children}
    </details>
  )
}
