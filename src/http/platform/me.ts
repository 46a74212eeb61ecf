import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { respondWithRead } from '../contract.ts'
import { PlatformMeView } from '../contracts/me.ts'
import { createGate } from '../gate.ts'

/** `GET /platform/v1/me`: checks the credential and shows its owner. */
export function platformMeRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1' })
    .use(createGate(app))
    .get('/me', ({ caller, context }) => respondWithRead(context, PlatformMeView, async () => caller), {
      forPlatform: true,
      response: PlatformMeView.schema,
      summary: 'Check a marketplace credential and read its owner',
    })
}
