import { type Block, mustBlockOne } from '../../domain/block.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { invalid, mustFind } from '../../domain/refusal.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { keepDriver, lockOperator } from '../../storage/locks.ts'
import { type BlockRow, dropBlock, findBlock, insertBlock, listBlocks, saveBlock } from '../../storage/queries/blocks.ts'
import { findDriverOnRoster } from '../../storage/queries/drivers.ts'
import { findVehicle } from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/** A block as it is entered; instants in ms. */
export type NewBlock = Pick<BlockRow, 'kind' | 'vehicleId' | 'driverId' | 'startsAt' | 'endsAt' | 'note'>

/** A change of a block; fields left out stay. */
export type BlockChange = Partial<NewBlock>

/** The caller's blocks, the latest to start first. */
export function listAbsences(db: Reader, caller: PortalCaller, asked: PageAsked) {
  return listBlocks(db, { operatorId: caller.operatorId, ...pageSpanOf(asked) })
}

/** Writes down that a coach or a driver is not to be had. Refuses `validation_failed`, also for one that is not the caller's. */
export async function addBlock(tx: Writer, caller: PortalCaller, entry: NewBlock, now: number): Promise<BlockRow> {
  mustBlockOne(entry)
  await lockOperator(tx, caller.operatorId)
  await mustBeOurs(tx, caller, entry)
  return insertBlock(tx, { ...entry, operatorId: caller.operatorId, createdAt: now, updatedAt: now })
}

/** Changes a block. Refuses `not_found`, and as `addBlock` does. */
export async function changeBlock(tx: Writer, caller: PortalCaller, id: number, change: BlockChange, now: number) {
  await lockOperator(tx, caller.operatorId)
  const block = await mustFind(findBlock(tx, caller.operatorId, id))
  const changed = { ...block, ...change }
  mustBlockOne(changed)
  // Who has left since may stay in it.
  const isMoved = changed.vehicleId !== block.vehicleId || changed.driverId !== block.driverId
  if (isMoved) await mustBeOurs(tx, caller, changed)
  return saveBlock(tx, block, { ...change, updatedAt: now })
}

/** Takes a block away. Refuses `not_found`. */
export async function removeBlock(tx: Writer, caller: PortalCaller, id: number): Promise<void> {
  await lockOperator(tx, caller.operatorId)
  const block = await mustFind(findBlock(tx, caller.operatorId, id))
  await dropBlock(tx, block.id)
  tx.noteChange('blocks', block, null)
}

async function mustBeOurs(tx: Writer, { operatorId }: PortalCaller, { vehicleId, driverId }: Block): Promise<void> {
  if (vehicleId !== null && (await findVehicle(tx, operatorId, vehicleId)) === null) throw invalid(['vehicleId'], 'unknown')
  if (driverId === null) return
  await keepDriver(tx, driverId)
  if ((await findDriverOnRoster(tx, operatorId, driverId)) === null) throw invalid(['driverId'], 'unknown')
}
