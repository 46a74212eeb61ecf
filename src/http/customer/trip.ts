import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { bookQuote, type CustomerTrip, cancelOwnTrip, cancelRequest, requestBooking, showTrip } from '../../actions/customers.ts'
import type { Answer } from '../../actions/once.ts'
import { enquire } from '../../actions/trips.ts'
import {
  asCustomerTrip,
  asEnquiry,
  ChoiceBody,
  CustomerTripEnvelope,
  EnquiryEnvelope,
  ReasonBody,
  toChoice,
} from '../contracts/trip.ts'
import { EnquiryBody, toEnquiry } from '../contracts/trip-input.ts'
import { gate } from '../gate.ts'
import { answered, askedOf } from '../idempotency.ts'
import { input } from '../schema.ts'

const own = { forCustomer: true, response: CustomerTripEnvelope } as const

function told(trip: CustomerTrip, now: number): Answer {
  return { status: 200, body: { data: asCustomerTrip(trip, now) } }
}

/** What the person who wants a coach may do: ask, look, request, book, pay, take back, give up. */
export function customerRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1' })
    .use(gate(app))
    .post(
      '/enquiries',
      async ({ body, context, status }) => {
        const enquiry = toEnquiry(body)
        const entered = await app.storage.transact((tx) => enquire(tx, enquiry, body.operator_ref ?? null, context.now))
        return status(201, { data: asEnquiry(entered, app.baseUrl) })
      },
      {
        forAnyone: { rateLimit: 'enquiry' },
        body: EnquiryBody,
        response: { 201: EnquiryEnvelope },
        detail: { tags: ['Customer'], summary: 'Ask for a coach' },
      },
    )
    .get(
      '/trip',
      async ({ caller, context }) => ({
        data: asCustomerTrip(await app.storage.read((db) => showTrip(db, caller), caller), context.now),
      }),
      { ...own, detail: { tags: ['Customer'], summary: 'Read the trip and its quotes' } },
    )
    .post(
      '/trip/request-booking',
      async ({ caller, body, context }) =>
        answered(await requestBooking(app, askedOf({ ...context, caller }), caller, toChoice(body), told)),
      {
        ...own,
        body: ChoiceBody,
        refuses: [
          'not_found',
          'invalid_transition',
          'quote_changed',
          'quote_expired',
          'no_live_quote',
          'request_pending',
          'job_closed',
          'trip_cancelled',
        ],
        detail: { tags: ['Customer'], summary: 'Ask an operator to book' },
      },
    )
    .post(
      '/trip/book',
      async ({ caller, body, context }) =>
        answered(await bookQuote(app, askedOf({ ...context, caller }), caller, toChoice(body), told)),
      {
        ...own,
        body: ChoiceBody,
        refuses: [
          'not_found',
          'quote_not_confirmed',
          'quote_changed',
          'quote_expired',
          'no_live_quote',
          'request_pending',
          'job_closed',
          'trip_cancelled',
          'deposit_charge_failed',
        ],
        detail: { tags: ['Customer'], summary: 'Book a confirmed quote' },
      },
    )
    .post(
      '/trip/cancel-request',
      async ({ caller, context }) => answered(await cancelRequest(app, askedOf({ ...context, caller }), caller, told)),
      {
        ...own,
        body: input({}),
        refuses: ['no_booking_request'],
        detail: { tags: ['Customer'], summary: 'Take the booking request back' },
      },
    )
    .post(
      '/trip/cancel',
      async ({ caller, body, context }) =>
        answered(await cancelOwnTrip(app, askedOf({ ...context, caller }), caller, body.reason, told)),
      {
        ...own,
        body: ReasonBody,
        refuses: ['trip_cancelled', 'trip_finished', 'job_closed'],
        detail: { tags: ['Customer'], summary: 'Give the trip up' },
      },
    )
}
