import { Elysia } from 'elysia'
import {
  declineWish,
  grantWish,
  listAmendments,
  officeOf,
  proposeAmendment,
  withdrawAmendment,
} from '../../actions/amendments/amendments.ts'
import { previewAmendment } from '../../actions/amendments/preview-amendments.ts'
import type { AppContext } from '../../actions/context.ts'
import { answer, read } from '../contract.ts'
import {
  AmendmentBody,
  AmendmentPreviewBody,
  AmendmentPreviewView,
  AmendmentsView,
  AmendmentView,
  GrantBody,
  RefusalBody,
  toPreviewed,
  toProposal,
  toWishAnswer,
} from '../contracts/amendment.ts'
import { gate } from '../gate.ts'
import { writeInSteps } from '../idempotency.ts'
import { idOrNotFound, input } from '../schema.ts'

const changing = { forPortal: { needs: ['quotes:write'] } } as const
const reading = { forPortal: { needs: ['bookings:read'] } } as const
const refuses = ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'] as const

/** Changes of what was booked, by the operator. */
export function portalAmendmentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/bookings/:ref/amendments' })
    .use(gate(app))
    .get('', ({ caller, params, context }) => read(context, AmendmentsView, (db) => listAmendments(db, caller, params.ref)), {
      ...reading,
      response: AmendmentsView.schema,
      summary: 'List the changes of a booking, the oldest first',
    })
    .post(
      '',
      ({ caller, params, body, context }) =>
        writeInSteps(
          context,
          AmendmentView,
          (idempotent) => proposeAmendment(app, officeOf(caller, params.ref), toProposal(body), idempotent),
          201,
        ),
      {
        ...changing,
        refuses: [
          'not_found',
          'booking_not_confirmed',
          'trip_cancelled',
          'trip_finished',
          'amendment_pending',
          'invalid_transition',
        ],
        body: AmendmentBody,
        response: { 201: AmendmentView.schema },
        summary: 'Change a booking, or ask its customer whether it may be changed',
      },
    )
    .post(
      '/preview',
      async ({ caller, params, body, context }) =>
        answer(context, AmendmentPreviewView, await previewAmendment(app, officeOf(caller, params.ref), toPreviewed(body))),
      {
        ...changing,
        refuses: [...refuses, 'amendment_pending'],
        body: AmendmentPreviewBody,
        response: AmendmentPreviewView.schema,
        summary: 'Preview the money after a change of a booking, and change nothing',
      },
    )
    .post(
      '/:id/apply',
      ({ caller, params: { ref, id }, body, context }) =>
        writeInSteps(context, AmendmentView, (idempotent) =>
          grantWish(app, officeOf(caller, ref), idOrNotFound(id), toWishAnswer(body), idempotent),
        ),
      {
        ...changing,
        refuses,
        body: GrantBody,
        response: AmendmentView.schema,
        summary: 'Grant what a customer wishes, or name its price',
      },
    )
    .post(
      '/:id/decline',
      ({ caller, params: { ref, id }, body, context }) =>
        writeInSteps(context, AmendmentView, (idempotent) =>
          declineWish(app, officeOf(caller, ref), idOrNotFound(id), body.reason, idempotent),
        ),
      {
        ...changing,
        refuses,
        body: RefusalBody,
        response: AmendmentView.schema,
        summary: 'Say no to what a customer wishes, and why',
      },
    )
    .post(
      '/:id/withdraw',
      ({ caller, params: { ref, id }, context }) =>
        writeInSteps(context, AmendmentView, (idempotent) =>
          withdrawAmendment(app, officeOf(caller, ref), idOrNotFound(id), idempotent),
        ),
      {
        ...changing,
        refuses,
        body: input({}),
        response: AmendmentView.schema,
        summary: 'Take back what was proposed to a customer',
      },
    )
}
