import { findRoute, formatWord } from '../../plain/words.ts'
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

/** The day of a ledger line, before customer and trip. */
export const bookDayColumn: Column<BookLine> = { name: 'Date', cell: (payment) => <BookDay payment={payment} /> }

/** Columns of a ledger line after customer and trip: method, purpose, state and amount. */
export const bookColumns: readonly Column<BookLine>[] = [
  {
    name: 'Method',
    cell: (payment) => (
      <>
        {formatMethod(payment)}
        {payment.reference !== null && <SecondLine>{payment.reference}</SecondLine>}
      </>
    ),
  },
  { name: 'For', cell: formatPurpose },
  {
    name: 'Status',
    cell: (payment) => (
      <>
        <BookState payment={payment} />
        {payment.reversed_at !== null && (
          <SecondLine>
            <Moment at={payment.reversed_at} />
          </SecondLine>
        )}
      </>
    ),
  },
  { name: 'Amount', isNumber: true, cell: (payment) => <BookAmount payment={payment} /> },
]

type OfLine = { readonly payment: BookLine }

function BookDay({ payment: { received_at, recorded_at } }: OfLine) {
  return (
    <>
      <InstantDay at={received_at ?? recorded_at} />
      {received_at === null && <SecondLine>recorded</SecondLine>}
    </>
  )
}

function BookState({ payment }: OfLine) {
  const { word, tone } = findBookState(payment)
  return <Badge tone={tone}>{word}</Badge>
}

function BookAmount({ payment }: OfLine) {
  return (
    <span data-void={isVoid(payment) || undefined} className="money-amount">
      <Money amount={isRefund(payment) ? -payment.amount : payment.amount} currency={payment.currency_code} isInTable />
    </span>
  )
}

/** A ledger line on a phone, with its customer and the route of its trip. */
export function buildBookLine(payment: BookLine) {
  return {
    title: payment.customer_name,
    amount: <BookAmount payment={payment} />,
    state: <BookState payment={payment} />,
    facts: [
      formatRouteOfLine(payment),
      <span key="how">
        <InstantDay at={payment.received_at ?? payment.recorded_at} /> · {formatMethod(payment)} · {formatPurpose(payment)}
      </span>,
    ],
  }
}

/** The route of a ledger line's trip. A node of the release before sends no summary. */
export function formatRouteOfLine({ ref, summary }: Partial<BookLine> & Pick<BookLine, 'ref'>): string {
  return summary === undefined ? ref : findRoute(summary)
}

/** The method with the person who recorded it: `Bank transfer, Jo Dale`, `Card, automatic`. */
function formatMethod({ method, recorded_by: name }: BookLine): string {
  const recorder = name === null ? 'automatic' : (otherRecorders.get(name) ?? name)
  return `${formatWord(method)}, ${recorder}`
}

const otherRecorders = new Map([
  ['platform', 'the marketplace'],
  ['operator', 'the operator'],
])

function formatPurpose({ kind }: BookLine): string {
  return kind === 'extra' ? 'Extras' : formatWord(kind)
}
