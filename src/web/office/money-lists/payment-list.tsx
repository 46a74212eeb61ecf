import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { ChoiceField } from '../form/fields.tsx'
import { DateField } from '../form/time-fields.tsx'
import { methods } from './words.ts'

/** Filters of a list of payments. An empty filter includes all. */
export type PaymentFilter = { readonly from: string; readonly to: string; readonly method: string; readonly line: string }

/** The empty filters of a list of payments. */
export const anyPayment: PaymentFilter = { from: '', to: '', method: '', line: '' }

const ways = [{ value: '', label: 'Any method' }, { value: 'card', label: 'Card' }, ...methods]

const states = [
  { value: '', label: 'Any status' },
  { value: 'pending', label: 'Waiting or refund to send' },
  { value: 'cleared', label: 'Received or refunded' },
  { value: 'failed', label: 'Failed' },
  { value: 'reversed', label: 'Reversed' },
]

type FilterProps = { readonly filter: PaymentFilter; readonly onFilter: (change: Partial<PaymentFilter>) => void }

/** The filter fields of a list of payments. */
export function PaymentFilters({ filter: { from, to, method, line }, onFilter }: FilterProps) {
  return (
    <>
      <DateField path="from" label="Recorded from" value={from} onValue={(day) => onFilter({ from: day })} />
      <DateField path="to" label="Recorded to" value={to} onValue={(day) => onFilter({ to: day })} />
      <ChoiceField
        path="method"
        label="Method"
        value={method}
        onValue={(one) => onFilter({ method: one ?? '' })}
        choices={ways}
      />
      <ChoiceField path="status" label="Status" value={line} onValue={(one) => onFilter({ line: one ?? '' })} choices={states} />
    </>
  )
}

/** The empty state of a list of payments, with a button that clears the filters. */
export function NoPayments({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered) return <p>No payments in the last 90 days.</p>
  return (
    <>
      <p>No matching payments.</p>
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    </>
  )
}

/** A line with the number, dates and order of a list of payments. */
export function PaymentCount({ total, filter: { from, to } }: { readonly total: number; readonly filter: PaymentFilter }) {
  return (
    <p className="list-count">
      {formatCount(total, 'payment')}
      {from === '' && to === '' && ' in the last 90 days'}, latest first
    </p>
  )
}
