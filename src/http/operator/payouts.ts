import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnPayouts } from '../../actions/money/payouts.ts'
import { PayoutPage, PayoutsQuery } from '../contracts/payout.ts'
import { createGate } from '../gate.ts'
import { respondWithList } from '../pagination.ts'

/** The route of an operator's payouts, past and future. */
export function payoutRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/payouts' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, PayoutPage, query, (db, page) =>
          listOwnPayouts(db, caller, { ...page, status: query.status ?? null }),
        ),
      { forOperator: { needs: ['payouts:read'] }, query: PayoutsQuery, response: PayoutPage.schema, summary: 'List payouts' },
    )
}
