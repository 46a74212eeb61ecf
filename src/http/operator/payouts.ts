import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnPayouts } from '../../actions/payouts.ts'
import { asPayout, Payout, PayoutsQuery } from '../contracts/payout.ts'
import { gate } from '../gate.ts'
import { pageOf, paginated } from '../pagination.ts'

/** What was paid out and what will be. */
export function payoutRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/payouts' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        pageOf(
          context,
          query,
          (page) => app.storage.read((db) => listOwnPayouts(db, caller, { ...page, status: query.status ?? null }), caller),
          asPayout,
        ),
      {
        forOperator: { needs: ['payouts:read'] },
        query: PayoutsQuery,
        response: paginated(Payout),
        detail: { tags: ['Operator'], summary: 'List payouts' },
      },
    )
}
