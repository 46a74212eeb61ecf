import { asc, eq, sql } from 'drizzle-orm'
import { listing } from '../lists/listing.ts'
import { dropper, finder, inserter, lister, saver } from '../rows/statements.ts'
import type { Row } from '../tables.ts'

export type BlockRow = Row<'blocks'>

export const insertBlock = inserter('blocks')
export const saveBlock = saver('blocks', ['updatedAt'])
export const dropBlock = dropper('blocks', 'id')

/** A block of this operator's, or null. */
export const findBlock = finder('blocks', 'operatorId', 'id')

/** Everything that was written down of a driver's absence, what ends first at the front. */
export const blocksOfDriver = lister('blocks', 'driverId', ({ endsAt }) => asc(endsAt))

/** One page of an operator's blocks, the latest to start first, and how many there are. */
export const listBlocks = listing<BlockRow, { readonly operatorId: number }>('blocks', ({ db, t: { blocks } }) => ({
  choose: (columns) =>
    db
      .select(columns)
      .from(blocks)
      .where(eq(blocks.operatorId, sql.placeholder('operatorId')))
      .$dynamic(),
  rows: () => db.select().from(blocks).$dynamic(),
  id: blocks.id,
  by: [blocks.startsAt, blocks.id],
  newestFirst: true,
}))
