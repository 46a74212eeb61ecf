import type { Static, TNull, TObject, TOptional, TProperties, TSchema, TUnion } from '@sinclair/typebox'
import { toInstant } from '../../domain/instant.ts'
import { isMoment, type TInstant, type TMoment } from '../schema.ts'
import { msOf } from './instant.ts'

/** `deposit_amount` as our rows call it: `depositAmount`. */
type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name

/** The type that a row may hold for a field: the field's own, and epoch ms for a moment. */
type Kept<Field extends TSchema> = Static<Field> | (Field extends TMoment | TUnion<[TMoment, TNull]> ? number : never)

type NamesIn<Fields extends TProperties, Row> = {
  [Name in keyof Fields]: Camel<Name> extends keyof Row ? (Row[Camel<Name>] extends Kept<Fields[Name]> ? Name : never) : never
}[keyof Fields]

/** Every field that a row does not hold under its name, and others that are to say something else than the row. */
type Rest<Fields extends TProperties, Row> = Omit<Static<TObject<Fields>>, NamesIn<Fields, Row>> &
  Partial<Static<TObject<Fields>>>

/** A row as a record, in the order of its schema: what is not in `rest` is in the row, with epoch ms for a moment. */
export function asRecord<Fields extends TProperties, Row extends object>(
  { properties }: TObject<Fields>,
  row: Row,
  rest: Rest<Fields, Row>,
): Static<TObject<Fields>> {
  const given: Readonly<Record<string, unknown>> = rest
  const shown: Record<string, unknown> = {}
  for (const { name, column, holdsMoment } of sourcesOf(properties)) {
    const value = name in given ? given[name] : row[column as keyof Row]
    shown[name] = holdsMoment && typeof value === 'number' ? toInstant(value) : value
  }
  return shown as Static<TObject<Fields>>
}

/** The source of a record's field that is not given: a column of the row. */
type FieldSource = { readonly name: string; readonly column: string; readonly holdsMoment: boolean }

const sources = new WeakMap<TProperties, readonly FieldSource[]>()

/** Found out once for each schema: a list shows hundreds of records. */
function sourcesOf(properties: TProperties): readonly FieldSource[] {
  const known = sources.get(properties)
  if (known !== undefined) return known
  const made = Object.entries(properties).map(([name, schema]) => {
    return { name, column: camel(name), holdsMoment: isMoment(schema) }
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

/** The fields that were sent, as our rows hold them; what was left out is not there, so that a PATCH does not change it. */
export function sentFields<Fields extends TProperties>({ properties }: TObject<Fields>, body: Static<TObject<Fields>>) {
  const values: Readonly<Record<string, unknown>> = { ...body }
  const sent = Object.entries(properties).filter(([name]) => values[name] !== undefined)
  const read = ([name, schema]: [string, TSchema]) => (isInstant(schema) ? msOf(values[name] as string | null) : values[name])
  return Object.fromEntries(sent.map((field) => [camel(field[0]), read(field)])) as SentFields<Fields>
}

type AllFields<Fields extends TProperties> = {
  [Name in keyof Fields as Camel<Name>]: OwnValue<Fields[Name]> | (Name extends OptionalIn<Fields> ? null : never)
}

/** Every field of a body, as our rows hold them; null for what was left out. */
export function allFields<Fields extends TProperties>(schema: TObject<Fields>, body: Static<TObject<Fields>>) {
  const none = Object.keys(schema.properties).map((name) => [camel(name), null])
  return { ...Object.fromEntries(none), ...sentFields(schema, body) } as AllFields<Fields>
}

const camelNames = new Map<string, string>()

/** The name our rows have for a field. */
export function camel(name: string): string {
  const known = camelNames.get(name) ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  camelNames.set(name, known)
  return known
}

function isInstant(schema: TSchema): boolean {
  return schema.format === 'date-time' || (schema.anyOf ?? []).some(isInstant)
}
