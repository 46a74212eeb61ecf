import { Button, Drawer } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { usePhone } from '../parts/phone.ts'
import { Table } from '../parts/table.tsx'

/** A row on a phone: two lines, with the amount on the right. */
type PhoneLine = {
  readonly title: ReactNode
  readonly amount: ReactNode
  readonly facts: readonly ReactNode[]
  readonly state: ReactNode
}

/** A table of amounts. On a phone each row has two lines. */
export function MoneyTable<Row>({
  phoneLine,
  ...props
}: ComponentProps<typeof Table<Row>> & { readonly phoneLine: (row: Row) => PhoneLine }) {
  const isPhone = usePhone()
  if (!isPhone) return <Table {...props} />
  const { caption, rows, rowKey, link, actions, isChosen } = props
  return (
    <section aria-label={caption}>
      <ul className="list-card money-lines">
        {rows.map((row) => {
          const { title, amount, facts, state } = phoneLine(row)
          return (
            <li key={rowKey(row)} data-row data-chosen={isChosen?.(row) || undefined}>
              {link === undefined ? (
                <strong>{title}</strong>
              ) : (
                <Link className="row-link" href={link(row).href}>
                  {title}
                </Link>
              )}
              <strong className="money-line-amount">{amount}</strong>
              <div>
                {state}
                {facts.map((fact, nth) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a row have a fixed order
                  <span className="second-line" key={nth}>
                    {fact}
                  </span>
                ))}
              </div>
              {actions?.(row)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The filters above a table of amounts. On a phone a button opens them in a sheet. */
export function MoneyFilters({ isFiltered, children }: { readonly isFiltered: boolean; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = usePhone()
  const filters = <div className="money-filters">{children}</div>
  if (!isPhone) return filters
  return (
    <>
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          {isFiltered ? 'Filter (active)' : 'Filter'}
        </Button>
      </div>
      <Drawer
        title="Filter"
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="auto"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {filters}
      </Drawer>
    </>
  )
}
