import { Elysia } from 'elysia'
import { bookAsAgreed } from '../../actions/bookings/agreed-bookings.ts'
import { mailPaymentPage } from '../../actions/cards/mailed-pages.ts'
import type { AppContext } from '../../actions/context.ts'
import { listRevisions } from '../../actions/quotes/revisions.ts'
import { makeOwnLink } from '../../actions/trips/customer-links.ts'
import { copyOwnTrip, enterOwnTrip, listOwnTrips, showOwnTrip } from '../../actions/trips/own-trips.ts'
import { read } from '../contract.ts'
import { BookingView } from '../contracts/booking.ts'
import { CustomerLinkBody, CustomerLinkView, toLinkWish } from '../contracts/customer-link.ts'
import { MailedPageView } from '../contracts/mailed-page.ts'
import {
  AgreedBookingBody,
  CopyBody,
  EnteredOwnTripView,
  OwnTripBody,
  OwnTripPage,
  OwnTripsQuery,
  OwnTripView,
  toAgreedQuote,
  toDeparture,
  toOwnEnquiry,
} from '../contracts/own-trip.ts'
import { QuoteRevisionsView } from '../contracts/quote.ts'
import { gate } from '../gate.ts'
import { write, writeInSteps } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { input } from '../schema.ts'

const entering = { forPortal: { needs: ['quotes:write'] } } as const
const reading = { forPortal: { needs: ['bookings:read'] } } as const

/** The operator's own trips: entered for customers who called, and booked on their word. */
export function portalTripRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .post(
      '/trips',
      ({ caller, body, context }) =>
        writeInSteps(context, EnteredOwnTripView, (idempotent) => enterOwnTrip(app, caller, toOwnEnquiry(body), idempotent), 201),
      {
        ...entering,
        body: OwnTripBody,
        response: { 201: EnteredOwnTripView.schema },
        summary: 'Enter a trip asked for by phone, offered to yourself; quote and book it at once if you like',
      },
    )
    .get(
      '/trips',
      ({ caller, query, context }) =>
        list(context, OwnTripPage, query, (db, page) => listOwnTrips(db, caller, { ...page, status: query.status ?? null })),
      {
        ...reading,
        query: OwnTripsQuery,
        response: OwnTripPage.schema,
        summary: 'List the trips you entered yourselves, the last one first',
      },
    )
    .get(
      '/trips/:ref',
      ({ caller, params, context }) => read(context, OwnTripView, (db) => showOwnTrip(db, caller, params.ref)),
      {
        ...reading,
        response: OwnTripView.schema,
        summary: 'Read a trip you entered yourselves, with its customer',
      },
    )
    .post(
      '/trips/:ref/customer-link',
      ({ caller, params, body, context }) =>
        write(context, CustomerLinkView, (tx) => makeOwnLink(tx, app, caller, params.ref, toLinkWish(body), context.now)),
      {
        ...entering,
        refuses: ['not_found'],
        body: CustomerLinkBody,
        response: CustomerLinkView.schema,
        summary: 'Make a new link for the customer of a trip',
      },
    )
    .post(
      '/trips/:ref/payment-page',
      ({ caller, params, context }) =>
        writeInSteps(context, MailedPageView, (idempotent) => mailPaymentPage(app, caller, params.ref, idempotent)),
      {
        ...entering,
        refuses: ['not_found', 'no_payment_due'],
        body: input({}),
        response: MailedPageView.schema,
        summary: 'Mail the customer of a trip the page on which they pay what is due by card',
      },
    )
    .post(
      '/trips/:ref/copy',
      ({ caller, params, body, context }) =>
        write(context, EnteredOwnTripView, (tx) => copyOwnTrip(tx, app, caller, params.ref, toDeparture(body), context.now), 201),
      {
        ...entering,
        refuses: ['not_found', 'not_own_trip'],
        body: CopyBody,
        response: { 201: EnteredOwnTripView.schema },
        summary: 'Enter a trip of yours once more, for another day',
      },
    )
    .get(
      '/jobs/:ref/revisions',
      ({ caller, params, context }) => read(context, QuoteRevisionsView, (db) => listRevisions(db, caller, params.ref)),
      {
        forPortal: { needs: ['jobs:read'] },
        response: QuoteRevisionsView.schema,
        summary: 'Read every quote you sent for a job, as it was sent',
      },
    )
    .post(
      '/jobs/:ref/book',
      ({ caller, params, body, context }) =>
        writeInSteps(context, BookingView, (idempotent) =>
          bookAsAgreed(app, caller, params.ref, toAgreedQuote(body), idempotent),
        ),
      {
        ...entering,
        refuses: ['not_found', 'not_own_trip', 'quote_locked', 'quote_expired', 'no_live_quote'],
        body: AgreedBookingBody,
        response: BookingView.schema,
        summary: 'Book your quote for a trip of yours, as its customer agreed',
      },
    )
}
