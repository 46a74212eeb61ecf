import { spokenWord } from '../../plain/words.ts'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine } from '../parts/table.tsx'
import { InstantDay } from './day.tsx'
import type { BookLine } from './money.ts'
import { ledgerWords } from './words.ts'

/** Whether a line of the books went back to the customer. */
export function isRefund({ kind }: BookLine): boolean {
  return kind === 'refund'
}

/** A refund that somebody has to send by hand: by card only what its provider could not send. */
export function isToSend(payment: BookLine): boolean {
  const { status, method } = payment
  return isRefund(payment) && (status === 'failed' || (status === 'pending' && method !== 'card'))
}

/** Whether a line never was, or no longer counts. A refund that failed still counts: it is owed. */
function isVoid(payment: BookLine): boolean {
  return payment.status === 'reversed' || (payment.status === 'failed' && !isRefund(payment))
}

function stateOf(payment: BookLine) {
  const { status } = payment
  if (isRefund(payment)) {
    if (status === 'failed') return { word: 'Not sent', tone: 'wrong' } as const
    if (status === 'cleared') return { word: 'Sent back', tone: 'over' } as const
    return { word: isToSend(payment) ? 'To be sent' : 'Going back', tone: 'waiting' } as const
  }
  return ledgerWords[payment.status] ?? ({ word: payment.status, tone: 'plain' } as const)
}

/** Columns of a line of the books beside its customer and trip: when, how, what for, how it stands, and how much. */
export const bookColumns: readonly Column<BookLine>[] = [
  {
    name: 'Received',
    cell: ({ received_at, recorded_at, recorded_by }) => (
      <>
        {received_at === null ? <Quiet at={recorded_at} /> : <InstantDay at={received_at} />}
        <SecondLine>{recorded_by === null ? 'by itself' : `recorded by ${spokenBy(recorded_by)}`}</SecondLine>
      </>
    ),
  },
  {
    name: 'How',
    cell: ({ method, reference }) => (
      <>
        {spokenWord(method)}
        {reference !== null && <SecondLine>{reference}</SecondLine>}
      </>
    ),
  },
  { name: 'What for', cell: ({ kind }) => (kind === 'extra' ? 'What came on top' : spokenWord(kind)) },
  {
    name: 'State',
    cell: (payment) => (
      <>
        <Badge tone={stateOf(payment).tone}>{stateOf(payment).word}</Badge>
        {payment.reversed_at !== null && (
          <SecondLine>
            <Moment at={payment.reversed_at} />
          </SecondLine>
        )}
      </>
    ),
  },
  {
    name: 'Amount',
    isNumber: true,
    cell: (payment) => (
      <span data-void={isVoid(payment) || undefined} className="money-amount">
        <Money amount={isRefund(payment) ? -payment.amount : payment.amount} currency={payment.currency_code} isInTable />
      </span>
    ),
  },
]

function spokenBy(name: string): string {
  if (name === 'platform') return 'the marketplace'
  return name === 'operator' ? 'the operator' : name
}

function Quiet({ at }: { readonly at: string }) {
  return (
    <span className="quiet">
      not yet, written down <InstantDay at={at} />
    </span>
  )
}
