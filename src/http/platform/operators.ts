import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listAccounts, openAccount } from '../../actions/operators.ts'
import { OperatorBody, OperatorPage, OperatorView, toOperator } from '../contracts/operator.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { input, pageFields } from '../schema.ts'

/** The accounts on this server. */
export function platformOperatorRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/operators' })
    .use(gate(app))
    .get('', ({ query, context }) => list(context, OperatorPage, query, listAccounts), {
      forPlatform: true,
      query: input(pageFields),
      response: OperatorPage.schema,
      summary: 'List operators',
    })
    .post(
      '',
      ({ body, context }) =>
        write(context, OperatorView, (tx) => openAccount(tx, toOperator(body, app.closingHours), context.now), 201),
      { forPlatform: true, body: OperatorBody, response: { 201: OperatorView.schema }, summary: 'Open an operator account' },
    )
}
