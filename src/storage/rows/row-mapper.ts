import { Column, getTableName, is, SQL } from 'drizzle-orm'

/** Values of one row from the driver, in the order of the columns. */
type RowValues = readonly unknown[]

/** A selected column or expression, and the path of its value in the result. */
type Field = { readonly path: readonly string[]; readonly field: unknown }

/** The part of a prepared statement that Drizzle has but does not declare in its types. */
type HeldStatement = {
  readonly fields?: readonly Field[]
  readonly joinsNotNullableMap?: Readonly<Record<string, boolean>>
  customResultMapper?: (rows: readonly RowValues[]) => unknown[]
}

type Decode = (value: unknown) => unknown

/** A value of the row itself, or of one part of it. */
type Cell = { readonly nth: number; readonly name: string; readonly decode: Decode | null }

/** A table of a join. If it may have no row, null replaces a row whose columns are all NULL. */
type JoinedPart = { readonly name: string; readonly cells: readonly Cell[]; readonly nullable: readonly number[] }

/**
 * Maps a prepared statement's rows as Drizzle does, with paths and decoders that are looked up once instead of for every value. A
 * page of 25 jobs takes 25 µs instead of 140.
 */
export function mapRowsFast<P>(prepared: P): P {
  const statement = prepared as P & HeldStatement
  const { fields } = statement
  if (fields === undefined || fields.some(({ path }) => path.length > 2)) return prepared
  const own = listCells(fields, null)
  const parts = listJoinedParts(fields, statement.joinsNotNullableMap)
  statement.customResultMapper = (rows) =>
    rows.map((values) => {
      const row = readCells(own, values)
      for (const { name, cells, nullable } of parts) {
        const isMissing = nullable.length > 0 && nullable.every((nth) => values[nth] === null)
        row[name] = isMissing ? null : readCells(cells, values)
      }
      return row
    })
  return prepared
}

function readCells(cells: readonly Cell[], values: RowValues): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const { nth, name, decode } of cells) {
    const value = values[nth]
    object[name] = value === null || decode === null ? value : decode(value)
  }
  return object
}

/** The cells of one part, or with null those of the row itself. */
function listCells(fields: readonly Field[], part: string | null): Cell[] {
  return fields.flatMap(({ path, field }, nth) => {
    const [first = '', second] = path
    const isOurs = part === null ? second === undefined : second !== undefined && first === part
    return isOurs ? [{ nth, name: second ?? first, decode: findDecoder(field) }] : []
  })
}

function listJoinedParts(fields: readonly Field[], isJoined: HeldStatement['joinsNotNullableMap']): JoinedPart[] {
  const names = new Set(fields.flatMap(({ path }) => (path.length === 2 ? path.slice(0, 1) : [])))
  return [...names].map((name) => {
    const columns = fields.flatMap(({ path, field }, nth) =>
      path.length === 2 && path[0] === name && is(field, Column) ? [{ nth, table: getTableName(field.table) }] : [],
    )
    const tables = new Set(columns.map(({ table }) => table))
    const mayBeMissing = isJoined !== undefined && tables.size === 1 && columns.every(({ table }) => !isJoined[table])
    return { name, cells: listCells(fields, name), nullable: mayBeMissing ? columns.map(({ nth }) => nth) : [] }
  })
}

/** A function that decodes a value, or null if the driver's value is used. */
function findDecoder(field: unknown): Decode | null {
  const decoder = is(field, Column) ? field : decoderOfExpression(field)
  const isPlain = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue
  return isPlain ? null : (value) => decoder.mapFromDriverValue(value)
}

type Decoder = { mapFromDriverValue(value: unknown): unknown }

/** An expression, named or not, or a subquery of one value. */
function decoderOfExpression(field: unknown): Decoder {
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder
  const { sql, _ } = field as { sql?: { decoder: Decoder }; _?: { sql: { decoder: Decoder } } }
  const decoder = sql?.decoder ?? _?.sql.decoder
  if (decoder === undefined) throw new Error('A statement reads something that has no decoder.')
  return decoder
}
