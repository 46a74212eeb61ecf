import { Elysia } from 'elysia'
import { addExtra, removeExtra } from '../../actions/bookings/extras.ts'
import type { AppContext } from '../../actions/context.ts'
import { markRefundSent, recordPayment, reversePayment } from '../../actions/money/booking-payments.ts'
import { NoContent } from '../contract.ts'
import { BookingView } from '../contracts/booking.ts'
import { ExtraBody, PaymentBody, ReversalBody, SentBody, toExtra, toReceivedMoney } from '../contracts/money.ts'
import { gate } from '../gate.ts'
import { write, writeInSteps } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

const keeping = { forPortal: { needs: ['bookings:read'] } } as const

/** The books of a booking: what came in, what was taken back, what was sent, and what came on top of the price. */
export function portalMoneyRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/bookings/:ref' })
    .use(gate(app))
    .post(
      '/payments',
      ({ caller, params, body, context }) =>
        writeInSteps(
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
        summary: 'Record money received for a booking',
      },
    )
    .post(
      '/payments/:id/reverse',
      ({ caller, params: { ref, id }, body, context }) =>
        writeInSteps(context, BookingView, (idempotent) =>
          reversePayment(app, caller, { ref, paymentId: idOrNotFound(id) }, body.reason, idempotent),
        ),
      {
        ...keeping,
        refuses: ['not_found', 'booking_not_confirmed', 'invalid_transition'],
        body: ReversalBody,
        response: BookingView.schema,
        summary: 'Take back a payment that was recorded by mistake or lost again',
      },
    )
    .post(
      '/payments/:id/sent',
      ({ caller, params: { ref, id }, body, context }) =>
        writeInSteps(context, BookingView, (idempotent) =>
          markRefundSent(app, caller, { ref, paymentId: idOrNotFound(id) }, body.reference ?? null, idempotent),
        ),
      {
        ...keeping,
        refuses: ['not_found', 'booking_not_confirmed', 'invalid_transition'],
        body: SentBody,
        response: BookingView.schema,
        summary: 'A refund that goes by hand has been sent',
      },
    )
    .post(
      '/extras',
      ({ caller, params, body, context }) =>
        write(context, BookingView, (tx) => addExtra(tx, caller, params.ref, toExtra(body), context.now), 201),
      {
        ...keeping,
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished'],
        body: ExtraBody,
        response: { 201: BookingView.schema },
        summary: 'Ask for more than the price',
      },
    )
    .delete(
      '/extras/:id',
      ({ caller, params: { ref, id }, context }) =>
        write(context, NoContent, (tx) => removeExtra(tx, caller, ref, idOrNotFound(id), context.now), 204),
      {
        ...keeping,
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished', 'invalid_transition'],
        summary: 'Take an extra back that has not been paid',
      },
    )
}
