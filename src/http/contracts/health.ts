import { Type } from '@sinclair/typebox'
import { contract } from '../contract.ts'
import { record } from '../schema.ts'

export const AliveView = contract(record({ status: Type.Literal('alive') }), () => ({ status: 'alive' as const }))

type Readiness = { readonly isTestMode: boolean; readonly warnings: readonly string[] | null }

/** `?verbose` asks as well what is not as it should be, though the server can do its work. */
export const ReadyView = contract(
  record({
    status: Type.Literal('ready'),
    lab: Type.Optional(Type.Literal(true)),
    warnings: Type.Optional(Type.Array(Type.String())),
  }),
  ({ isTestMode, warnings }: Readiness) => ({
    status: 'ready' as const,
    ...(isTestMode && { lab: true as const }),
    ...(warnings !== null && { warnings: [...warnings] }),
  }),
)
