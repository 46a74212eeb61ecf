import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeAccount } from '../../actions/office/operator-settings.ts'
import { operatorOf } from '../../actions/quotes/jobs.ts'
import { read } from '../contract.ts'
import { AccountBody, AccountView, toAccountChange } from '../contracts/portal.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'

/** The account itself and how it likes things done. */
export function portalOperatorRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get('/operator', ({ caller, context }) => read(context, AccountView, (db) => operatorOf(db, caller)), {
      forPortal: true,
      response: AccountView.schema,
      summary: 'Read the account and its settings',
    })
    .patch(
      '/operator',
      ({ caller, body, context }) =>
        write(context, AccountView, (tx) => changeAccount(tx, app, caller, toAccountChange(body), context.now)),
      {
        forPortal: { admin: true },
        body: AccountBody,
        response: AccountView.schema,
        summary: 'Change the account and its settings',
      },
    )
}
