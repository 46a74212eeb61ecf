import { dayMs } from '../../../domain/instant.ts'
import { formatWord } from '../../plain/words.ts'
import { describeRefund } from './cancellation-words.ts'
import { formatVehicle } from './offers.tsx'
import { CoachProgressNews } from './on-the-road.tsx'
import { FactList, type FactRow, NumberPlate, TripSection, useView } from './parts.tsx'
import { formatCardLabel } from './paying.ts'
import { describeHold, describePaymentTerms, formatSum } from './sentences.ts'
import { formatBookedOperator, isHeld, isTripBooked, type ShownBooking, type TripView } from './shown.ts'
import { formatCustomerTripTime, formatMoneyTime } from './times.ts'

/** The section on the booking or the held coach and its operator, or on the cancellation. */
export function BookedSection() {
  const view = useView()
  const { booking, cancellation } = view.trip
  const held = isHeld(view.trip)
  const text = cancellation ? describeRefund(view) : held ? describeHold(view) : describeDayOfTrip(view)
  return (
    <TripSection
      id="booking"
      title={cancellation ? 'Cancelled' : held ? 'Held for you' : 'Your booking'}
      isShown={booking !== null || cancellation !== null}
    >
      {text !== '' && <p id="booking-text">{text}</p>}
      {booking !== null && <CoachProgressNews />}
      <FactList
        id="booking-facts"
        rows={[
          ...listCancellationRows(view),
          ...(booking ? listOperatorRows(booking) : []),
          ...(booking && !cancellation ? listMoneyRows(booking, view) : []),
          ...(isTripBooked(view.trip) && view.now < Date.parse(view.trip.departs_at) ? listDayRows(view) : []),
        ]}
      />
    </TripSection>
  )
}

function listCancellationRows(view: TripView): FactRow[] {
  const { cancellation } = view.trip
  if (!cancellation) return []
  const by: Readonly<Record<string, string>> = {
    customer: 'You',
    operator: formatBookedOperator(view.trip),
    platform: 'The booking service',
  }
  return [
    ['Cancelled', formatCustomerTripTime(cancellation.at, view)],
    ['Cancelled by', by[cancellation.by] ?? ''],
    ['Reason', cancellation.reason],
  ]
}

function listOperatorRows({ operator: { name, phone, email, operator_licence: licence } }: ShownBooking): FactRow[] {
  return [
    ['Operator', name],
    ['Phone', phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>],
    ['Email', email && <a href={`mailto:${email}`}>{email}</a>],
    ['Licence', licence],
  ]
}

function listMoneyRows(booking: ShownBooking, view: TripView): FactRow[] {
  const { vehicle_reg: plate, deposit_amount: deposit, paid_amount: paid } = booking
  const extras = booking.extras.map(
    (extra) =>
      `${formatSum(extra.amount, extra)} for ${formatWord(extra.kind).toLowerCase()}${extra.note ? `: ${extra.note}` : ''}`,
  )
  return [
    ['Vehicles', booking.vehicles.map(formatVehicle).join(', ')],
    ['Driver', booking.driver_first_name],
    ['Registration', plate && <NumberPlate text={plate} />],
    ['Price', formatSum(booking.price_amount, booking)],
    ['Deposit', deposit > 0 && `${formatSum(deposit, booking)}, ${describeDepositState(booking)}`],
    ['Extras', extras.join('; ')],
    ['Paid', paid > 0 && formatSum(paid, booking)],
    [
      'Amount due',
      isTripBooked(view.trip) &&
        [describeBookedBalance(booking, view), describePaymentTerms(booking, view)].filter(Boolean).join('. '),
    ],
    ['Card', booking.card && booking.due_amount > 0 && `${formatCardLabel(booking.card)} is saved for the balance`],
  ]
}

/** Facts for the day of the trip: pick-up, reference, and deadline for changes. */
function listDayRows(view: TripView): FactRow[] {
  const { trip } = view
  return [
    ['On the day', `Be at ${trip.pickup.label} ten minutes early. Your reference is ${trip.ref}.`],
    ['Passengers', `${trip.passenger_count}. If the number changes, request a change before departure.`],
  ]
}

function describeDepositState({ payment_status: status, status: booking }: ShownBooking): string {
  if (status === 'in_doubt') return 'being checked'
  return booking === 'awaiting_payment' || status === 'unpaid' ? 'not paid yet' : 'paid'
}

/** The amount due and its date; empty if nothing is due. */
export function describeBookedBalance(booking: ShownBooking, view: TripView): string {
  if (booking.due_amount === 0) return ''
  const rest = formatSum(booking.due_amount, booking)
  if (booking.balance_status !== 'not_due') return `${rest}, now`
  // A customer with an account sees the date with the invoice.
  return booking.balance_due_at && booking.terms !== 'account'
    ? `${rest}, by ${formatMoneyTime(booking.balance_due_at, view)}`
    : rest
}

/** The driver and the number to call, from a day before departure to the end; otherwise empty. */
function describeDayOfTrip({ trip, now }: TripView): string {
  const { booking } = trip
  const leaves = Date.parse(trip.departs_at)
  if (!booking || trip.status !== 'booked' || now < leaves - dayMs || now > Date.parse(trip.ends_at)) return ''
  const { driver_first_name: driver, operator } = booking
  const who = driver === null ? `${operator.name} will name the driver here.` : `${driver} is your driver.`
  return `${who}${operator.phone ? ` If the coach is not there, call ${operator.name} on ${operator.phone}.` : ''}`
}
