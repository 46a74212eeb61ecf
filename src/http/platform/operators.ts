import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listAccounts, openAccount } from '../../actions/operators.ts'
import { asOperator, Operator, OperatorBody, OperatorEnvelope, toOperator } from '../contracts/operator.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'
import { pageOf, paginated } from '../pagination.ts'
import { input, pageFields } from '../schema.ts'

/** The accounts on this server. */
export function platformOperatorRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/operators' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        pageOf(context, query, (page) => app.storage.read((db) => listAccounts(db, page), caller), asOperator),
      {
        forPlatform: true,
        query: input(pageFields),
        response: paginated(Operator),
        detail: { tags: ['Platform'], summary: 'List operators' },
      },
    )
    .post(
      '',
      ({ body, context }) =>
        once(app, context, async (tx) => {
          const { operator } = await openAccount(tx, toOperator(body, app.closingHours), context.now)
          return { status: 201, body: { data: asOperator(operator) } }
        }),
      {
        forPlatform: true,
        body: OperatorBody,
        response: { 201: OperatorEnvelope },
        detail: { tags: ['Platform'], summary: 'Open an operator account' },
      },
    )
}
