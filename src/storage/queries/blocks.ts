import { asc, eq, sql } from 'drizzle-orm'
import { buildListing } from '../lists/listing.ts'
import { createDropper, createFinder, createInserter, createLister, createSaver } from '../rows/statements.ts'
import type { Row } from '../tables.ts'

export type BlockRow = Row<'blocks'>

export const insertBlock = createInserter('blocks')
export const saveBlock = createSaver('blocks', ['updatedAt'])
export const dropBlock = createDropper('blocks', 'id')

/** A block of this operator, or null. */
export const findBlock = createFinder('blocks', 'operatorId', 'id')

/** A driver's recorded absences, ordered by their end. */
export const listBlocksOfDriver = createLister('blocks', 'driverId', ({ endsAt }) => asc(endsAt))

/** One page of an operator's blocks, latest start first, with their count. */
export const listBlocks = buildListing<BlockRow, { readonly operatorId: number }>('blocks', ({ db, t: { blocks } }) => ({
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
