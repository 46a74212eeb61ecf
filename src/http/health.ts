import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { arePaymentsRefused, readinessOf } from '../actions/server/health.ts'
import { answer } from './contract.ts'
import { AliveView, ReadyView } from './contracts/health.ts'
import { gate } from './gate.ts'

/** Routes that a supervisor asks: does the process answer, and can it work? They count no one and tell no version. */
export function healthRoutes(app: AppContext) {
  const mustBeReady = readinessOf(app)
  return new Elysia()
    .use(gate(app))
    .get('/livez', ({ context }) => answer(context, AliveView, null), { response: AliveView.schema })
    .get(
      '/readyz',
      async ({ context, query }) => {
        await mustBeReady()
        const warnings = 'verbose' in query ? app.membership.warnings() : null
        return answer(context, ReadyView, { isTestMode: app.isTestMode, isRefused: arePaymentsRefused(app), warnings })
      },
      { response: ReadyView.schema },
    )
}
