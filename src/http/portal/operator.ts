import { Elysia } from 'elysia'
import type { House } from '../../actions/house.ts'
import { whoAmI } from '../../actions/me.ts'
import { changeAccount } from '../../actions/operator-settings.ts'
import { AccountBody, AccountEnvelope, asAccount, toAccountChange } from '../contracts/portal.ts'
import { gate } from '../gate.ts'

/** The account itself and how it likes things done. */
export function portalOperatorCounter(house: House) {
  const { storage } = house
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(house))
    .get('/operator', async ({ caller }) => asAccount((await storage.read((db) => whoAmI(db, caller), caller)).operator), {
      forPortal: true,
      response: AccountEnvelope,
      detail: { tags: ['Portal'], summary: 'Read the account and its settings' },
    })
    .patch(
      '/operator',
      async ({ caller, body, visit }) =>
        asAccount(await storage.transact((tx) => changeAccount(tx, caller, toAccountChange(body), visit.now))),
      {
        forPortal: true,
        body: AccountBody,
        response: AccountEnvelope,
        detail: { tags: ['Portal'], summary: 'Change the account and its settings' },
      },
    )
}
