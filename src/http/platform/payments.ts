import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listEveryPayment, listUnclaimedMoney } from '../../actions/trips/marketplace-desk.ts'
import { read } from '../contract.ts'
import { DeskPaymentPage, DeskPaymentsQuery, toDeskPaymentsFilter } from '../contracts/due.ts'
import { UnclaimedMoneyView } from '../contracts/trip-money.ts'
import { gate } from '../gate.ts'
import { list } from '../pagination.ts'

/** Routes of what the marketplace's customers paid. */
export function platformPaymentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/payments' })
    .use(gate(app))
    .get(
      '',
      ({ query, context }) =>
        list(context, DeskPaymentPage, query, (db, page) =>
          listEveryPayment(db, { ...page, ...toDeskPaymentsFilter(query) }, context.now),
        ),
      {
        forPlatform: true,
        query: DeskPaymentsQuery,
        response: DeskPaymentPage.schema,
        summary: 'List what customers of the marketplace paid and were refunded, the last written down first',
      },
    )
    .get('/to-settle', ({ context }) => read(context, UnclaimedMoneyView, listUnclaimedMoney), {
      forPlatform: true,
      response: UnclaimedMoneyView.schema,
      summary: 'Read what somebody has to see to and no operator is told of: money that no payment knows of since a restore',
    })
}
