import { Elysia } from 'elysia'
import { buildOperatorOffice } from '../../actions/amendments/amending-office.ts'
import {
  declineChangeRequest,
  grantChangeRequest,
  listAmendments,
  proposeAmendment,
  withdrawAmendment,
} from '../../actions/amendments/amendments.ts'
import { previewAmendment } from '../../actions/amendments/preview-amendments.ts'
import type { AppContext } from '../../actions/context.ts'
import { respondWithRead, respondWithThing } from '../contract.ts'
import {
  AmendmentBody,
  AmendmentPreviewBody,
  AmendmentPreviewView,
  AmendmentsView,
  AmendmentView,
  GrantBody,
  RefusalBody,
  toChangeRequestAnswer,
  toPreviewed,
  toProposal,
} from '../contracts/amendment.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps } from '../idempotency.ts'
import { input, parseIdOrRefuse } from '../schema.ts'

const changing = { forPortal: { needs: ['quotes:write'] } } as const
const reading = { forPortal: { needs: ['bookings:read'] } } as const
const refuses = ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'] as const

/** Routes for the operator's changes to bookings. */
export function portalAmendmentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/bookings/:ref/amendments' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, params, context }) => respondWithRead(context, AmendmentsView, (db) => listAmendments(db, caller, params.ref)),
      {
        ...reading,
        response: AmendmentsView.schema,
        summary: 'List the changes to a booking, the oldest first',
      },
    )
    .post(
      '',
      ({ caller, params, body, context }) =>
        respondWithSteps(
          context,
          AmendmentView,
          (idempotent) => proposeAmendment(app, buildOperatorOffice(caller, params.ref), toProposal(body), idempotent),
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
        summary: 'Change a booking, or send the change to the customer for approval',
      },
    )
    .post(
      '/preview',
      async ({ caller, params, body, context }) =>
        respondWithThing(
          context,
          AmendmentPreviewView,
          await previewAmendment(app, buildOperatorOffice(caller, params.ref), toPreviewed(body)),
        ),
      {
        ...changing,
        refuses: [...refuses, 'amendment_pending'],
        body: AmendmentPreviewBody,
        response: AmendmentPreviewView.schema,
        summary: 'Preview the amounts of a change to a booking',
      },
    )
    .post(
      '/:id/apply',
      ({ caller, params: { ref, id }, body, context }) =>
        respondWithSteps(context, AmendmentView, (idempotent) =>
          grantChangeRequest(app, buildOperatorOffice(caller, ref), parseIdOrRefuse(id), toChangeRequestAnswer(body), idempotent),
        ),
      {
        ...changing,
        refuses,
        body: GrantBody,
        response: AmendmentView.schema,
        summary: 'Accept a requested change, or quote a price for it',
      },
    )
    .post(
      '/:id/decline',
      ({ caller, params: { ref, id }, body, context }) =>
        respondWithSteps(context, AmendmentView, (idempotent) =>
          declineChangeRequest(app, buildOperatorOffice(caller, ref), parseIdOrRefuse(id), body.reason, idempotent),
        ),
      {
        ...changing,
        refuses,
        body: RefusalBody,
        response: AmendmentView.schema,
        summary: 'Decline a requested change, with a reason',
      },
    )
    .post(
      '/:id/withdraw',
      ({ caller, params: { ref, id }, context }) =>
        respondWithSteps(context, AmendmentView, (idempotent) =>
          withdrawAmendment(app, buildOperatorOffice(caller, ref), parseIdOrRefuse(id), idempotent),
        ),
      {
        ...changing,
        refuses,
        body: input({}),
        response: AmendmentView.schema,
        summary: 'Withdraw a proposed change',
      },
    )
}
