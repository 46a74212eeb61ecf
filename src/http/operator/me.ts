import { Elysia } from 'elysia'
import type { House } from '../../actions/house.ts'
import { whoAmI } from '../../actions/me.ts'
import { asMe, MeEnvelope } from '../contracts/me.ts'
import { gate } from '../gate.ts'

/** `GET /api/v1/me`: is this key live, and whose is it? */
export function meCounter(house: House) {
  return new Elysia({ prefix: '/api/v1' })
    .use(gate(house))
    .get('/me', async ({ caller }) => asMe(await house.storage.read((db) => whoAmI(db, caller), caller)), {
      forOperator: true,
      response: MeEnvelope,
      detail: { tags: ['Operator'], summary: 'Check that a credential is live and whose it is' },
    })
}
