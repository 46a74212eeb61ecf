import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listEveryPayout, reportPayout, reportPayouts } from '../../actions/money/payouts.ts'
import {
  LedgerPage,
  LedgerQuery,
  PayoutBatchBody,
  PayoutBatchView,
  PayoutBody,
  PayoutView,
  toBatch,
  toLedgerFilter,
  toReport,
} from '../contracts/payout.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { idOrNotFound } from '../schema.ts'

/** Routes of what the platform pays out, and by which it says what has become of the money. */
export function platformPayoutRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/payouts' })
    .use(gate(app))
    .get(
      '',
      ({ query, context }) =>
        list(context, LedgerPage, query, (db, page) => listEveryPayout(db, { ...page, ...toLedgerFilter(query) })),
      { forPlatform: true, query: LedgerQuery, response: LedgerPage.schema, summary: 'List the payouts of every operator' },
    )
    .post(
      '/batch',
      ({ body, context }) => {
        const { ids, said } = toBatch(body)
        return write(context, PayoutBatchView, (tx) => reportPayouts(tx, ids, said, context.now))
      },
      {
        forPlatform: true,
        body: PayoutBatchBody,
        response: PayoutBatchView.schema,
        summary: 'Report what has become of many payouts at once',
      },
    )
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
