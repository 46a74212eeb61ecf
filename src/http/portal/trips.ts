import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { whoAmI } from '../../actions/me.ts'
import type { Answer } from '../../actions/once.ts'
import { cancelByOperator, receiveDeposit } from '../../actions/portal-bookings.ts'
import { enterOwnTrip } from '../../actions/trips.ts'
import { asBookingDetail, BookingEnvelope } from '../contracts/booking.ts'
import { asEntered, EnteredEnvelope, ReasonBody } from '../contracts/trip.ts'
import { OwnTripBody, toEnquiry } from '../contracts/trip-input.ts'
import { gate } from '../gate.ts'
import { answered, askedOf, once } from '../idempotency.ts'
import { input } from '../schema.ts'

type Detail = Parameters<typeof asBookingDetail>[0]

function told(booking: Detail): Answer {
  return { status: 200, body: { data: asBookingDetail(booking) } }
}

/** What an operator does by itself that a platform does elsewhere: enter a trip, note a payment, call a booking off. */
export function portalTripRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .post(
      '/trips',
      ({ caller, body, context }) =>
        once(app, context, async (tx) => {
          const { operator } = await whoAmI(tx, caller)
          const entered = await enterOwnTrip(tx, toEnquiry(body), operator, context.now)
          return { status: 201, body: { data: asEntered(entered, app.baseUrl) } }
        }),
      {
        forPortal: true,
        body: OwnTripBody,
        response: { 201: EnteredEnvelope },
        detail: { tags: ['Portal'], summary: 'Enter a trip asked for by phone; it is offered to yourself' },
      },
    )
    .post(
      '/bookings/:ref/deposit-received',
      async ({ caller, params, context }) =>
        answered(await receiveDeposit(app, askedOf({ ...context, caller }), caller, params.ref, told)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found', 'no_payment_due'],
        body: input({}),
        response: BookingEnvelope,
        detail: { tags: ['Portal'], summary: 'The money of a bank transfer has come' },
      },
    )
    .post(
      '/bookings/:ref/cancel',
      async ({ caller, params, body, context }) =>
        answered(await cancelByOperator(app, askedOf({ ...context, caller }), caller, params.ref, body.reason, told)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished'],
        body: ReasonBody,
        response: BookingEnvelope,
        detail: { tags: ['Portal'], summary: 'Call a booking off; the customer gets the deposit back' },
      },
    )
}
