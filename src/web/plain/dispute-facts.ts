import { counted } from '../../domain/spoken.ts'
import { spokenInstant, spokenWall, wallOf } from './moment.ts'
import { spokenMoney } from './money.ts'
import { inclusionWords } from './quote-words.ts'
import { type EndingTrip, endOf } from './trip-end.ts'
import { spokenWord } from './words.ts'

/** The part of a booking that is told to a bank which wants its money back; amounts in minor units. */
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

/** The zone whose clocks the facts are told on, and the words for steps of the log. */
type FactsTeller = { readonly zone: string; readonly stepWord: (status: string) => string }

/**
 * The facts that a bank asks for when its customer disputes a payment, as plain text: what was quoted, what the
 * customer agreed to and when, and what happened on the way.
 */
export function disputeFacts(booking: DisputedBooking, paymentId: number, teller: FactsTeller): string {
  const { customer, quote, cancellation } = booking
  const money = (amount: number) => spokenMoney(amount, booking.currency_code)
  // A day of another year than this one is told with its year.
  const at = (instant: string) => spokenInstant(instant, teller.zone, 0)
  const local = (wall: string) => spokenWall(wallOf(wall), '')
  const paid = booking.payments.find(({ id }) => id === paymentId)
  const consent = paid?.consent
  return parts([
    `Booking ${booking.ref}: ${booking.summary}`,
    `Times are those of ${teller.zone}; those of the trip are local.`,
    [
      `Customer: ${[customer.name, customer.organisation, customer.email].filter(Boolean).join(', ')}`,
      `Booked: ${at(booking.confirmed_at)}`,
      `Price: ${money(booking.price_amount)}`,
      paid &&
        `The payment: ${spokenWord(paid.kind)} of ${money(paid.amount)} by ${spokenWord(paid.method).toLowerCase()}${paid.received_at === null ? '' : `, ${at(paid.received_at)}`}`,
      cancellation && `Called off by the ${cancellation.by}, ${at(cancellation.at)}: ${cancellation.reason}`,
    ],
    [
      'THE TRIP',
      `${local(booking.departs_at)} to ${local(endOf(booking))}, ${counted(booking.passenger_count, 'person', 'people')}, ${counted(booking.vehicles_needed, 'coach', 'coaches')}`,
      ...booking.legs.map(({ departs_at, pickup, dropoff }) => `${local(departs_at)}: ${pickup.label} to ${dropoff.label}`),
    ],
    [
      'THE QUOTE',
      `Version ${quote.revision}, first sent ${at(quote.submitted_at)}: ${money(quote.price_amount)}, deposit ${money(quote.deposit_amount)}`,
      quote.inclusions.length > 0 && `Included: ${quote.inclusions.map(inclusionWord).join(', ')}`,
      quote.note !== null && `Note: ${quote.note}`,
      'Kept when the customer calls off:',
      ...quote.cancellation_terms.map(
        ({ days_before, keep_bps, of }) =>
          `- ${counted(days_before, 'day')} before departure or earlier: ${keep_bps / 100} % of the ${of}`,
      ),
      '- later: all that was paid',
    ],
    [
      'WHAT THE CUSTOMER AGREED TO BESIDE THIS PAYMENT',
      consent ? `“${consent.text}”` : 'Nothing: the customer paid this themselves.',
      consent && `Given ${at(consent.given_at)}`,
    ],
    [
      'THE DRIVER’S LOG',
      ...booking.progress.events.map(
        ({ status, occurred_at, vehicle_no, by, note }) =>
          `${local(occurred_at)}: ${[
            teller.stepWord(status),
            booking.vehicles_needed > 1 && `coach ${vehicle_no}`,
            `told by the ${by === 'operator' ? 'office' : by}`,
            note,
          ]
            .filter(Boolean)
            .join(', ')}`,
      ),
      booking.progress.events.length === 0 && 'Nothing was reported.',
    ],
  ])
}

function inclusionWord(code: string): string {
  return inclusionWords.find((one) => one.code === code)?.label ?? spokenWord(code)
}

type FactsLine = string | false | null | undefined

function parts(all: readonly (FactsLine | readonly FactsLine[])[]): string {
  return all.map((part) => [part].flat().filter(Boolean).join('\n')).join('\n\n')
}
