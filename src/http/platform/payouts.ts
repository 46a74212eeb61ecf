import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { reportPayout } from '../../actions/payouts.ts'
import { PayoutBody, PayoutView, toReport } from '../contracts/payout.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

/** Where the platform says what has become of the money. */
export function platformPayoutRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/payouts' })
    .use(gate(app))
    .post(
      '/:id',
      ({ params, body, context }) =>
        write(context, PayoutView, (tx) => reportPayout(tx, idOrNotFound(params.id), toReport(body), context.now)),
      {
        forPlatform: true,
        body: PayoutBody,
        response: PayoutView.schema,
        refuses: ['invalid_transition'],
        summary: 'Report what has become of a payout',
      },
    )
}
