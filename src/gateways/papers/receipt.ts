import { toSpokenTime } from '../../domain/instant.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { findMoneyClocks, formatCustomerNames, type PromisedBooking } from './confirmation.ts'
import { formatCode, formatPaperMoneyDay, withYear } from './spoken.ts'

/** A received payment or a sent refund; `isOnItsWay` while it is pending. */
export type PaidLine = {
  readonly kind: string
  readonly means: string
  readonly reference: string | null
  readonly amount: number
  readonly receivedAt: number | null
  readonly isOnItsWay: boolean
}

/** The receipt of the payments of a booking. */
export function buildReceipt(booking: PromisedBooking, payments: readonly PaidLine[], now: number): PrintedPaper {
  const { trip, customer, poNumber, money } = booking
  const { ref, itinerary, timezone } = trip
  const said = (amount: number) => toSpokenAmount(amount, money.currencyCode)
  const signed = ({ kind, amount }: PaidLine) => (kind === 'refund' ? -amount : amount)
  const whole = money.priceAmount + money.extras.reduce((sum, { amount }) => sum + amount, 0)
  return {
    title: `Receipt ${ref}`,
    fileName: `receipt-${ref}`,
    letterhead: booking.letterhead,
    sheets: [
      {
        heading: `Receipt ${ref}`,
        warning: booking.isCalledOff ? 'This booking was cancelled.' : null,
        blocks: [
          {
            kind: 'facts',
            across: 3,
            facts: [
              ['From', formatCustomerNames(customer)],
              ['For', itinerary.summary],
              ['Departs', toSpokenTime(itinerary.departsAt, timezone, withYear)],
              ...(poNumber === null ? [] : ([['Order number', poNumber]] as const)),
            ],
          },
          {
            kind: 'table',
            columns: [
              { head: 'Date', share: 2.5 },
              { head: 'For', share: 2.5 },
              { head: 'Method', share: 3 },
              { head: 'Reference', share: 3 },
              { head: 'Amount', share: 2.5, isNumber: true },
            ],
            rows: payments.map((line) => [
              line.isOnItsWay
                ? 'Pending'
                : line.receivedAt === null
                  ? ''
                  : formatPaperMoneyDay(line.receivedAt, findMoneyClocks(booking)),
              formatCode(line.kind),
              formatCode(line.means),
              line.reference ?? '',
              said(signed(line)),
            ]),
            totals: [['Paid', '', '', '', said(money.paidAmount)]],
          },
          booking.isCalledOff
            ? { kind: 'text', text: 'Nothing more is due.' }
            : {
                kind: 'text',
                text: `The trip costs ${said(whole)}. ${money.dueAmount === 0 ? 'Nothing more is due' : `Amount due: ${said(money.dueAmount)}`}.`,
              },
        ],
      },
    ],
    foot: `${ref} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}
