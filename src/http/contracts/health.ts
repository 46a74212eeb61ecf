import { Type } from '@sinclair/typebox'
import { contract } from '../contract.ts'
import { record } from '../schema.ts'

export const AliveView = contract(record({ status: Type.Literal('alive') }), () => ({ status: 'alive' as const }))

export const ReadyView = contract(
  record({ status: Type.Literal('ready'), lab: Type.Optional(Type.Literal(true)) }),
  (isTestMode: boolean) => ({ status: 'ready' as const, ...(isTestMode && { lab: true as const }) }),
)
