import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { showCaller } from '../../actions/people/me.ts'
import { respondWithRead } from '../contract.ts'
import { MeView } from '../contracts/me.ts'
import { createGate } from '../gate.ts'

/** `GET /api/v1/me`: checks the key and shows its owner. */
export function meRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1' })
    .use(createGate(app))
    .get('/me', ({ caller, context }) => respondWithRead(context, MeView, (db) => showCaller(db, caller)), {
      forOperator: true,
      response: MeView.schema,
      summary: 'Check a credential and read its owner',
    })
}
