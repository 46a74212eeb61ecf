import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { readinessOf } from '../actions/health.ts'
import { contract } from './contract.ts'
import { gate } from './gate.ts'
import { record } from './schema.ts'

const AliveView = contract(record({ status: Type.Literal('alive') }), () => ({ status: 'alive' as const }))

const ReadyView = contract(
  record({ status: Type.Literal('ready'), lab: Type.Optional(Type.Literal(true)) }),
  (isTestMode: boolean) => ({ status: 'ready' as const, ...(isTestMode && { lab: true as const }) }),
)

/** What a supervisor asks: does the process answer, and can it do its work? No one is counted here, and no version is told. */
export function healthRoutes(app: AppContext) {
  const mustBeReady = readinessOf(app)
  return new Elysia()
    .use(gate(app))
    .get('/livez', ({ context }) => AliveView.show(null, context), { response: AliveView.schema, detail: { hide: true } })
    .get(
      '/readyz',
      async ({ context }) => {
        await mustBeReady()
        return ReadyView.show(app.isTestMode, context)
      },
      { response: ReadyView.schema, detail: { hide: true } },
    )
}
