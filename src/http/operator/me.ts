import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { whoAmI } from '../../actions/people/me.ts'
import { read } from '../contract.ts'
import { MeView } from '../contracts/me.ts'
import { gate } from '../gate.ts'

/** `GET /api/v1/me`: is this key live, and whose is it? */
export function meRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1' })
    .use(gate(app))
    .get('/me', ({ caller, context }) => read(context, MeView, (db) => whoAmI(db, caller)), {
      forOperator: true,
      response: MeView.schema,
      summary: 'Check that a credential is live and whose it is',
    })
}
