import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnDues, listOwnPayments } from '../../actions/dues.ts'
import { AccountPaymentPage, DuePage, DuesQuery, PaymentsQuery, toPaymentsFilter } from '../contracts/due.ts'
import { gate } from '../gate.ts'
import { list } from '../pagination.ts'

const reading = { forPortal: { needs: ['bookings:read'] } } as const

/** What customers owe, and what they have paid. */
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
}
