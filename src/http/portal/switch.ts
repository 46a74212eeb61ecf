import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnAccounts, switchOperator } from '../../actions/people/sign-in.ts'
import { read } from '../contract.ts'
import { AccountsView, IssuedView, SwitchBody, toAccountSwitch } from '../contracts/sign-in.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'

/** The routes from one operator's account to another of the same person's. */
export function portalSwitchRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get('/accounts', ({ caller, context }) => read(context, AccountsView, (db) => listOwnAccounts(db, caller)), {
      forPortal: true,
      response: AccountsView.schema,
      summary: 'List the accounts with the same address',
    })
    .post(
      '/switch',
      ({ caller, body, bearer, context }) =>
        write(context, IssuedView, (tx) => switchOperator(tx, caller, toAccountSwitch(body, bearer), context.now), 201),
      {
        forPortal: true,
        refuses: ['not_found'],
        body: SwitchBody,
        response: { 201: IssuedView.schema },
        summary: 'Sign in on another account with the same address',
      },
    )
}
