import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** One column of a table. A table has at most eight. */
export type Column<Row> = {
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned, in figures of one width. */
  readonly isNumber?: boolean
  /** Whether narrow screens leave the column out. Only for values that a second line repeats. */
  readonly isWideOnly?: boolean
}

/** The target of a row: another page, or the same page with the row open beside the list. */
type Target = { readonly href: string }

/**
 * A table with a caption. With `link` the first column is a link, and the whole row is clickable. Below 48 rem every row is a
 * card of names and values. Actions come last and show on hover and focus. `isChosen` marks the open row.
 */
export function Table<Row>(props: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly link?: (row: Row) => Target
  readonly actions?: (row: Row) => ReactNode
  readonly isChosen?: (row: Row) => boolean
  readonly isCaptionShown?: boolean
}) {
  const { caption, columns, rows, rowKey, link, actions, isChosen } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area needs keyboard focus
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <table className="table" data-linked={link !== undefined || undefined}>
        <caption className={props.isCaptionShown ? undefined : 'unseen'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" data-number={isNumber || undefined}>
                {name}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-row data-chosen={isChosen?.(row) || undefined}>
              {columns.map((column, nth) => (
                <Cell key={column.name} column={column} row={row} link={nth === 0 ? link : undefined} />
              ))}
              {actions && <td className="actions-cell">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell<Row>(props: { column: Column<Row>; row: Row; link: ((row: Row) => Target) | undefined }) {
  const { column, row, link } = props
  const attributes = {
    'data-name': column.name,
    'data-number': column.isNumber || undefined,
    'data-wide': column.isWideOnly || undefined,
  }
  if (link === undefined) return <td {...attributes}>{column.cell(row)}</td>
  return (
    <th scope="row" {...attributes}>
      <Link className="row-link" href={link(row).href}>
        {column.cell(row)}
      </Link>
    </th>
  )
}

/** The muted second line of a cell. */
export function SecondLine({ children }: { readonly children: ReactNode }) {
  return <span className="second-line">{children}</span>
}
