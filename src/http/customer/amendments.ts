import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { acceptAmendment, declineAmendment, requestAmendment } from '../../actions/customers/customer-amendments.ts'
import {
  CustomerAmendmentView,
  DeclineAmendmentBody,
  toChangeRequest,
  toDeclineReason,
  WishBody,
} from '../contracts/amendment.ts'
import { PayBody } from '../contracts/money.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps } from '../idempotency.ts'
import { parseIdOrRefuse } from '../schema.ts'

const answering = ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'] as const

/** Routes of a customer's changes to a booking: request, approve or decline. */
export function customerAmendmentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1/trip/amendments' })
    .use(createGate(app))
    .post(
      '',
      ({ caller, body, context }) =>
        respondWithSteps(
          context,
          CustomerAmendmentView,
          (idempotent) => requestAmendment(app, caller, toChangeRequest(body), idempotent),
          201,
        ),
      {
        forCustomer: true,
        refuses: ['booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'amendment_pending', 'invalid_transition'],
        body: WishBody,
        response: { 201: CustomerAmendmentView.schema },
        summary: 'Request a change to the booking',
      },
    )
    .post(
      '/:id/accept',
      ({ caller, params, body, context }) =>
        respondWithSteps(context, CustomerAmendmentView, (idempotent) =>
          acceptAmendment(app, caller, parseIdOrRefuse(params.id), body.payment_method ?? null, idempotent),
        ),
      {
        forCustomer: true,
        refuses: [...answering, 'deposit_charge_failed'],
        body: PayBody,
        response: CustomerAmendmentView.schema,
        summary: 'Approve a change, and pay the difference if nothing else is due',
      },
    )
    .post(
      '/:id/decline',
      ({ caller, params, body, context }) =>
        respondWithSteps(context, CustomerAmendmentView, (idempotent) =>
          declineAmendment(app, caller, parseIdOrRefuse(params.id), toDeclineReason(body), idempotent),
        ),
      {
        forCustomer: true,
        refuses: answering,
        body: DeclineAmendmentBody,
        response: CustomerAmendmentView.schema,
        summary: 'Decline a change',
      },
    )
}
