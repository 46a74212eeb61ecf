import { toSpokenTime } from '../../domain/instant.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { moneyClocks, namesOf, type PromisedBooking } from './confirmation.ts'
import { spokenCode, spokenMoneyDay, withYear } from './spoken.ts'

/** Money that was there, or of a refund has left; `isOnItsWay` where it is not there yet. */
export type PaidLine = {
  readonly kind: string
  readonly means: string
  readonly reference: string | null
  readonly amount: number
  readonly receivedAt: number | null
  readonly isOnItsWay: boolean
}

/** The receipt of what a customer has paid for a booking. */
export function receipt(booking: PromisedBooking, payments: readonly PaidLine[], now: number): PrintedPaper {
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
        warning: booking.isCalledOff ? 'This booking was called off.' : null,
        blocks: [
          {
            kind: 'facts',
            across: 3,
            facts: [
              ['From', namesOf(customer)],
              ['For', itinerary.summary],
              ['Departure', toSpokenTime(itinerary.departsAt, timezone, withYear)],
              ...(poNumber === null ? [] : ([['Your order', poNumber]] as const)),
            ],
          },
          {
            kind: 'table',
            columns: [
              { head: 'Day', share: 2.5 },
              { head: 'What', share: 2.5 },
              { head: 'How', share: 3 },
              { head: 'Reference', share: 3 },
              { head: 'Amount', share: 2.5, isNumber: true },
            ],
            rows: payments.map((line) => [
              line.isOnItsWay
                ? 'On its way'
                : line.receivedAt === null
                  ? ''
                  : spokenMoneyDay(line.receivedAt, moneyClocks(booking)),
              spokenCode(line.kind),
              spokenCode(line.means),
              line.reference ?? '',
              said(signed(line)),
            ]),
            totals: [['Paid', '', '', '', said(money.paidAmount)]],
          },
          booking.isCalledOff
            ? { kind: 'text', text: 'Nothing more is to be paid.' }
            : {
                kind: 'text',
                text: `The trip costs ${said(whole)}. ${money.dueAmount === 0 ? 'Nothing is left to pay' : `Still to pay: ${said(money.dueAmount)}`}.`,
              },
        ],
      },
    ],
    foot: `${ref} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}
