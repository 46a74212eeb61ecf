import type { Clock } from '../../clock.ts'
import { dayMs } from '../../domain/instant.ts'
import { readDatabaseTime } from '../../storage/database-time.ts'
import { dropLeasesOf } from '../../storage/queries/leases.ts'
import {
  declareDead,
  dropDeadNodes,
  insertNode,
  listKnownNodes,
  listLivingNodes,
  lockSilentNodes,
  type NodeRow,
  replaceBoots,
} from '../../storage/queries/nodes.ts'
import { listUndecidedCharges } from '../../storage/queries/payments.ts'
import { reclaimLeases, runTasksNowFor } from '../../storage/queries/scheduler.ts'
import type { Reader, Storage, Writer } from '../../storage/storage.ts'

/** Facts that a node publishes about itself. */
export type NodeIdentity = Pick<NodeRow, 'bootId' | 'node' | 'release' | 'configHash' | 'keyFingerprint'>

/** Milliseconds for which dead boots are stored. */
const deadKeptMs = 7 * dayMs

/** Milliseconds of silence after which a node counts as dead. */
export const deadAfterMs = 10_000

/**
 * Registers a boot. Unfinished work of an earlier boot of the same node is free from now on, because a node runs once at a
 * time.
 */
export function joinNodes(storage: Storage, identity: NodeIdentity, clock: Clock): Promise<void> {
  const { bootId, node } = identity
  return storage.transact(async (tx) => {
    const at = await readDatabaseTime(tx)
    const earlier = (await listLivingNodes(tx)).filter((one) => one.node === node)
    await declareNodesDead(
      tx,
      earlier.map((one) => one.bootId),
      { at, now: clock() },
    )
    await replaceBoots(tx, node, bootId)
    await insertNode(tx, { ...identity, startedAt: at, beatAt: at })
    await dropDeadNodes(tx, at - deadKeptMs)
  })
}

/** Ends a boot that has stopped. Its unfinished work is free immediately. */
export function leaveNodes(storage: Storage, bootId: string, clock: Clock): Promise<void> {
  return storage.transact(async (tx) => declareNodesDead(tx, [bootId], { at: await readDatabaseTime(tx), now: clock() }))
}

/** Declares nodes dead after `silenceMs` without a beat, and returns them. */
export function declareSilentNodesDead(storage: Storage, bootId: string, silenceMs: number, clock: Clock): Promise<string[]> {
  return storage.transact(async (tx) => {
    const at = await readDatabaseTime(tx)
    const silent = await lockSilentNodes(tx, bootId, at - silenceMs)
    await declareNodesDead(tx, silent, { at, now: clock() })
    return silent
  })
}

/** The living nodes whose settings differ from these. */
export async function listDifferingNodes(db: Reader, configHash: string): Promise<string[]> {
  return (await listLivingNodes(db)).filter((one) => one.configHash !== configHash).map(({ node }) => node)
}

/** The nodes of a database, as seen from outside. */
export type NodesSeen = {
  /** Nodes with a recent beat, the first to start first. */
  readonly living: readonly NodeRow[]
  /** Silent nodes that neither stopped nor were replaced. A node that was declared dead is listed for a day. */
  readonly missing: readonly NodeRow[]
  /** Nodes that still run although another process of the same node has replaced them. */
  readonly doubled: readonly NodeRow[]
}

export async function readNodes(db: Reader): Promise<NodesSeen> {
  const at = await readDatabaseTime(db)
  const known = await listKnownNodes(db)
  const isHeard = ({ beatAt }: NodeRow) => at - beatAt < deadAfterMs
  return {
    living: known.filter((one) => one.diedAt === null && isHeard(one)),
    missing: known.filter((one) => isNodeMissing(one, at)),
    doubled: known.filter((one) => one.replacedBy !== null && one.beatAt > (one.diedAt ?? at) && isHeard(one)),
  }
}

/**
 * Whether a node fell silent and neither stopped nor was replaced; for a day after it was declared dead. A node that stops says
 * so immediately; any other silent node was declared dead by another.
 */
function isNodeMissing({ beatAt, diedAt, replacedBy }: NodeRow, at: number): boolean {
  const endedAt = diedAt ?? at
  return replacedBy === null && endedAt - beatAt >= deadAfterMs && at - endedAt < dayMs
}

/** Declares boots dead and frees in the same transaction their tasks, abandoned charges, and leases. */
async function declareNodesDead(
  tx: Writer,
  boots: readonly string[],
  { at, now }: { readonly at: number; readonly now: number },
): Promise<void> {
  if (boots.length === 0) return
  await declareDead(tx, boots, at)
  await reclaimLeases(tx, boots)
  await runTasksNowFor(tx, 'charge', await listUndecidedCharges(tx, boots), now)
  await dropLeasesOf(tx, boots)
  for (const loop of ['main', 'messages', 'sms', 'webhooks'] as const) tx.noteDue(loop, now)
}
