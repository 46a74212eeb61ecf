import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { cancelByOperator, receiveDeposit } from '../../actions/portal-bookings.ts'
import { enterOwnTrip } from '../../actions/trips.ts'
import { BookingView } from '../contracts/booking.ts'
import { EnteredView, ReasonBody } from '../contracts/trip.ts'
import { OwnTripBody, toEnquiry } from '../contracts/trip-input.ts'
import { gate } from '../gate.ts'
import { write, writeInSteps } from '../idempotency.ts'
import { input } from '../schema.ts'

/** What an operator does by itself that a platform does elsewhere: enter a trip, note a payment, call a booking off. */
export function portalTripRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .post(
      '/trips',
      ({ caller, body, context }) =>
        write(context, EnteredView, (tx) => enterOwnTrip(tx, app, caller, toEnquiry(body), context.now), 201),
      {
        forPortal: true,
        body: OwnTripBody,
        response: { 201: EnteredView.schema },
        summary: 'Enter a trip asked for by phone; it is offered to yourself',
      },
    )
    .post(
      '/bookings/:ref/deposit-received',
      ({ caller, params, context }) =>
        writeInSteps(context, BookingView, (idempotent) => receiveDeposit(app, caller, params.ref, idempotent)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found', 'no_payment_due'],
        body: input({}),
        response: BookingView.schema,
        summary: 'The money of a bank transfer has come',
      },
    )
    .post(
      '/bookings/:ref/cancel',
      ({ caller, params, body, context }) =>
        writeInSteps(context, BookingView, (idempotent) => cancelByOperator(app, caller, params.ref, body.reason, idempotent)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished'],
        body: ReasonBody,
        response: BookingView.schema,
        summary: 'Call a booking off; the customer gets the deposit back',
      },
    )
}
