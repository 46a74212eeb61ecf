import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { whoAmI } from '../../actions/me.ts'
import { changeAccount } from '../../actions/operator-settings.ts'
import { AccountBody, AccountEnvelope, asAccount, toAccountChange } from '../contracts/portal.ts'
import { gate } from '../gate.ts'

/** The account itself and how it likes things done. */
export function portalOperatorRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get('/operator', async ({ caller }) => asAccount((await storage.read((db) => whoAmI(db, caller), caller)).operator), {
      forPortal: true,
      response: AccountEnvelope,
      detail: { tags: ['Portal'], summary: 'Read the account and its settings' },
    })
    .patch(
      '/operator',
      async ({ caller, body, context }) =>
        asAccount(await storage.transact((tx) => changeAccount(tx, caller, toAccountChange(body), context.now))),
      {
        forPortal: true,
        body: AccountBody,
        response: AccountEnvelope,
        detail: { tags: ['Portal'], summary: 'Change the account and its settings' },
      },
    )
}
