import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnDues, listOwnPayments } from '../../actions/money/dues.ts'
import { settleOwnPayment } from '../../actions/money/settled-payments.ts'
import { listMoneyToSettle, showTripMoney } from '../../actions/money/trip-money.ts'
import { read } from '../contract.ts'
import { AccountPaymentPage, DuePage, DuesQuery, PaymentsQuery, toPaymentsFilter } from '../contracts/due.ts'
import { SentBody } from '../contracts/money.ts'
import { MoneyToSettleView, TripMoneyView, UnsettledPaymentView } from '../contracts/trip-money.ts'
import { gate } from '../gate.ts'
import { writeInSteps } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { idOrNotFound } from '../schema.ts'

const reading = { forPortal: { needs: ['bookings:read'] } } as const

/** Routes of what customers owe and paid, how that stands with who moves the money, and what is to be seen to. */
export function portalDueRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get(
      '/dues',
      ({ caller, query, context }) =>
        list(context, DuePage, query, (db, page) =>
          listOwnDues(db, caller, { ...page, status: query.status ?? null }, context.now),
        ),
      {
        ...reading,
        query: DuesQuery,
        response: DuePage.schema,
        summary: 'List bookings with money owing, what has been owed longest first',
      },
    )
    .get(
      '/payments',
      ({ caller, query, context }) =>
        list(context, AccountPaymentPage, query, (db, page) =>
          listOwnPayments(db, caller, { ...page, ...toPaymentsFilter(query) }, context.now),
        ),
      {
        ...reading,
        query: PaymentsQuery,
        response: AccountPaymentPage.schema,
        summary: 'List what was paid and refunded, the last written down first',
      },
    )
    .get(
      '/trips/:ref/payments',
      ({ caller, params, context }) =>
        read(context, TripMoneyView, (db) => showTripMoney(db, app, caller, params.ref, context.now)),
      {
        ...reading,
        refuses: ['not_found'],
        response: TripMoneyView.schema,
        summary: 'Read how each payment of a trip stands, booked or not, and what its customer could pay on a page',
      },
    )
    .get(
      '/payments/to-settle',
      ({ caller, context }) => read(context, MoneyToSettleView, (db) => listMoneyToSettle(db, app, caller)),
      {
        ...reading,
        response: MoneyToSettleView.schema,
        summary:
          'Read what somebody has to see to: payments in doubt, refunds that have not gone, and money nobody knows of since a restore',
      },
    )
    .post(
      '/payments/:id/settled-by-hand',
      ({ caller, params, body, context }) =>
        writeInSteps(context, UnsettledPaymentView, (idempotent) =>
          settleOwnPayment(app, caller, idOrNotFound(params.id), body.reference ?? null, idempotent),
        ),
      {
        ...reading,
        refuses: ['not_found', 'invalid_transition', 'no_payment_due'],
        body: SentBody,
        response: UnsettledPaymentView.schema,
        summary: 'The money of a payment in doubt is there, or a refund without a booking has been sent by hand',
      },
    )
}
