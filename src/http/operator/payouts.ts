import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnPayouts } from '../../actions/money/payouts.ts'
import { PayoutPage, PayoutsQuery } from '../contracts/payout.ts'
import { gate } from '../gate.ts'
import { list } from '../pagination.ts'

/** The route of an operator's payouts, paid and to come. */
export function payoutRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/payouts' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        list(context, PayoutPage, query, (db, page) => listOwnPayouts(db, caller, { ...page, status: query.status ?? null })),
      { forOperator: { needs: ['payouts:read'] }, query: PayoutsQuery, response: PayoutPage.schema, summary: 'List payouts' },
    )
}
