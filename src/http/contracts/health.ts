import { Type } from '@sinclair/typebox'
import { version } from '../../../package.json'
import { defineContract } from '../contract.ts'
import { record } from '../schema.ts'

/** Body of `/livez`: the process answers, and which release it is. */
export const AliveView = defineContract(record({ status: Type.Literal('alive'), version: Type.String() }), () => ({
  status: 'alive' as const,
  version,
}))

type Readiness = {
  readonly isTestMode: boolean
  /** Whether the payment provider recently refused the key. */
  readonly isRefused: boolean
  readonly warnings: readonly string[] | null
}

/** `?verbose` also lists warnings, although the server is ready. */
export const ReadyView = defineContract(
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
