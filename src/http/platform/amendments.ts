import { Elysia } from 'elysia'
import { platformOffice } from '../../actions/amendments/amending-office.ts'
import {
  declineChangeRequest,
  grantChangeRequest,
  listAmendmentsOfTrip,
  proposeAmendment,
  withdrawAmendment,
} from '../../actions/amendments/amendments.ts'
import type { AppContext } from '../../actions/context.ts'
import { respondWithRead } from '../contract.ts'
import {
  AmendmentBody,
  AmendmentsView,
  AmendmentView,
  GrantBody,
  RefusalBody,
  toChangeRequestAnswer,
  toProposal,
} from '../contracts/amendment.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps } from '../idempotency.ts'
import { input, parseIdOrRefuse } from '../schema.ts'

const changing = { forPlatform: true } as const
const refuses = ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'] as const

/** Routes for the platform's changes to bookings. */
export function platformAmendmentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/trips/:ref/amendments' })
    .use(createGate(app))
    .get('', ({ params, context }) => respondWithRead(context, AmendmentsView, (db) => listAmendmentsOfTrip(db, params.ref)), {
      ...changing,
      response: AmendmentsView.schema,
      summary: 'List the changes to a booking, the oldest first',
    })
    .post(
      '',
      ({ params, body, context }) =>
        respondWithSteps(
          context,
          AmendmentView,
          (idempotent) => proposeAmendment(app, platformOffice(params.ref), toProposal(body), idempotent),
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
      '/:id/apply',
      ({ params: { ref, id }, body, context }) =>
        respondWithSteps(context, AmendmentView, (idempotent) =>
          grantChangeRequest(app, platformOffice(ref), parseIdOrRefuse(id), toChangeRequestAnswer(body), idempotent),
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
      ({ params: { ref, id }, body, context }) =>
        respondWithSteps(context, AmendmentView, (idempotent) =>
          declineChangeRequest(app, platformOffice(ref), parseIdOrRefuse(id), body.reason, idempotent),
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
      ({ params: { ref, id }, context }) =>
        respondWithSteps(context, AmendmentView, (idempotent) =>
          withdrawAmendment(app, platformOffice(ref), parseIdOrRefuse(id), idempotent),
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
