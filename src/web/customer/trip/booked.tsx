import { dayMs } from '../../../domain/instant.ts'
import { spokenWord } from '../../plain/words.ts'
import { refundSentence } from './calling-off.ts'
import { vehicleText } from './offers.tsx'
import { OnTheRoad } from './on-the-road.tsx'
import { type FactRow, Facts, Plate, Section, useView } from './parts.tsx'
import { cardWords } from './paying.ts'
import { heldSentence, spokenSum, termsSentence } from './sentences.ts'
import { bookedWith, isBooked, isHeld, type ShownBooking, type TripView } from './shown.ts'
import { moneyTime, tripTime } from './times.ts'

/** The section on what is booked or held and with whom, or how it was called off. */
export function Booked() {
  const view = useView()
  const { booking, cancellation } = view.trip
  const held = isHeld(view.trip)
  const text = cancellation ? refundSentence(view) : held ? heldSentence(view) : dayLine(view)
  return (
    <Section
      id="booking"
      title={cancellation ? 'Called off' : held ? 'Held for you' : 'Your booking'}
      isShown={booking !== null || cancellation !== null}
    >
      {text !== '' && <p id="booking-text">{text}</p>}
      {booking !== null && <OnTheRoad />}
      <Facts
        id="booking-facts"
        rows={[
          ...cancellationRows(view),
          ...(booking ? operatorRows(booking) : []),
          ...(booking && !cancellation ? moneyRows(booking, view) : []),
          ...(isBooked(view.trip) && view.now < Date.parse(view.trip.departs_at) ? dayRows(view) : []),
        ]}
      />
    </Section>
  )
}

function cancellationRows(view: TripView): FactRow[] {
  const { cancellation } = view.trip
  if (!cancellation) return []
  const by: Readonly<Record<string, string>> = {
    customer: 'You',
    operator: bookedWith(view.trip),
    platform: 'The booking service',
  }
  return [
    ['When', tripTime(cancellation.at, view)],
    ['By', by[cancellation.by] ?? ''],
    ['Why', cancellation.reason],
  ]
}

function operatorRows({ operator: { name, phone, email, operator_licence: licence } }: ShownBooking): FactRow[] {
  return [
    ['Operator', name],
    ['Phone', phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>],
    ['Mail', email && <a href={`mailto:${email}`}>{email}</a>],
    ['Licence', licence],
  ]
}

function moneyRows(booking: ShownBooking, view: TripView): FactRow[] {
  const { vehicle_reg: plate, deposit_amount: deposit, paid_amount: paid } = booking
  const extras = booking.extras.map(
    (extra) =>
      `${spokenSum(extra.amount, extra)} for ${spokenWord(extra.kind).toLowerCase()}${extra.note ? `: ${extra.note}` : ''}`,
  )
  return [
    ['Vehicles', booking.vehicles.map(vehicleText).join(', ')],
    ['Driver', booking.driver_first_name],
    ['Registration', plate && <Plate text={plate} />],
    ['Price', spokenSum(booking.price_amount, booking)],
    ['Deposit', deposit > 0 && `${spokenSum(deposit, booking)}, ${depositStands(booking)}`],
    ['On top', extras.join('; ')],
    ['Paid', paid > 0 && spokenSum(paid, booking)],
    ['Still to pay', isBooked(view.trip) && [balanceOf(booking, view), termsSentence(booking, view)].filter(Boolean).join('. ')],
    ['Card', booking.card && booking.due_amount > 0 && `${cardWords(booking.card)} is kept for the balance`],
  ]
}

/** Facts for the day itself: where to be, what to have at hand, and until when a change can be asked for. */
function dayRows(view: TripView): FactRow[] {
  const { trip } = view
  return [
    ['On the day', `Be at ${trip.pickup.label} ten minutes early, with ${trip.ref} at hand.`],
    ['People', `${trip.passenger_count}; if you are more or fewer, ask for a change until it leaves.`],
  ]
}

function depositStands({ payment_status: status, status: booking }: ShownBooking): string {
  if (status === 'in_doubt') return 'being looked into'
  return booking === 'awaiting_payment' || status === 'unpaid' ? 'not paid yet' : 'paid'
}

/** The sum that is owing and until when, in words; empty where nothing is. */
export function balanceOf(booking: ShownBooking, view: TripView): string {
  if (booking.due_amount === 0) return ''
  const rest = spokenSum(booking.due_amount, booking)
  if (booking.balance_status !== 'not_due') return `${rest}, now`
  // The day on account stands with the invoice.
  return booking.balance_due_at && booking.terms !== 'account' ? `${rest}, by ${moneyTime(booking.balance_due_at, view)}` : rest
}

/** The sentences that say who comes and whom to ring, on the day and the day before; empty at any other time. */
function dayLine({ trip, now }: TripView): string {
  const { booking } = trip
  const leaves = Date.parse(trip.departs_at)
  if (!booking || trip.status !== 'booked' || now < leaves - dayMs || now > Date.parse(trip.ends_at)) return ''
  const { driver_first_name: driver, operator } = booking
  const who = driver === null ? `${operator.name} will name the driver here.` : `${driver} is your driver.`
  return `${who}${operator.phone ? ` If the coach is not there, ring ${operator.name}: ${operator.phone}.` : ''}`
}
