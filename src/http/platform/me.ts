import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { read } from '../contract.ts'
import { PlatformMeView } from '../contracts/me.ts'
import { gate } from '../gate.ts'

/** `GET /platform/v1/me`: is this credential live, and whose is it? */
export function platformMeRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1' })
    .use(gate(app))
    .get('/me', ({ caller, context }) => read(context, PlatformMeView, async () => caller), {
      forPlatform: true,
      response: PlatformMeView.schema,
      summary: 'Check that a credential of the marketplace is live and whose it is',
    })
}
