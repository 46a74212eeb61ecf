import type { Static, TNull, TObject, TOptional, TProperties, TSchema, TUnion } from '@sinclair/typebox'
import { toInstant } from '../../domain/instant.ts'
import { isMoment, type TInstant, type TMoment } from '../schema.ts'
import { parseInstantMs } from './instant.ts'

/** `deposit_amount` as a row's key: `depositAmount`. */
type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name

/** The row's type for a field: the field's own type, and epoch ms for a moment. */
type Kept<Field extends TSchema> = Static<Field> | (Field extends TMoment | TUnion<[TMoment, TNull]> ? number : never)

type NamesIn<Fields extends TProperties, Row> = {
  [Name in keyof Fields]: Camel<Name> extends keyof Row ? (Row[Camel<Name>] extends Kept<Fields[Name]> ? Name : never) : never
}[keyof Fields]

/** Fields without a row column of the same name, and fields with another value than the row's. */
type Rest<Fields extends TProperties, Row> = Omit<Static<TObject<Fields>>, NamesIn<Fields, Row>> &
  Partial<Static<TObject<Fields>>>

/** A row as a record, in the order of its schema. Fields outside `rest` come from the row, with epoch ms for a moment. */
export function asRecord<Fields extends TProperties, Row extends object>(
  { properties }: TObject<Fields>,
  row: Row,
  rest: Rest<Fields, Row>,
): Static<TObject<Fields>> {
  const given: Readonly<Record<string, unknown>> = rest
  const shown: Record<string, unknown> = {}
  for (const { name, column, holdsMoment } of listFieldSources(properties)) {
    const value = name in given ? given[name] : row[column as keyof Row]
    shown[name] = holdsMoment && typeof value === 'number' ? toInstant(value) : value
  }
  return shown as Static<TObject<Fields>>
}

/** The source of a record's field without an explicit value: a column of the row. */
type FieldSource = { readonly name: string; readonly column: string; readonly holdsMoment: boolean }

const sources = new WeakMap<TProperties, readonly FieldSource[]>()

/** Computed once for each schema, because a list shows hundreds of records. */
function listFieldSources(properties: TProperties): readonly FieldSource[] {
  const known = sources.get(properties)
  if (known !== undefined) return known
  const made = Object.entries(properties).map(([name, schema]) => {
    return { name, column: toCamelCase(name), holdsMoment: isMoment(schema) }
  })
  sources.set(properties, made)
  return made
}

type OwnValue<Field extends TSchema> = Field extends TInstant
  ? number
  : Field extends TUnion<[TInstant, TNull]>
    ? number | null
    : Static<Field>

type OptionalIn<Fields> = { [Name in keyof Fields]: Fields[Name] extends TOptional<TSchema> ? Name : never }[keyof Fields]

type SentFields<Fields extends TProperties> = {
  [Name in Exclude<keyof Fields, OptionalIn<Fields>> as Camel<Name>]: OwnValue<Fields[Name]>
} & { [Name in OptionalIn<Fields> as Camel<Name>]?: OwnValue<Fields[Name]> }

/** The sent fields, with a row's keys. Fields that were not sent are absent, so that a PATCH does not change them. */
export function pickSentFields<Fields extends TProperties>({ properties }: TObject<Fields>, body: Static<TObject<Fields>>) {
  const values: Readonly<Record<string, unknown>> = { ...body }
  const sent = Object.entries(properties).filter(([name]) => values[name] !== undefined)
  const read = ([name, schema]: [string, TSchema]) =>
    isInstant(schema) ? parseInstantMs(values[name] as string | null) : values[name]
  return Object.fromEntries(sent.map((field) => [toCamelCase(field[0]), read(field)])) as SentFields<Fields>
}

type AllFields<Fields extends TProperties> = {
  [Name in keyof Fields as Camel<Name>]: OwnValue<Fields[Name]> | (Name extends OptionalIn<Fields> ? null : never)
}

/** Every field of a body, with a row's keys; null for fields that were not sent. */
export function listAllFields<Fields extends TProperties>(schema: TObject<Fields>, body: Static<TObject<Fields>>) {
  const none = Object.keys(schema.properties).map((name) => [toCamelCase(name), null])
  return { ...Object.fromEntries(none), ...pickSentFields(schema, body) } as AllFields<Fields>
}

const camelNames = new Map<string, string>()

/** The row's name for a field. */
export function toCamelCase(name: string): string {
  const known = camelNames.get(name) ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  camelNames.set(name, known)
  return known
}

function isInstant(schema: TSchema): boolean {
  return schema.format === 'date-time' || (schema.anyOf ?? []).some(isInstant)
}
