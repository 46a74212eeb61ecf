import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeAccount } from '../../actions/office/operator-settings.ts'
import { findOwnOperator } from '../../actions/people/own-operator.ts'
import { respondWithRead } from '../contract.ts'
import { AccountBody, AccountView, toAccountChange } from '../contracts/portal.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'

/** Routes of the account and its settings. */
export function portalOperatorRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get('/operator', ({ caller, context }) => respondWithRead(context, AccountView, (db) => findOwnOperator(db, caller)), {
      forPortal: true,
      response: AccountView.schema,
      summary: 'Read the account and its settings',
    })
    .patch(
      '/operator',
      ({ caller, body, context }) =>
        respondWithWrite(context, AccountView, (tx) => changeAccount(tx, app, caller, toAccountChange(body), context.now)),
      {
        forPortal: { admin: true },
        body: AccountBody,
        response: AccountView.schema,
        summary: 'Change the account and its settings',
      },
    )
}
