import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { confirmBookingRequest, turnDownBookingRequest } from '../../actions/quotes/booking-requests.ts'
import { declineJob, listInbox, showJob } from '../../actions/quotes/jobs.ts'
import { submitQuote, unconfirmQuote, withdrawQuote } from '../../actions/quotes/quotes.ts'
import { read } from '../contract.ts'
import { DeclineBody, JobPage, JobsQuery, JobView, toDecline, toInboxFilter } from '../contracts/job.ts'
import { NoteBody, QuoteBody, RejectBody, toQuoteTerms, toRejection } from '../contracts/quote.ts'
import { gate } from '../gate.ts'
import { write, writeInSteps } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { input } from '../schema.ts'

const reading = { forOperator: { needs: ['jobs:read'] } } as const
const quoting = { forOperator: { needs: ['quotes:write'], rateLimit: 'quote_write' }, response: JobView.schema } as const

/** The inbox: jobs, and the six things an operator may do with a quote. */
export function jobRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/jobs' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        list(context, JobPage, query, (db, page) => listInbox(db, caller, { ...page, ...toInboxFilter(query) }, context.now)),
      { ...reading, query: JobsQuery, response: JobPage.schema, summary: 'List the inbox' },
    )
    .get('/:ref', ({ caller, params, context }) => read(context, JobView, (db) => showJob(db, caller, params.ref)), {
      ...reading,
      response: JobView.schema,
      summary: 'Read one job',
    })
    .post(
      '/:ref/quote',
      ({ caller, params, body, context }) =>
        write(context, JobView, (tx) => submitQuote(tx, app, caller, params.ref, toQuoteTerms(body), context.now)),
      { ...quoting, body: QuoteBody, refuses: ['quote_locked', 'job_closed'], summary: 'Quote, or revise the quote' },
    )
    .post(
      '/:ref/withdraw',
      ({ caller, params, context }) => write(context, JobView, (tx) => withdrawQuote(tx, caller, params.ref, context.now)),
      { ...quoting, body: NoteBody, refuses: ['no_live_quote', 'quote_locked'], summary: 'Take the quote back' },
    )
    .post(
      '/:ref/decline',
      ({ caller, params, body, context }) =>
        write(context, JobView, (tx) => declineJob(tx, caller, params.ref, toDecline(body), context.now)),
      { ...quoting, body: DeclineBody, refuses: ['live_quote_exists', 'job_closed'], summary: 'Turn the job down' },
    )
    .post(
      '/:ref/unconfirm',
      ({ caller, params, context }) => write(context, JobView, (tx) => unconfirmQuote(tx, caller, params.ref, context.now)),
      {
        ...quoting,
        body: NoteBody,
        refuses: ['no_live_quote', 'quote_not_confirmed', 'quote_locked'],
        summary: 'Drop a confirmed quote to likely',
      },
    )
    .post(
      '/:ref/confirm-booking-request',
      ({ caller, params, context }) =>
        writeInSteps(context, JobView, (idempotent) => confirmBookingRequest(app, caller, params.ref, idempotent)),
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
        writeInSteps(context, JobView, (idempotent) =>
          turnDownBookingRequest(app, caller, params.ref, toRejection(body), idempotent),
        ),
      { ...quoting, body: RejectBody, refuses: ['no_booking_request'], summary: 'Turn the booking request down' },
    )
}
