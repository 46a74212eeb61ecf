import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { bookQuote, cancelOwnTrip, cancelRequest, requestBooking } from '../../actions/customers/customers.ts'
import { ChoiceBody, CustomerTripView, ReasonBody, toChoice } from '../contracts/trip.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps } from '../idempotency.ts'
import { input } from '../schema.ts'

/** Refusals for the choice of a quote, by a request and by a booking. */
const choiceRefusals = [
  'not_found',
  'quote_changed',
  'quote_expired',
  'no_live_quote',
  'request_pending',
  'job_closed',
  'trip_cancelled',
] as const

const own = { forCustomer: true, response: CustomerTripView.schema } as const

/** Routes of a customer's choice: request, booking, withdrawal and cancellation. */
export function customerBookingRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1' })
    .use(createGate(app))
    .post(
      '/trip/request-booking',
      ({ caller, body, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => requestBooking(app, caller, toChoice(body), idempotent)),
      {
        ...own,
        body: ChoiceBody,
        refuses: ['invalid_transition', ...choiceRefusals],
        summary: 'Request a booking from an operator',
      },
    )
    .post(
      '/trip/book',
      ({ caller, body, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => bookQuote(app, caller, toChoice(body), idempotent)),
      {
        ...own,
        body: ChoiceBody,
        refuses: ['quote_not_confirmed', ...choiceRefusals, 'deposit_charge_failed'],
        summary: 'Book a confirmed quote',
      },
    )
    .post(
      '/trip/cancel-request',
      ({ caller, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => cancelRequest(app, caller, idempotent)),
      { ...own, body: input({}), refuses: ['no_booking_request'], summary: 'Withdraw the booking request' },
    )
    .post(
      '/trip/cancel',
      ({ caller, body, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => cancelOwnTrip(app, caller, body.reason, idempotent)),
      { ...own, body: ReasonBody, refuses: ['trip_cancelled', 'trip_finished', 'job_closed'], summary: 'Cancel the trip' },
    )
}
