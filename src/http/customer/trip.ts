import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { bookQuote, cancelOwnTrip, cancelRequest, requestBooking, showTrip } from '../../actions/customers.ts'
import { enquire } from '../../actions/trips.ts'
import { read } from '../contract.ts'
import { ChoiceBody, CustomerTripView, EnquiryView, ReasonBody, toChoice } from '../contracts/trip.ts'
import { EnquiryBody, toEnquiry, toOperatorAsked } from '../contracts/trip-input.ts'
import { gate } from '../gate.ts'
import { write, writeInSteps } from '../idempotency.ts'
import { input } from '../schema.ts'

/** What the choice of a quote may be refused with, to ask for it or to book it. */
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

/** What the person who wants a coach may do: ask, look, request, book, pay, take back, give up. */
export function customerRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1' })
    .use(gate(app))
    .post(
      '/enquiries',
      ({ body, context }) =>
        write(context, EnquiryView, (tx) => enquire(tx, app, toEnquiry(body), toOperatorAsked(body), context.now), 201),
      {
        forAnyone: { rateLimit: 'enquiry' },
        body: EnquiryBody,
        response: { 201: EnquiryView.schema },
        summary: 'Ask for a coach',
      },
    )
    .get('/trip', ({ caller, context }) => read(context, CustomerTripView, (db) => showTrip(db, caller)), {
      ...own,
      summary: 'Read the trip and its quotes',
    })
    .post(
      '/trip/request-booking',
      ({ caller, body, context }) =>
        writeInSteps(context, CustomerTripView, (idempotent) => requestBooking(app, caller, toChoice(body), idempotent)),
      { ...own, body: ChoiceBody, refuses: ['invalid_transition', ...choiceRefusals], summary: 'Ask an operator to book' },
    )
    .post(
      '/trip/book',
      ({ caller, body, context }) =>
        writeInSteps(context, CustomerTripView, (idempotent) => bookQuote(app, caller, toChoice(body), idempotent)),
      {
        ...own,
        body: ChoiceBody,
        refuses: ['quote_not_confirmed', ...choiceRefusals, 'deposit_charge_failed'],
        summary: 'Book a confirmed quote',
      },
    )
    .post(
      '/trip/cancel-request',
      ({ caller, context }) => writeInSteps(context, CustomerTripView, (idempotent) => cancelRequest(app, caller, idempotent)),
      { ...own, body: input({}), refuses: ['no_booking_request'], summary: 'Take the booking request back' },
    )
    .post(
      '/trip/cancel',
      ({ caller, body, context }) =>
        writeInSteps(context, CustomerTripView, (idempotent) => cancelOwnTrip(app, caller, body.reason, idempotent)),
      { ...own, body: ReasonBody, refuses: ['trip_cancelled', 'trip_finished', 'job_closed'], summary: 'Give the trip up' },
    )
}
