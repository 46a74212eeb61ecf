import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { declineJob, listInbox, showJob } from '../../actions/quotes/jobs.ts'
import { submitQuote, unconfirmQuote, withdrawQuote } from '../../actions/quotes/quotes.ts'
import { confirmBookingRequest, rejectRequestAfterCharge } from '../../actions/sales/booking-requests.ts'
import { respondWithRead } from '../contract.ts'
import { DeclineBody, JobPage, JobsQuery, JobView, toDecline, toInboxFilter } from '../contracts/job.ts'
import { NoteBody, QuoteBody, RejectBody, toQuoteTerms, toRejection } from '../contracts/quote.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { input } from '../schema.ts'

const reading = { forOperator: { needs: ['jobs:read'] } } as const
const quoting = { forOperator: { needs: ['quotes:write'], rateLimit: 'quote_write' }, response: JobView.schema } as const

/** Routes of the inbox: jobs, and the six actions on a quote. */
export function jobRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/jobs' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, JobPage, query, (db, page) =>
          listInbox(db, caller, { ...page, ...toInboxFilter(query) }, context.now),
        ),
      { ...reading, query: JobsQuery, response: JobPage.schema, summary: 'List the inbox' },
    )
    .get('/:ref', ({ caller, params, context }) => respondWithRead(context, JobView, (db) => showJob(db, caller, params.ref)), {
      ...reading,
      response: JobView.schema,
      summary: 'Read one job',
    })
    .post(
      '/:ref/quote',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, JobView, (tx) => submitQuote(tx, app, caller, params.ref, toQuoteTerms(body), context.now)),
      { ...quoting, body: QuoteBody, refuses: ['quote_locked', 'job_closed'], summary: 'Send a quote, or a revised quote' },
    )
    .post(
      '/:ref/withdraw',
      ({ caller, params, context }) =>
        respondWithWrite(context, JobView, (tx) => withdrawQuote(tx, caller, params.ref, context.now)),
      { ...quoting, body: NoteBody, refuses: ['no_live_quote', 'quote_locked'], summary: 'Withdraw the quote' },
    )
    .post(
      '/:ref/decline',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, JobView, (tx) => declineJob(tx, caller, params.ref, toDecline(body), context.now)),
      { ...quoting, body: DeclineBody, refuses: ['live_quote_exists', 'job_closed'], summary: 'Decline the job' },
    )
    .post(
      '/:ref/unconfirm',
      ({ caller, params, context }) =>
        respondWithWrite(context, JobView, (tx) => unconfirmQuote(tx, caller, params.ref, context.now)),
      {
        ...quoting,
        body: NoteBody,
        refuses: ['no_live_quote', 'quote_not_confirmed', 'quote_locked'],
        summary: 'Change a confirmed quote to likely',
      },
    )
    .post(
      '/:ref/confirm-booking-request',
      ({ caller, params, context }) =>
        respondWithSteps(context, JobView, (idempotent) => confirmBookingRequest(app, caller, params.ref, idempotent)),
      {
        ...quoting,
        body: input({}),
        refuses: ['no_booking_request', 'deposit_charge_failed'],
        summary: 'Accept the booking request',
      },
    )
    .post(
      '/:ref/reject-booking-request',
      ({ caller, params, body, context }) =>
        respondWithSteps(context, JobView, (idempotent) =>
          rejectRequestAfterCharge(app, caller, params.ref, toRejection(body), idempotent),
        ),
      { ...quoting, body: RejectBody, refuses: ['no_booking_request'], summary: 'Decline the booking request' },
    )
}
