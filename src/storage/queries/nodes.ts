import { and, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { lockNodes, lockRows } from '../locks.ts'
import { createFinder, createInserter } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

/** One boot of a node; instants are the database's own (ms). */
export type NodeRow = Row<'nodes'>

export const insertNode = createInserter('nodes')
export const findNode = createFinder('nodes', 'bootId')

/** Every boot that has not died, the first to start first. */
export async function listLivingNodes(db: Reader): Promise<NodeRow[]> {
  const { nodes } = db.t
  return db.db.select().from(nodes).where(isNull(nodes.diedAt)).orderBy(nodes.startedAt, nodes.bootId)
}

/** Every stored boot, the first to start first. */
export async function listKnownNodes(db: Reader): Promise<NodeRow[]> {
  const { nodes } = db.t
  return db.db.select().from(nodes).orderBy(nodes.startedAt, nodes.bootId)
}

const beating = prepareStatement('beat_node', ({ db, t: { nodes } }) =>
  db
    .update(nodes)
    .set({ beatAt: sql`${sql.placeholder('at')}` })
    .where(and(eq(nodes.bootId, sql.placeholder('bootId')), isNull(nodes.diedAt)))
    .returning({ bootId: nodes.bootId }),
)

/** Saves that a boot was alive at `at`; false if it has been declared dead. */
export async function saveBeat(tx: Writer, bootId: string, at: number): Promise<boolean> {
  return (await beating(tx).execute({ bootId, at })).length > 0
}

/** Revives a boot that was declared dead and has beaten again; false if its node has a later boot. */
export async function reviveNode(tx: Writer, bootId: string, at: number): Promise<boolean> {
  const { nodes } = tx.t
  const [heard] = await tx.db
    .update(nodes)
    .set({ beatAt: at, diedAt: sql`case when ${nodes.replacedBy} is null then null else ${nodes.diedAt} end` })
    .where(eq(nodes.bootId, bootId))
    .returning({ replacedBy: nodes.replacedBy })
  return heard?.replacedBy === null
}

/** Marks these boots as dead, after their running transactions. */
export async function declareDead(tx: Writer, boots: readonly string[], at: number): Promise<void> {
  const { nodes } = tx.t
  const areTheirs = inArray(nodes.bootId, [...boots])
  await lockNodes(tx, boots)
  await tx.db.update(nodes).set({ diedAt: at }).where(areTheirs)
}

/** Marks every boot of a node as replaced by this one. None of them is admitted again. */
export async function replaceBoots(tx: Writer, node: string, replacedBy: string): Promise<void> {
  const { nodes } = tx.t
  await tx.db
    .update(nodes)
    .set({ replacedBy })
    .where(and(eq(nodes.node, node), isNull(nodes.replacedBy)))
}

/** Every other boot without a beat since `since`, locked until it is declared dead. */
export async function lockSilentNodes(tx: Writer, bootId: string, since: number): Promise<string[]> {
  const { nodes } = tx.t
  const isSilent = and(isNull(nodes.diedAt), lte(nodes.beatAt, since), ne(nodes.bootId, bootId))
  const silent = await lockRows(tx, tx.db.select({ bootId: nodes.bootId }).from(nodes).where(isSilent).orderBy(nodes.bootId))
  return silent.map((one) => one.bootId)
}

/** Deletes boots that died before `before`. */
export async function dropDeadNodes(tx: Writer, before: number): Promise<void> {
  await tx.db.delete(tx.t.nodes).where(lte(tx.t.nodes.diedAt, before))
}
