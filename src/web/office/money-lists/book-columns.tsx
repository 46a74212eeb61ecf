import { formatWord } from '../../plain/words.ts'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine } from '../parts/table.tsx'
import { InstantDay } from './day.tsx'
import type { BookLine } from './money.ts'
import { ledgerWords } from './words.ts'

/** Whether a ledger line is a refund to the customer. */
export function isRefund({ kind }: BookLine): boolean {
  return kind === 'refund'
}

/** Whether the office has to send a refund: any refund but a card refund that the provider sends. */
export function isToSend(payment: BookLine): boolean {
  const { status, method } = payment
  return isRefund(payment) && (status === 'failed' || (status === 'pending' && method !== 'card'))
}

/** Whether a line does not count. A failed refund still counts: it is due. */
function isVoid(payment: BookLine): boolean {
  return payment.status === 'reversed' || (payment.status === 'failed' && !isRefund(payment))
}

function findBookState(payment: BookLine) {
  const { status } = payment
  if (isRefund(payment)) {
    if (status === 'failed') return { word: 'Not sent', tone: 'wrong' } as const
    if (status === 'cleared') return { word: 'Refunded', tone: 'over' } as const
    return { word: isToSend(payment) ? 'Refund to send' : 'Will be refunded', tone: 'waiting' } as const
  }
  return ledgerWords[payment.status] ?? ({ word: payment.status, tone: 'plain' } as const)
}

/** Columns of a ledger line after customer and trip: date, method, purpose, state and amount. */
export const bookColumns: readonly Column<BookLine>[] = [
  {
    name: 'Received',
    cell: ({ received_at, recorded_at, recorded_by }) => (
      <>
        {received_at === null ? <Quiet at={recorded_at} /> : <InstantDay at={received_at} />}
        <SecondLine>{recorded_by === null ? 'automatically' : `recorded by ${formatRecordedBy(recorded_by)}`}</SecondLine>
      </>
    ),
  },
  {
    name: 'Method',
    cell: ({ method, reference }) => (
      <>
        {formatWord(method)}
        {reference !== null && <SecondLine>{reference}</SecondLine>}
      </>
    ),
  },
  { name: 'For', cell: ({ kind }) => (kind === 'extra' ? 'Extras' : formatWord(kind)) },
  {
    name: 'Status',
    cell: (payment) => (
      <>
        <Badge tone={findBookState(payment).tone}>{findBookState(payment).word}</Badge>
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

function formatRecordedBy(name: string): string {
  if (name === 'platform') return 'the marketplace'
  return name === 'operator' ? 'the operator' : name
}

function Quiet({ at }: { readonly at: string }) {
  return (
    <span className="quiet">
      not yet, recorded <InstantDay at={at} />
    </span>
  )
}
