import { Elysia } from 'elysia'
import { addExtra, removeExtra } from '../../actions/bookings/extras.ts'
import type { AppContext } from '../../actions/context.ts'
import { markRefundSent, recordPayment, reversePayment } from '../../actions/payments/booking-payments.ts'
import { NoContent } from '../contract.ts'
import { BookingView } from '../contracts/booking.ts'
import { ExtraBody, PaymentBody, ReversalBody, SentBody, toExtra, toReceivedMoney } from '../contracts/money.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'
import { parseIdOrRefuse } from '../schema.ts'

const keeping = { forPortal: { needs: ['bookings:read'] } } as const

/** Routes of a booking's ledger: payments, reversals, refunds and extra charges. */
export function portalMoneyRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/bookings/:ref' })
    .use(createGate(app))
    .post(
      '/payments',
      ({ caller, params, body, context }) =>
        respondWithSteps(
          context,
          BookingView,
          (idempotent) => recordPayment(app, caller, params.ref, toReceivedMoney(body), idempotent),
          201,
        ),
      {
        ...keeping,
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled'],
        body: PaymentBody,
        response: { 201: BookingView.schema },
        summary: 'Record a payment for a booking',
      },
    )
    .post(
      '/payments/:id/reverse',
      ({ caller, params: { ref, id }, body, context }) =>
        respondWithSteps(context, BookingView, (idempotent) =>
          reversePayment(app, caller, { ref, paymentId: parseIdOrRefuse(id) }, body.reason, idempotent),
        ),
      {
        ...keeping,
        refuses: ['not_found', 'booking_not_confirmed', 'invalid_transition'],
        body: ReversalBody,
        response: BookingView.schema,
        summary: 'Reverse a recorded payment that was a mistake or bounced',
      },
    )
    .post(
      '/payments/:id/sent',
      ({ caller, params: { ref, id }, body, context }) =>
        respondWithSteps(context, BookingView, (idempotent) =>
          markRefundSent(app, caller, { ref, paymentId: parseIdOrRefuse(id) }, body.reference ?? null, idempotent),
        ),
      {
        ...keeping,
        refuses: ['not_found', 'booking_not_confirmed', 'invalid_transition'],
        body: SentBody,
        response: BookingView.schema,
        summary: 'Mark a refund as sent by hand',
      },
    )
    .post(
      '/extras',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, BookingView, (tx) => addExtra(tx, caller, params.ref, toExtra(body), context.now), 201),
      {
        ...keeping,
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished'],
        body: ExtraBody,
        response: { 201: BookingView.schema },
        summary: 'Add an extra charge',
      },
    )
    .delete(
      '/extras/:id',
      ({ caller, params: { ref, id }, context }) =>
        respondWithWrite(context, NoContent, (tx) => removeExtra(tx, caller, ref, parseIdOrRefuse(id), context.now), 204),
      {
        ...keeping,
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'],
        summary: 'Remove an unpaid extra charge',
      },
    )
}
