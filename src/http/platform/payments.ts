import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listEveryPayment, listUnclaimedMoney } from '../../actions/trips/marketplace-desk.ts'
import { respondWithRead } from '../contract.ts'
import { DeskPaymentPage, DeskPaymentsQuery, toDeskPaymentsFilter } from '../contracts/due.ts'
import { UnclaimedMoneyView } from '../contracts/trip-money.ts'
import { createGate } from '../gate.ts'
import { respondWithList } from '../pagination.ts'

/** Routes of payments by the marketplace's customers. */
export function platformPaymentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/payments' })
    .use(createGate(app))
    .get(
      '',
      ({ query, context }) =>
        respondWithList(context, DeskPaymentPage, query, (db, page) =>
          listEveryPayment(db, { ...page, ...toDeskPaymentsFilter(query) }, context.now),
        ),
      {
        forPlatform: true,
        query: DeskPaymentsQuery,
        response: DeskPaymentPage.schema,
        summary: "List payments and refunds of the marketplace's customers, the newest first",
      },
    )
    .get('/to-settle', ({ context }) => respondWithRead(context, UnclaimedMoneyView, listUnclaimedMoney), {
      forPlatform: true,
      response: UnclaimedMoneyView.schema,
      summary: 'Read unknown provider transactions since a restore, which need attention',
    })
}
