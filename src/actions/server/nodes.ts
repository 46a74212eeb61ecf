import type { Clock } from '../../clock.ts'
import { dayMs } from '../../domain/instant.ts'
import { databaseTime } from '../../storage/database-time.ts'
import { dropLeasesOf } from '../../storage/queries/leases.ts'
import {
  declareDead,
  dropDeadNodes,
  insertNode,
  knownNodes,
  livingNodes,
  type NodeRow,
  replaceBoots,
  silentNodes,
} from '../../storage/queries/nodes.ts'
import { undecidedCharges } from '../../storage/queries/payments.ts'
import { reclaimLeases, runNowFor } from '../../storage/queries/scheduler.ts'
import type { Reader, Storage, Writer } from '../../storage/storage.ts'

/** Facts that a node tells the others of itself. */
export type NodeIdentity = Pick<NodeRow, 'bootId' | 'node' | 'release' | 'configHash' | 'keyFingerprint'>

/** Dead boots are remembered for so long. */
const deadKeptMs = 7 * dayMs

/** Milliseconds of silence after which a node is taken for dead. */
export const deadAfterMs = 10_000

/** Lets a boot live. What an earlier one of the same node had in hand is free from now on: a node runs once at a time. */
export function joinNodes(storage: Storage, identity: NodeIdentity, clock: Clock): Promise<void> {
  const { bootId, node } = identity
  return storage.transact(async (tx) => {
    const at = await databaseTime(tx)
    const earlier = (await livingNodes(tx)).filter((one) => one.node === node)
    await bury(
      tx,
      earlier.map((one) => one.bootId),
      { at, now: clock() },
    )
    await replaceBoots(tx, node, bootId)
    await insertNode(tx, { ...identity, startedAt: at, beatAt: at })
    await dropDeadNodes(tx, at - deadKeptMs)
  })
}

/** Ends a boot that has stopped. What it could not finish is free at once. */
export function leaveNodes(storage: Storage, bootId: string, clock: Clock): Promise<void> {
  return storage.transact(async (tx) => bury(tx, [bootId], { at: await databaseTime(tx), now: clock() }))
}

/** Declares dead who has not been heard of for `silenceMs`, and says who that is. */
export function burySilentNodes(storage: Storage, bootId: string, silenceMs: number, clock: Clock): Promise<string[]> {
  return storage.transact(async (tx) => {
    const at = await databaseTime(tx)
    const silent = await silentNodes(tx, bootId, at - silenceMs)
    await bury(tx, silent, { at, now: clock() })
    return silent
  })
}

/** The nodes that live and whose settings are not these, though all should have the same. */
export async function differingNodes(db: Reader, configHash: string): Promise<string[]> {
  return (await livingNodes(db)).filter((one) => one.configHash !== configHash).map(({ node }) => node)
}

/** The nodes of a database, as someone sees them who is none of them. */
export type NodesSeen = {
  /** Nodes heard of lately, the first to start first. */
  readonly living: readonly NodeRow[]
  /** Silent nodes that neither stopped nor were replaced. One that was declared dead is told for a day. */
  readonly missing: readonly NodeRow[]
  /** Nodes replaced by another process of the same node, and running all the same. */
  readonly doubled: readonly NodeRow[]
}

export async function lookAtNodes(db: Reader): Promise<NodesSeen> {
  const at = await databaseTime(db)
  const known = await knownNodes(db)
  const isHeard = ({ beatAt }: NodeRow) => at - beatAt < deadAfterMs
  return {
    living: known.filter((one) => one.diedAt === null && isHeard(one)),
    missing: known.filter((one) => isMissing(one, at)),
    doubled: known.filter((one) => one.replacedBy !== null && one.beatAt > (one.diedAt ?? at) && isHeard(one)),
  }
}

/**
 * Whether a node fell silent and neither stopped nor was replaced; for a day after it was declared dead. One that stops
 * says so at once; one that was silent before that was declared dead by another.
 */
function isMissing({ beatAt, diedAt, replacedBy }: NodeRow, at: number): boolean {
  const endedAt = diedAt ?? at
  return replacedBy === null && endedAt - beatAt >= deadAfterMs && at - endedAt < dayMs
}

/** Declares boots dead and frees in the same moment what they held: tasks, charges that no one came back from, and leases. */
async function bury(
  tx: Writer,
  boots: readonly string[],
  { at, now }: { readonly at: number; readonly now: number },
): Promise<void> {
  if (boots.length === 0) return
  await declareDead(tx, boots, at)
  await reclaimLeases(tx, boots)
  await runNowFor(tx, 'charge', await undecidedCharges(tx, boots), now)
  await dropLeasesOf(tx, boots)
  for (const loop of ['main', 'messages', 'sms', 'webhooks'] as const) tx.noteDue(loop, now)
}
