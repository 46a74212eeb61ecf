import { formatCount } from '../../domain/spoken.ts'
import { formatInstant, formatWall, toWall } from './moment.ts'
import { formatMoney } from './money.ts'
import { inclusionWords } from './quote-words.ts'
import { type EndingTrip, findShownEnd } from './trip-end.ts'
import { formatWord } from './words.ts'

/** The part of a booking that the office sends to a bank in a dispute. Amounts in minor units. */
export type DisputedBooking = Omit<EndingTrip, 'legs'> & {
  readonly ref: string
  readonly summary: string
  readonly departs_at: string
  readonly passenger_count: number
  readonly confirmed_at: string
  readonly price_amount: number
  readonly currency_code: string
  readonly customer: { readonly name: string; readonly organisation: string | null; readonly email: string | null }
  readonly quote: {
    readonly revision: number
    readonly submitted_at: string
    readonly price_amount: number
    readonly deposit_amount: number
    readonly inclusions: readonly string[]
    readonly note: string | null
    readonly cancellation_terms: readonly { readonly days_before: number; readonly keep_bps: number; readonly of: string }[]
  }
  readonly vehicles_needed: number
  readonly legs: readonly (EndingTrip['legs'][number] & {
    readonly departs_at: string
    readonly pickup: { readonly label: string }
    readonly dropoff: { readonly label: string }
  })[]
  readonly payments: readonly {
    readonly id: number
    readonly kind: string
    readonly method: string
    readonly amount: number
    readonly received_at: string | null
    readonly consent: { readonly text: string; readonly given_at: string } | null
  }[]
  readonly progress: {
    readonly events: readonly {
      readonly status: string
      readonly occurred_at: string
      readonly vehicle_no: number
      readonly by: string
      readonly note: string | null
    }[]
  }
  readonly cancellation: { readonly by: string; readonly reason: string; readonly at: string } | null
}

/** The time zone of the facts, and the words for the steps of the log. */
type FactsWords = { readonly zone: string; readonly stepWord: (status: string) => string }

/** The party that cancelled, for a reader outside the marketplace. */
const cancellers: ReadonlyMap<string, string> = new Map([
  ['customer', 'customer'],
  ['operator', 'operator'],
  ['platform', 'booking service'],
])

/**
 * The facts for a bank whose customer disputes a payment, as plain text: the quote, the customer's consent, and the
 * driver's log.
 */
export function formatDisputeFacts(booking: DisputedBooking, paymentId: number, teller: FactsWords): string {
  const { customer, quote, cancellation } = booking
  const money = (amount: number) => formatMoney(amount, booking.currency_code)
  // A fixed `now` of 0 makes every date show its year.
  const at = (instant: string) => formatInstant(instant, teller.zone, 0)
  const local = (wall: string) => formatWall(toWall(wall), '')
  const paid = booking.payments.find(({ id }) => id === paymentId)
  const consent = paid?.consent
  return joinFactParts([
    `Booking ${booking.ref}: ${booking.summary}`,
    `Times are in the zone ${teller.zone}. Times of the trip are local.`,
    [
      `Customer: ${[customer.name, customer.organisation, customer.email].filter(Boolean).join(', ')}`,
      `Booked: ${at(booking.confirmed_at)}`,
      `Price: ${money(booking.price_amount)}`,
      paid &&
        `Payment: ${formatWord(paid.kind)} of ${money(paid.amount)} by ${formatWord(paid.method).toLowerCase()}${paid.received_at === null ? '' : `, ${at(paid.received_at)}`}`,
      cancellation &&
        `Cancelled by the ${cancellers.get(cancellation.by) ?? cancellation.by}, ${at(cancellation.at)}: ${cancellation.reason}`,
    ],
    [
      'THE TRIP',
      `${local(booking.departs_at)} to ${local(findShownEnd(booking))}, ${formatCount(booking.passenger_count, 'passenger')}, ${formatCount(booking.vehicles_needed, 'coach', 'coaches')}`,
      ...booking.legs.map(({ departs_at, pickup, dropoff }) => `${local(departs_at)}: ${pickup.label} to ${dropoff.label}`),
    ],
    [
      'THE QUOTE',
      `Version ${quote.revision}, first sent ${at(quote.submitted_at)}: ${money(quote.price_amount)}, deposit ${money(quote.deposit_amount)}`,
      quote.inclusions.length > 0 && `Included: ${quote.inclusions.map(formatInclusion).join(', ')}`,
      quote.note !== null && `Note: ${quote.note}`,
      'Cancellation charges:',
      ...quote.cancellation_terms.map(
        ({ days_before, keep_bps, of }) =>
          `- ${formatCount(days_before, 'day')} before departure or earlier: ${keep_bps / 100} % of the ${of}`,
      ),
      '- later: the whole amount paid',
    ],
    [
      'THE CUSTOMER’S CONSENT',
      consent ? `“${consent.text}”` : 'None: the customer made this payment.',
      consent && `Given ${at(consent.given_at)}`,
    ],
    [
      'THE DRIVER’S LOG',
      ...booking.progress.events.map(
        ({ status, occurred_at, vehicle_no, by, note }) =>
          `${local(occurred_at)}: ${[
            teller.stepWord(status),
            booking.vehicles_needed > 1 && `coach ${vehicle_no}`,
            `reported by the ${by === 'operator' ? 'office' : by}`,
            note,
          ]
            .filter(Boolean)
            .join(', ')}`,
      ),
      booking.progress.events.length === 0 && 'No steps reported.',
    ],
  ])
}

function formatInclusion(code: string): string {
  return inclusionWords.find((one) => one.code === code)?.label ?? formatWord(code)
}

type FactsLine = string | false | null | undefined

function joinFactParts(all: readonly (FactsLine | readonly FactsLine[])[]): string {
  return all.map((part) => [part].flat().filter(Boolean).join('\n')).join('\n\n')
}
