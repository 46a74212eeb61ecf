import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import {
  findPostcodeSpan,
  type PostcodeSpan,
  partsOfDegree,
  postcodeNumbers,
  toPostcodeNumber,
} from '../../domain/postcode-number.ts'
import type { Coordinates } from '../../domain/road-distance.ts'
import { buildBulkStatement, handfuls } from '../rows/bulk.ts'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

const inUse = prepareStatement('postcode_set', ({ db, t: { postcodeSets } }) => db.select().from(postcodeSets))

/** The set of postcodes in use; null before the first import. */
async function findPostcodeSet(db: Reader): Promise<Row<'postcodeSets'> | null> {
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
