import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { arePaymentsRefused, createReadinessCheck } from '../actions/maintenance/health.ts'
import { respondWithThing } from './contract.ts'
import { AliveView, ReadyView } from './contracts/health.ts'
import { createGate } from './gate.ts'

/** Health routes for a supervisor: `/livez` shows that the process answers, `/readyz` that it can work. They have no rate limit. */
export function healthRoutes(app: AppContext) {
  const mustBeReady = createReadinessCheck(app)
  return new Elysia()
    .use(createGate(app))
    .get('/livez', ({ context }) => respondWithThing(context, AliveView, null), { response: AliveView.schema })
    .get(
      '/readyz',
      async ({ context, query }) => {
        await mustBeReady()
        const warnings = 'verbose' in query ? app.membership.warnings() : null
        return respondWithThing(context, ReadyView, { isTestMode: app.isTestMode, isRefused: arePaymentsRefused(app), warnings })
      },
      { response: ReadyView.schema },
    )
}
