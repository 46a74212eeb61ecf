import { and, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { heldRows, lockNodes } from '../locks.ts'
import { finder, inserter } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

/** One boot of a node; instants are the database's own (ms). */
export type NodeRow = Row<'nodes'>

export const insertNode = inserter('nodes')
export const findNode = finder('nodes', 'bootId')

/** Every boot that has not died, the first to start first. */
export async function livingNodes(db: Reader): Promise<NodeRow[]> {
  const { nodes } = db.t
  return db.db.select().from(nodes).where(isNull(nodes.diedAt)).orderBy(nodes.startedAt, nodes.bootId)
}

/** Every boot that is remembered, the first to start first. */
export async function knownNodes(db: Reader): Promise<NodeRow[]> {
  const { nodes } = db.t
  return db.db.select().from(nodes).orderBy(nodes.startedAt, nodes.bootId)
}

const beating = prepared('beat_node', ({ db, t: { nodes } }) =>
  db
    .update(nodes)
    .set({ beatAt: sql`${sql.placeholder('at')}` })
    .where(and(eq(nodes.bootId, sql.placeholder('bootId')), isNull(nodes.diedAt)))
    .returning({ bootId: nodes.bootId }),
)

/** Notes that a boot was alive at `at`; false where it has been declared dead. */
export async function beatNode(tx: Writer, bootId: string, at: number): Promise<boolean> {
  return (await beating(tx).execute({ bootId, at })).length > 0
}

/** Notes that a boot was heard of that was declared dead, and lets it live; false where its node has begun another since. */
export async function reviveNode(tx: Writer, bootId: string, at: number): Promise<boolean> {
  const { nodes } = tx.t
  const [heard] = await tx.db
    .update(nodes)
    .set({ beatAt: at, diedAt: sql`case when ${nodes.replacedBy} is null then null else ${nodes.diedAt} end` })
    .where(eq(nodes.bootId, bootId))
    .returning({ replacedBy: nodes.replacedBy })
  return heard?.replacedBy === null
}

/** Says that these boots are dead, once what they do as living ones has ended. */
export async function declareDead(tx: Writer, boots: readonly string[], at: number): Promise<void> {
  const { nodes } = tx.t
  const areTheirs = inArray(nodes.bootId, [...boots])
  await lockNodes(tx, boots)
  await tx.db.update(nodes).set({ diedAt: at }).where(areTheirs)
}

/** Says of every boot of a node that this one follows it: none of them is let in again, dead or alive. */
export async function replaceBoots(tx: Writer, node: string, replacedBy: string): Promise<void> {
  const { nodes } = tx.t
  await tx.db
    .update(nodes)
    .set({ replacedBy })
    .where(and(eq(nodes.node, node), isNull(nodes.replacedBy)))
}

/** Every boot but one that has not been heard of since `since`, and is locked until it is declared dead. */
export async function silentNodes(tx: Writer, bootId: string, since: number): Promise<string[]> {
  const { nodes } = tx.t
  const isSilent = and(isNull(nodes.diedAt), lte(nodes.beatAt, since), ne(nodes.bootId, bootId))
  const silent = await heldRows(tx, tx.db.select({ bootId: nodes.bootId }).from(nodes).where(isSilent).orderBy(nodes.bootId))
  return silent.map((one) => one.bootId)
}

/** Forgets boots that died before `before`. */
export async function dropDeadNodes(tx: Writer, before: number): Promise<void> {
  await tx.db.delete(tx.t.nodes).where(lte(tx.t.nodes.diedAt, before))
}
