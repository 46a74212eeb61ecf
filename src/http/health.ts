import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { readinessOf } from '../actions/health.ts'
import { record } from './schema.ts'

const Alive = record({ data: record({ status: Type.Literal('alive') }) })
const Ready = record({ data: record({ status: Type.Literal('ready'), lab: Type.Optional(Type.Literal(true)) }) })

/** What a supervisor asks: does the process answer, and can it do its work? Nobody is counted here, and no version is told. */
export function healthRoutes(app: AppContext) {
  const mustBeReady = readinessOf(app)
  return new Elysia()
    .get('/livez', () => ({ data: { status: 'alive' as const } }), { response: Alive, detail: { hide: true } })
    .get(
      '/readyz',
      async () => {
        await mustBeReady()
        return { data: { status: 'ready' as const, ...(app.isTestMode && { lab: true as const }) } }
      },
      { response: Ready, detail: { hide: true } },
    )
}
