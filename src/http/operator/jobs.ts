import { Elysia } from 'elysia'
import { confirmBookingRequest, turnDownBookingRequest } from '../../actions/booking-requests.ts'
import type { AppContext } from '../../actions/context.ts'
import { declineJob, listInbox, showJob } from '../../actions/jobs.ts'
import type { Answer } from '../../actions/once.ts'
import { submitQuote, unconfirmQuote, withdrawQuote } from '../../actions/quotes.ts'
import type { JobRow } from '../../storage/queries/jobs.ts'
import { secondOf } from '../contracts/instant.ts'
import { asJob, DeclineBody, Job, JobEnvelope, JobsQuery } from '../contracts/job.ts'
import { NoteBody, QuoteBody, RejectBody, toTerms } from '../contracts/quote.ts'
import { gate } from '../gate.ts'
import { answered, askedOf, once } from '../idempotency.ts'
import { pageOf, paginated } from '../pagination.ts'
import { input } from '../schema.ts'

const JobPage = paginated(Job)
const Nothing = input({})

const reading = { forOperator: { needs: ['jobs:read'] } } as const
const quoting = { forOperator: { needs: ['quotes:write'], rateLimit: 'quote_write' }, response: JobEnvelope } as const

function told(job: JobRow, now: number): Answer {
  return { status: 200, body: { data: asJob(job, now) } }
}

/** The inbox: jobs, and the six things an operator may do with a quote. */
export function jobRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/api/v1/jobs' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        pageOf(
          context,
          query,
          (page) =>
            storage.read(
              (db) =>
                listInbox(
                  db,
                  caller,
                  { ...page, filter: query.filter ?? 'all', updatedSince: secondOf(query.updated_since) },
                  context.now,
                ),
              caller,
            ),
          (job) => asJob(job, context.now),
        ),
      { ...reading, query: JobsQuery, response: JobPage, detail: { tags: ['Operator'], summary: 'List the inbox' } },
    )
    .get(
      '/:ref',
      async ({ caller, params, context }) => ({
        data: asJob(await storage.read((db) => showJob(db, caller, params.ref), caller), context.now),
      }),
      { ...reading, response: JobEnvelope, detail: { tags: ['Operator'], summary: 'Read one job' } },
    )
    .post(
      '/:ref/quote',
      ({ caller, params, body, context }) =>
        once(app, context, async (tx) =>
          told(await submitQuote(tx, caller, params.ref, toTerms(body), context.now), context.now),
        ),
      {
        ...quoting,
        body: QuoteBody,
        refuses: ['quote_locked', 'job_closed'],
        detail: { tags: ['Operator'], summary: 'Quote, or revise the quote' },
      },
    )
    .post(
      '/:ref/withdraw',
      ({ caller, params, context }) =>
        once(app, context, async (tx) => told(await withdrawQuote(tx, caller, params.ref, context.now), context.now)),
      {
        ...quoting,
        body: NoteBody,
        refuses: ['no_live_quote', 'quote_locked'],
        detail: { tags: ['Operator'], summary: 'Take the quote back' },
      },
    )
    .post(
      '/:ref/decline',
      ({ caller, params, body, context }) =>
        once(app, context, async (tx) => told(await declineJob(tx, caller, params.ref, whyNot(body), context.now), context.now)),
      {
        ...quoting,
        body: DeclineBody,
        refuses: ['live_quote_exists', 'job_closed'],
        detail: { tags: ['Operator'], summary: 'Turn the job down' },
      },
    )
    .post(
      '/:ref/unconfirm',
      ({ caller, params, context }) =>
        once(app, context, async (tx) => told(await unconfirmQuote(tx, caller, params.ref, context.now), context.now)),
      {
        ...quoting,
        body: NoteBody,
        refuses: ['no_live_quote', 'quote_not_confirmed', 'quote_locked'],
        detail: { tags: ['Operator'], summary: 'Drop a confirmed quote to likely' },
      },
    )
    .post(
      '/:ref/confirm-booking-request',
      async ({ caller, params, context }) =>
        answered(await confirmBookingRequest(app, askedOf({ ...context, caller }), caller, params.ref, told)),
      {
        ...quoting,
        body: Nothing,
        refuses: ['no_booking_request', 'deposit_charge_failed'],
        detail: { tags: ['Operator'], summary: 'Accept the booking request' },
      },
    )
    .post(
      '/:ref/reject-booking-request',
      async ({ caller, params, body, context }) =>
        answered(await turnDownBookingRequest(app, askedOf({ ...context, caller }), caller, params.ref, whyRejected(body), told)),
      {
        ...quoting,
        body: RejectBody,
        refuses: ['no_booking_request'],
        detail: { tags: ['Operator'], summary: 'Turn the booking request down' },
      },
    )
}

function whyNot(body: typeof DeclineBody.static) {
  return { reasonCode: body.reason_code ?? null, note: body.note ?? null }
}

function whyRejected(body: typeof RejectBody.static) {
  return { reason: body.reason, reasonCode: body.reason_code ?? null }
}
