import { Elysia } from 'elysia'
import {
  declineWish,
  grantWish,
  listAmendmentsOfTrip,
  platformOffice,
  proposeAmendment,
  withdrawAmendment,
} from '../../actions/amendments/amendments.ts'
import type { AppContext } from '../../actions/context.ts'
import { read } from '../contract.ts'
import {
  AmendmentBody,
  AmendmentsView,
  AmendmentView,
  GrantBody,
  RefusalBody,
  toProposal,
  toWishAnswer,
} from '../contracts/amendment.ts'
import { gate } from '../gate.ts'
import { writeInSteps } from '../idempotency.ts'
import { idOrNotFound, input } from '../schema.ts'

const changing = { forPlatform: true } as const
const refuses = ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'] as const

/** Routes by which the platform changes what was booked. */
export function platformAmendmentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/trips/:ref/amendments' })
    .use(gate(app))
    .get('', ({ params, context }) => read(context, AmendmentsView, (db) => listAmendmentsOfTrip(db, params.ref)), {
      ...changing,
      response: AmendmentsView.schema,
      summary: 'List the changes of a booking, the oldest first',
    })
    .post(
      '',
      ({ params, body, context }) =>
        writeInSteps(
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
        summary: 'Change a booking, or ask its customer whether it may be changed',
      },
    )
    .post(
      '/:id/apply',
      ({ params: { ref, id }, body, context }) =>
        writeInSteps(context, AmendmentView, (idempotent) =>
          grantWish(app, platformOffice(ref), idOrNotFound(id), toWishAnswer(body), idempotent),
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
      ({ params: { ref, id }, body, context }) =>
        writeInSteps(context, AmendmentView, (idempotent) =>
          declineWish(app, platformOffice(ref), idOrNotFound(id), body.reason, idempotent),
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
      ({ params: { ref, id }, context }) =>
        writeInSteps(context, AmendmentView, (idempotent) =>
          withdrawAmendment(app, platformOffice(ref), idOrNotFound(id), idempotent),
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
