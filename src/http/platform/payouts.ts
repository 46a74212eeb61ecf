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
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { parseIdOrRefuse } from '../schema.ts'

/** Routes of the platform's payouts and their reported status. */
export function platformPayoutRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/payouts' })
    .use(createGate(app))
    .get(
      '',
      ({ query, context }) =>
        respondWithList(context, LedgerPage, query, (db, page) => listEveryPayout(db, { ...page, ...toLedgerFilter(query) })),
      { forPlatform: true, query: LedgerQuery, response: LedgerPage.schema, summary: 'List the payouts of every operator' },
    )
    .post(
      '/batch',
      ({ body, context }) => {
        const { ids, said } = toBatch(body)
        return respondWithWrite(context, PayoutBatchView, (tx) => reportPayouts(tx, ids, said, context.now))
      },
      {
        forPlatform: true,
        body: PayoutBatchBody,
        response: PayoutBatchView.schema,
        summary: 'Report the status of several payouts',
      },
    )
    .post(
      '/:id',
      ({ params, body, context }) =>
        respondWithWrite(context, PayoutView, (tx) => reportPayout(tx, parseIdOrRefuse(params.id), toReport(body), context.now)),
      {
        forPlatform: true,
        body: PayoutBody,
        response: PayoutView.schema,
        refuses: ['invalid_transition'],
        summary: 'Report the status of a payout',
      },
    )
}
