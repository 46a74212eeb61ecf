import { Type } from '@sinclair/typebox'
import type { BlockChange, NewBlock } from '../../actions/fleet/blocks.ts'
import { blockKinds } from '../../domain/block.ts'
import type { BlockRow } from '../../storage/queries/blocks.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { input, instant, moment, nullable, type Of, oneOf, pageFields, prose, record, whole } from '../schema.ts'
import { asRecord, listAllFields, pickSentFields } from './fields.ts'

const fields = { kind: oneOf(blockKinds), starts_at: instant(), ends_at: instant() }

const rest = {
  vehicle_id: Type.Optional(nullable(whole({ min: 1 }))),
  driver_id: Type.Optional(nullable(whole({ min: 1 }))),
  note: Type.Optional(nullable(prose({ max: 300 }))),
}

export const BlockBody = input({ ...fields, ...rest })

export const BlockPatch = input({
  kind: Type.Optional(fields.kind),
  starts_at: Type.Optional(fields.starts_at),
  ends_at: Type.Optional(fields.ends_at),
  ...rest,
})

export const BlocksQuery = input(pageFields)

export function toBlock(body: Of<typeof BlockBody>): NewBlock {
  return listAllFields(BlockBody, body)
}

export function toBlockChange(body: Of<typeof BlockPatch>): BlockChange {
  return pickSentFields(BlockPatch, body)
}

const BlockRecord = record({
  id: Type.Integer(),
  kind: oneOf(blockKinds),
  vehicle_id: nullable(Type.Integer()),
  driver_id: nullable(Type.Integer()),
  starts_at: moment(),
  ends_at: moment(),
  note: nullable(Type.String()),
  created_at: moment(),
  updated_at: moment(),
})

/** A period in which a coach or a driver is not available. */
function asBlock(block: BlockRow): Of<typeof BlockRecord> {
  return asRecord(BlockRecord, block, {})
}

export const BlockView = defineContract(BlockRecord, asBlock)

export const BlockPage = definePageContract(BlockRecord, asBlock)
