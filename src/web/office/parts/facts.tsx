import type { ReactNode } from 'react'

/** A small table of names and values. Null values are left out. */
export function FactTable({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
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

/** A section with a heading. A folded section opens by a click. */
export function FoldableSection(props: { readonly title: string; readonly isFolded?: boolean; readonly children: ReactNode }) {
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
