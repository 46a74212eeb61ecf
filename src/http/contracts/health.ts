import { Type } from '@sinclair/typebox'
import { contract } from '../contract.ts'
import { record } from '../schema.ts'

export const AliveView = contract(record({ status: Type.Literal('alive') }), () => ({ status: 'alive' as const }))

type Readiness = {
  readonly isTestMode: boolean
  /** Whether the provider of card payments did not take the key lately. */
  readonly isRefused: boolean
  readonly warnings: readonly string[] | null
}

/** `?verbose` asks as well what is not as it should be, though the server can do its work. */
export const ReadyView = contract(
  record({
    status: Type.Literal('ready'),
    lab: Type.Optional(Type.Literal(true)),
    payments: Type.Optional(Type.Literal('refused')),
    warnings: Type.Optional(Type.Array(Type.String())),
  }),
  ({ isTestMode, isRefused, warnings }: Readiness) => ({
    status: 'ready' as const,
    ...(isTestMode && { lab: true as const }),
    ...(isRefused && { payments: 'refused' as const }),
    ...(warnings !== null && { warnings: [...warnings] }),
  }),
)
