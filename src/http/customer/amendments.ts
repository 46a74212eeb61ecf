import { Elysia } from 'elysia'
import { acceptAmendment, declineAmendment, wishAmendment } from '../../actions/amendments/customer-amendments.ts'
import type { AppContext } from '../../actions/context.ts'
import { CustomerAmendmentView, DeclineAmendmentBody, toDeclineReason, toWish, WishBody } from '../contracts/amendment.ts'
import { PayBody } from '../contracts/money.ts'
import { gate } from '../gate.ts'
import { writeInSteps } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

const answering = ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'] as const

/** Routes of a customer's changes to what they booked: wish for one, agree or not. */
export function customerAmendmentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1/trip/amendments' })
    .use(gate(app))
    .post(
      '',
      ({ caller, body, context }) =>
        writeInSteps(context, CustomerAmendmentView, (idempotent) => wishAmendment(app, caller, toWish(body), idempotent), 201),
      {
        forCustomer: true,
        refuses: ['booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'amendment_pending', 'invalid_transition'],
        body: WishBody,
        response: { 201: CustomerAmendmentView.schema },
        summary: 'Wish for a change of what is booked',
      },
    )
    .post(
      '/:id/accept',
      ({ caller, params, body, context }) =>
        writeInSteps(context, CustomerAmendmentView, (idempotent) =>
          acceptAmendment(app, caller, idOrNotFound(params.id), body.payment_method ?? null, idempotent),
        ),
      {
        forCustomer: true,
        refuses: [...answering, 'deposit_charge_failed'],
        body: PayBody,
        response: CustomerAmendmentView.schema,
        summary: 'Agree to a change, and pay for it where nothing else is due',
      },
    )
    .post(
      '/:id/decline',
      ({ caller, params, body, context }) =>
        writeInSteps(context, CustomerAmendmentView, (idempotent) =>
          declineAmendment(app, caller, idOrNotFound(params.id), toDeclineReason(body), idempotent),
        ),
      {
        forCustomer: true,
        refuses: answering,
        body: DeclineAmendmentBody,
        response: CustomerAmendmentView.schema,
        summary: 'Say no to a change',
      },
    )
}
