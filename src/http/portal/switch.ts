import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnAccounts, switchOperator } from '../../actions/people/sign-in.ts'
import { respondWithRead } from '../contract.ts'
import { AccountsView, IssuedView, SwitchBody, toAccountSwitch } from '../contracts/sign-in.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'

/** Routes to another account of the same person. */
export function portalSwitchRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get('/accounts', ({ caller, context }) => respondWithRead(context, AccountsView, (db) => listOwnAccounts(db, caller)), {
      forPortal: true,
      response: AccountsView.schema,
      summary: 'List the accounts with your email address',
    })
    .post(
      '/switch',
      ({ caller, body, bearer, context }) =>
        respondWithWrite(
          context,
          IssuedView,
          (tx) => switchOperator(tx, caller, toAccountSwitch(body, bearer), context.now),
          201,
        ),
      {
        forPortal: true,
        refuses: ['not_found'],
        body: SwitchBody,
        response: { 201: IssuedView.schema },
        summary: 'Sign in to another account with your email address',
      },
    )
}
