import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnDues, listOwnPayments } from '../../actions/money/dues.ts'
import { settleOwnPayment } from '../../actions/payments/settled-payments.ts'
import { listMoneyToSettle, showTripMoney } from '../../actions/payments/trip-money.ts'
import { respondWithRead } from '../contract.ts'
import { AccountPaymentPage, DuePage, DuesQuery, PaymentsQuery, toPaymentsFilter } from '../contracts/due.ts'
import { SentBody } from '../contracts/money.ts'
import { MoneyToSettleView, TripMoneyView, UnsettledPaymentView } from '../contracts/trip-money.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { parseIdOrRefuse } from '../schema.ts'

const reading = { forPortal: { needs: ['bookings:read'] } } as const

/** Routes of amounts due, payments, and payments that need attention. */
export function portalDueRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/dues',
      ({ caller, query, context }) =>
        respondWithList(context, DuePage, query, (db, page) =>
          listOwnDues(db, caller, { ...page, status: query.status ?? null }, context.now),
        ),
      {
        ...reading,
        query: DuesQuery,
        response: DuePage.schema,
        summary: 'List bookings with an amount due, the longest overdue first',
      },
    )
    .get(
      '/payments',
      ({ caller, query, context }) =>
        respondWithList(context, AccountPaymentPage, query, (db, page) =>
          listOwnPayments(db, caller, { ...page, ...toPaymentsFilter(query) }, context.now),
        ),
      {
        ...reading,
        query: PaymentsQuery,
        response: AccountPaymentPage.schema,
        summary: 'List payments and refunds, the newest first',
      },
    )
    .get(
      '/trips/:ref/payments',
      ({ caller, params, context }) =>
        respondWithRead(context, TripMoneyView, (db) => showTripMoney(db, app, caller, params.ref, context.now)),
      {
        ...reading,
        refuses: ['not_found'],
        response: TripMoneyView.schema,
        summary: 'Read all payments of a trip, and the amount its customer can pay on a page',
      },
    )
    .get(
      '/payments/to-settle',
      ({ caller, context }) => respondWithRead(context, MoneyToSettleView, (db) => listMoneyToSettle(db, app, caller)),
      {
        ...reading,
        response: MoneyToSettleView.schema,
        summary: 'Read payments that need attention: in doubt, failed refunds and unknown provider transactions',
      },
    )
    .post(
      '/payments/:id/settled-by-hand',
      ({ caller, params, body, context }) =>
        respondWithSteps(context, UnsettledPaymentView, (idempotent) =>
          settleOwnPayment(app, caller, parseIdOrRefuse(params.id), body.reference ?? null, idempotent),
        ),
      {
        ...reading,
        refuses: ['not_found', 'invalid_transition', 'no_payment_due'],
        body: SentBody,
        response: UnsettledPaymentView.schema,
        summary: 'Settle by hand a payment in doubt or a refund without a booking',
      },
    )
}
