import { type Block, requireOneBlockSubject } from '../../domain/block.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { invalid, requireFound } from '../../domain/refusal.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { keepDriver, lockOperator } from '../../storage/locks.ts'
import { type BlockRow, dropBlock, findBlock, insertBlock, listBlocks, saveBlock } from '../../storage/queries/blocks.ts'
import { findDriverOnRoster } from '../../storage/queries/drivers.ts'
import { findVehicle } from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/** A block as entered; instants in ms. */
export type NewBlock = Pick<BlockRow, 'kind' | 'vehicleId' | 'driverId' | 'startsAt' | 'endsAt' | 'note'>

/** A change of a block; omitted fields do not change. */
export type BlockChange = Partial<NewBlock>

/** The caller's blocks, latest start first. */
export function listAbsences(db: Reader, caller: PortalCaller, asked: PageAsked) {
  return listBlocks(db, { operatorId: caller.operatorId, ...toPageSpan(asked) })
}

/** Adds a block of a vehicle or a driver. Refuses `validation_failed`, also for another account's vehicle or driver. */
export async function addBlock(tx: Writer, caller: PortalCaller, entry: NewBlock, now: number): Promise<BlockRow> {
  requireOneBlockSubject(entry)
  await lockOperator(tx, caller.operatorId)
  await requireOwnBlockSubject(tx, caller, entry)
  return insertBlock(tx, { ...entry, operatorId: caller.operatorId, createdAt: now, updatedAt: now })
}

/** Changes a block. Refuses `not_found`, and as `addBlock` does. */
export async function changeBlock(tx: Writer, caller: PortalCaller, id: number, change: BlockChange, now: number) {
  await lockOperator(tx, caller.operatorId)
  const block = await requireFound(findBlock(tx, caller.operatorId, id))
  const changed = { ...block, ...change }
  requireOneBlockSubject(changed)
  // A block keeps a driver or vehicle that has left since.
  const isMoved = changed.vehicleId !== block.vehicleId || changed.driverId !== block.driverId
  if (isMoved) await requireOwnBlockSubject(tx, caller, changed)
  return saveBlock(tx, block, { ...change, updatedAt: now })
}

/** Deletes a block. Refuses `not_found`. */
export async function removeBlock(tx: Writer, caller: PortalCaller, id: number): Promise<void> {
  await lockOperator(tx, caller.operatorId)
  const block = await requireFound(findBlock(tx, caller.operatorId, id))
  await dropBlock(tx, block.id)
  tx.noteChange('blocks', block, null)
}

async function requireOwnBlockSubject(tx: Writer, { operatorId }: PortalCaller, { vehicleId, driverId }: Block): Promise<void> {
  if (vehicleId !== null && (await findVehicle(tx, operatorId, vehicleId)) === null) throw invalid(['vehicleId'], 'unknown')
  if (driverId === null) return
  await keepDriver(tx, driverId)
  if ((await findDriverOnRoster(tx, operatorId, driverId)) === null) throw invalid(['driverId'], 'unknown')
}
