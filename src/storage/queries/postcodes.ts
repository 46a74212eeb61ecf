import { and, asc, count, gte, inArray, lt, sql } from 'drizzle-orm'
import type { PostcodePoint } from '../../domain/postcode-file.ts'
import {
  findPostcodeSpan,
  type PostcodeSpan,
  partsOfDegree,
  postcodeNumbers,
  toPostcodeNumber,
} from '../../domain/postcode-number.ts'
import type { Coordinates } from '../../domain/road-distance.ts'
import { buildBulkStatement, handfuls, toSqlLiteral } from '../rows/bulk.ts'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

const inUse = prepareStatement('postcode_set', ({ db, t: { postcodeSets } }) => db.select().from(postcodeSets))

/** The set of postcodes in use; null before the first import. */
export async function findPostcodeSet(db: Reader): Promise<Row<'postcodeSets'> | null> {
  return takeFirstRow(await inUse(db).execute())
}

const numbered = buildBulkStatement(
  'postcodes_by_id',
  ['id'],
  ({ db, t: { postcodes } }, wanted) =>
    db
      .select()
      .from(postcodes)
      .where(
        inArray(
          postcodes.id,
          wanted.map(({ id }) => id),
        ),
      ),
  handfuls,
)

const mean = prepareStatement('mean_of_postcodes', ({ db, t: { postcodes } }) =>
  db
    .select({
      latitude: sql<number | null>`avg(${postcodes.latitude})`.mapWith(Number),
      longitude: sql<number | null>`avg(${postcodes.longitude})`.mapWith(Number),
    })
    .from(postcodes)
    .where(and(gte(postcodes.id, sql.placeholder('from')), lt(postcodes.id, sql.placeholder('until')))),
)

/**
 * The points of these British postcodes, and of outward codes the mean of their postcodes, by their text. Codes that are not
 * imported are missing.
 */
export async function findPostcodePoints(db: Reader, codes: readonly string[]): Promise<ReadonlyMap<string, Coordinates>> {
  const numbers = [...new Set(codes)].map((code) => ({ code, number: toPostcodeNumber(code), span: findPostcodeSpan(code) }))
  const wanted = numbers.filter(({ number, span }) => number !== null || span !== null)
  const points = new Map<string, Coordinates>()
  const set = wanted.length === 0 ? null : await findPostcodeSet(db)
  if (set === null) return points
  const start = set.id * postcodeNumbers
  const ids = wanted.flatMap(({ number }) => (number === null ? [] : [{ id: start + number }]))
  const rows = new Map((await numbered(db, ids)).flat().map((row) => [row.id, row]))
  for (const { code, number, span } of wanted) {
    const row = number === null ? undefined : rows.get(start + number)
    const centre = span === null ? null : await findMean(db, { from: start + span.from, until: start + span.until })
    const point = row === undefined ? centre : toCoordinates(row)
    if (point !== null) points.set(code, point)
  }
  return points
}

async function findMean(db: Reader, span: PostcodeSpan): Promise<Coordinates | null> {
  const [found] = await mean(db).execute(span)
  if (found === undefined || found.latitude === null || found.longitude === null) return null
  return toCoordinates({ latitude: found.latitude, longitude: found.longitude })
}

function toCoordinates({ latitude, longitude }: Pick<Row<'postcodes'>, 'latitude' | 'longitude'>): Coordinates {
  return { latitude: Math.round(latitude) / partsOfDegree, longitude: Math.round(longitude) / partsOfDegree }
}

/** Batch sizes of an import. */
const manyRows: readonly number[] = [500, 50, 5, 1]

const saving = buildBulkStatement(
  'save_postcodes',
  ['id', 'latitude', 'longitude'],
  ({ db, t: { postcodes } }, rows) => {
    const { id, latitude, longitude } = postcodes
    return db
      .insert(postcodes)
      .values(rows as never)
      .onConflictDoUpdate({
        target: id,
        set: { latitude: sql`excluded.latitude`, longitude: sql`excluded.longitude` },
        setWhere: sql`${latitude} <> excluded.latitude or ${longitude} <> excluded.longitude`,
      })
      .returning({ id })
  },
  manyRows,
)

/** Saves distinct postcodes in a set. Returns the number of those that are new or have another point than before. */
export async function savePostcodes(tx: Writer, set: number, points: readonly PostcodePoint[]): Promise<number> {
  const rows = points.map(({ number, latitude, longitude }) => ({ id: set * postcodeNumbers + number, latitude, longitude }))
  return (await saving(tx, rows)).flat().length
}

/** Makes a set the one in use, at `importedAt` (ms). */
export async function usePostcodeSet(tx: Writer, set: Row<'postcodeSets'>): Promise<void> {
  await dropPostcodeSet(tx)
  await tx.db.insert(tx.t.postcodeSets).values(set)
}

/** Leaves no set in use. */
export async function dropPostcodeSet({ db, t: { postcodeSets } }: Writer): Promise<void> {
  await db.delete(postcodeSets)
}

const counting = prepareStatement('count_postcodes', ({ db, t: { postcodes } }) =>
  db
    .select({ postcodes: count() })
    .from(postcodes)
    .where(and(gte(postcodes.id, sql.placeholder('from')), lt(postcodes.id, sql.placeholder('until')))),
)

export async function countPostcodes(db: Reader, set: number): Promise<number> {
  const [found] = await counting(db).execute({ from: set * postcodeNumbers, until: (set + 1) * postcodeNumbers })
  return found?.postcodes ?? 0
}

/** The rows outside a set, which is null for none. */
export function listSpansOutside(set: number | null): PostcodeSpan[] {
  const all = { from: 0, until: Number.MAX_SAFE_INTEGER }
  if (set === null) return [all]
  return [
    { ...all, until: set * postcodeNumbers },
    { ...all, from: (set + 1) * postcodeNumbers },
  ]
}

/** Deletes the first rows of a span, `limit` at most. Returns the start of the other rows, null without any. */
export async function dropPostcodes(tx: Writer, { from, until }: PostcodeSpan, limit: number): Promise<number | null> {
  const { postcodes } = tx.t
  const [next] = await tx.db
    .select({ id: postcodes.id })
    .from(postcodes)
    .where(and(gte(postcodes.id, from), lt(postcodes.id, until)))
    .orderBy(asc(postcodes.id))
    .limit(toSqlLiteral(1))
    .offset(toSqlLiteral(limit))
  await tx.db.delete(postcodes).where(and(gte(postcodes.id, from), lt(postcodes.id, next?.id ?? until)))
  return next?.id ?? null
}
