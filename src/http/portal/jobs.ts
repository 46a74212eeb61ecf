import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listRevisions } from '../../actions/quotes/revisions.ts'
import { bookAsAgreed } from '../../actions/sales/agreed-bookings.ts'
import { respondWithRead } from '../contract.ts'
import { BookingView } from '../contracts/booking.ts'
import { AgreedBookingBody, toAgreedQuote } from '../contracts/own-trip.ts'
import { QuoteRevisionsView } from '../contracts/quote.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps } from '../idempotency.ts'

/** Routes of the office's quotes: their revisions, and the booking with the customer's agreement. */
export function portalJobRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/jobs' })
    .use(createGate(app))
    .get(
      '/:ref/revisions',
      ({ caller, params, context }) =>
        respondWithRead(context, QuoteRevisionsView, (db) => listRevisions(db, caller, params.ref)),
      {
        forPortal: { needs: ['jobs:read'] },
        response: QuoteRevisionsView.schema,
        summary: 'Read all revisions of your quote for a job',
      },
    )
    .post(
      '/:ref/book',
      ({ caller, params, body, context }) =>
        respondWithSteps(context, BookingView, (idempotent) =>
          bookAsAgreed(app, caller, params.ref, toAgreedQuote(body), idempotent),
        ),
      {
        forPortal: { needs: ['quotes:write'] },
        refuses: ['not_found', 'not_own_trip', 'quote_locked', 'quote_expired', 'no_live_quote'],
        body: AgreedBookingBody,
        response: BookingView.schema,
        summary: "Book your quote for a trip that you entered, with the customer's agreement",
      },
    )
}
