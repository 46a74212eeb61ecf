import { Button } from '@mantine/core'
import { counted } from '../../../domain/spoken.ts'
import { ChoiceField } from '../form/fields.tsx'
import { DateField } from '../form/time-fields.tsx'
import { methods } from './words.ts'

/** Filters of a list of payments; an empty one does not narrow it. */
export type PaymentFilter = { readonly from: string; readonly to: string; readonly method: string; readonly line: string }

/** The list as it is before anybody narrows it. */
export const anyPayment: PaymentFilter = { from: '', to: '', method: '', line: '' }

const ways = [{ value: '', label: 'Any way' }, { value: 'card', label: 'Card' }, ...methods]

const states = [
  { value: '', label: 'Any' },
  { value: 'pending', label: 'Waiting, or to be sent' },
  { value: 'cleared', label: 'In, or sent back' },
  { value: 'failed', label: 'Failed' },
  { value: 'reversed', label: 'Reversed' },
]

type FilterProps = { readonly filter: PaymentFilter; readonly onFilter: (change: Partial<PaymentFilter>) => void }

/** The fields that narrow a list of payments. */
export function PaymentFilters({ filter: { from, to, method, line }, onFilter }: FilterProps) {
  return (
    <>
      <DateField path="from" label="Written down from" value={from} onValue={(day) => onFilter({ from: day })} />
      <DateField path="to" label="To" value={to} onValue={(day) => onFilter({ to: day })} />
      <ChoiceField path="method" label="How" value={method} onValue={(one) => onFilter({ method: one ?? '' })} choices={ways} />
      <ChoiceField path="status" label="State" value={line} onValue={(one) => onFilter({ line: one ?? '' })} choices={states} />
    </>
  )
}

/** A notice of why a list of payments is empty, with the way out of its filters. */
export function NoPayments({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered) return <p>Nothing came in during the last 90 days.</p>
  return (
    <>
      <p>Nothing came in like that.</p>
      <Button variant="default" onClick={onClear}>
        Show the last 90 days
      </Button>
    </>
  )
}

/** A line on a list of payments: how many there are, of which days, and in which order. */
export function PaymentCount({ total, filter: { from, to } }: { readonly total: number; readonly filter: PaymentFilter }) {
  return (
    <p className="list-count">
      {counted(total, 'line')}
      {from === '' && to === '' && ' of the last 90 days'}, the last written down first
    </p>
  )
}
