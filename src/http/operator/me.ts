import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { whoAmI } from '../../actions/me.ts'
import { asMe, MeEnvelope } from '../contracts/me.ts'
import { gate } from '../gate.ts'

/** `GET /api/v1/me`: is this key live, and whose is it? */
export function meRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1' })
    .use(gate(app))
    .get('/me', async ({ caller }) => asMe(await app.storage.read((db) => whoAmI(db, caller), caller)), {
      forOperator: true,
      response: MeEnvelope,
      detail: { tags: ['Operator'], summary: 'Check that a credential is live and whose it is' },
    })
}
