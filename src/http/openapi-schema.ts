import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'

/** A JSON Schema (2020-12), as in OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** An enumeration of the API: its subject, and the meaning of each word. */
export type Enumeration = { readonly about: string; readonly words: Readonly<Record<string, string>> }

/** Describes an enumeration. */
export function defineEnumeration(about: string, words: Enumeration['words']): Enumeration {
  return { about, words }
}

/** Names repeated schemas, and collects the named ones. */
export type Names = {
  nameOf(schema: TSchema): string | null
  /** All schemas named so far, described. */
  described(): Record<string, JsonSchema>
}

/** Names of these schemas, by content: equal schemas have the same name. Every enumeration needs a name. */
export function makeNames(known: Readonly<Record<string, TSchema>>, enumerations: Readonly<Record<string, Enumeration>>): Names {
  const names = new Map([
    ...Object.entries(known).map(([name, schema]) => [buildSchemaKey(schema), name] as const),
    ...Object.entries(enumerations).map(([name, { words }]) => [buildSchemaKey({ enum: Object.keys(words) }), name] as const),
  ])
  const asked = new Map<string, TSchema>()
  return {
    nameOf(schema) {
      if (schema.type !== 'object' && !Array.isArray(schema.enum)) return null
      const name = names.get(buildSchemaKey(schema)) ?? null
      if (name === null && schema.enum) throw new Error(`describe these words in openapi-words: ${schema.enum}`)
      if (name !== null) asked.set(name, schema)
      return name
    },
    described() {
      const done = new Map<string, JsonSchema>()
      // A description can name further schemas, which iteration over a Map includes.
      for (const [name, schema] of asked) {
        const enumeration = enumerations[name]
        done.set(name, enumeration === undefined ? convertSchema(schema, this) : convertEnumeration(enumeration))
      }
      return Object.fromEntries([...done].sort(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}

/** An enumeration as a component: its words with their meanings. */
export function convertEnumeration({ about, words }: Enumeration): JsonSchema {
  const lines = Object.entries(words).map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
  return { type: 'string', enum: Object.keys(words), description: [about, '', ...lines].join('\n') }
}

/** An enumeration that can gain words: any other text is valid too. */
export function openEnumeration(enumeration: JsonSchema): JsonSchema {
  return { anyOf: [enumeration, { type: 'string' }] }
}

/**
 * A schema of a contract in the document: a reference for a named schema, and no closed enumeration in an answer. `field` is its
 * field name, `isTold` whether it is in an answer.
 */
export function describeSchema(schema: TSchema, names: Names, field = '', isTold = false): JsonSchema {
  const name = names.nameOf(schema)
  if (name === null) return { ...convertSchema(schema, names, isTold), ...findFieldKeywords(schema, field) }
  const reference = { $ref: `#/components/schemas/${name}` }
  return isTold && schema.enum ? openEnumeration(reference) : reference
}

function convertSchema(schema: TSchema, names: Names, isTold = false): JsonSchema {
  if (schema[Kind] === 'charabanc:PathId') return { type: 'integer' }
  if (schema[Kind] === 'charabanc:Degrees') return { type: 'number', minimum: schema.minimum, maximum: schema.maximum }
  if (Array.isArray(schema.anyOf)) return convertUnion(schema.anyOf, names, isTold)
  if (schema.type === 'object') return convertObject(schema, names)
  if (schema.type === 'array') return { ...pickKeywords(schema), items: describeSchema(schema.items, names, '', isTold) }
  return pickKeywords(schema)
}

/** Descriptions of fields with unclear names. */
const fieldNotes: ReadonlyMap<string, string> = new Map([
  [
    'age_ms',
    'Milliseconds since the reported moment. The server prefers it to the sent time, because a phone’s clock can be wrong.',
  ],
  ['map_url', 'Link to the place on the map of the server’s setting. Null without coordinates.'],
  ['occurred_at_adjusted', '`true` if the server used another time than the one sent. Otherwise absent.'],
  ['reverts_event_id', 'The event that a `reverted` event undoes.'],
])

/** Keywords that follow from a field's name, if its schema lacks them. */
function findFieldKeywords(schema: TSchema, field: string): JsonSchema {
  const description = fieldNotes.get(field)
  if (description !== undefined) return { description }
  const { type, format } = schema.anyOf?.[0] ?? schema
  if (type === 'integer' && field.endsWith('_amount')) return { description: 'In minor units of `currency_code`.' }
  const isTime = type === 'string' && format === undefined && isInstantNamed(field)
  return isTime ? { format: 'date-time' } : {}
}

/** Whether a field's name is that of an instant: `quote_by` is one, `closed_by` is a person and `paid_by` a means. */
export function isInstantNamed(field: string): boolean {
  return /_(at|until|since|from|to)$|(?<!ed|paid)_by$/.test(field)
}

function convertObject(schema: TSchema, names: Names): JsonSchema {
  const fields = Object.entries(schema.properties as Record<string, TSchema>)
  if (fields.length === 0) return { type: 'object', additionalProperties: true }
  const required = fields.filter(([, value]) => value[OptionalKind] === undefined).map(([field]) => field)
  // Only schemas of answers list all of their fields.
  const isTold = schema.additionalProperties === false
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(([field, value]) => [field, describeSchema(value, names, field, isTold)])),
  }
}

function convertUnion(parts: readonly TSchema[], names: Names, isTold: boolean): JsonSchema {
  const others = parts.filter(({ type }) => type !== 'null')
  const isNullable = others.length < parts.length
  const [only] = others
  if (others.length > 1 || only === undefined) return { anyOf: parts.map((part) => describeSchema(part, names, '', isTold)) }
  const described = describeSchema(only, names, '', isTold)
  if (!isNullable) return described
  const { type, anyOf } = described
  if (typeof type === 'string') return { ...described, type: [type, 'null'] }
  return { anyOf: [...(Array.isArray(anyOf) ? anyOf : [described]), { type: 'null' }] }
}

/** The JSON keywords. TypeBox keeps its own data under symbols. */
function pickKeywords(schema: TSchema): JsonSchema {
  const { additionalProperties: _, ...keywords } = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return keywords
}

/** A key for the content of a schema, independent of the order of its keywords. */
function buildSchemaKey(schema: object): string {
  return JSON.stringify(schema, (name, value) => {
    if (name === 'enum' || name === 'required') return [...value].sort()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    if (Array.isArray(value.enum)) return { enum: value.enum }
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
