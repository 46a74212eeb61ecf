import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'

/** A JSON Schema (2020-12), as OpenAPI 3.1 speaks it. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** An enumeration of the API: what it is about, and what each of its words means. */
export type Enumeration = { readonly about: string; readonly words: Readonly<Record<string, string>> }

/** Describes an enumeration. */
export function enumeration(about: string, words: Enumeration['words']): Enumeration {
  return { about, words }
}

/** Gives schemas that are used again and again a name, and remembers the ones it was asked for. */
export type Names = {
  nameOf(schema: TSchema): string | null
  /** Everything that was named so far, described. */
  described(): Record<string, JsonSchema>
}

/** Names for these schemas, by what they say: two that say the same are the same. Every enumeration has to have one. */
export function makeNames(known: Readonly<Record<string, TSchema>>, enumerations: Readonly<Record<string, Enumeration>>): Names {
  const names = new Map([
    ...Object.entries(known).map(([name, schema]) => [keyOf(schema), name] as const),
    ...Object.entries(enumerations).map(([name, { words }]) => [keyOf({ enum: Object.keys(words) }), name] as const),
  ])
  const asked = new Map<string, TSchema>()
  return {
    nameOf(schema) {
      if (schema.type !== 'object' && !Array.isArray(schema.enum)) return null
      const name = names.get(keyOf(schema)) ?? null
      if (name === null && schema.enum) throw new Error(`these words are not described in openapi-words: ${schema.enum}`)
      if (name !== null) asked.set(name, schema)
      return name
    },
    described() {
      const done = new Map<string, JsonSchema>()
      // Describing one may ask for others, which a Map being walked hands out too.
      for (const [name, schema] of asked) {
        const enumeration = enumerations[name]
        done.set(name, enumeration === undefined ? spellOut(schema, this) : enumerated(enumeration))
      }
      return Object.fromEntries([...done].sort(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}

/** An enumeration as a component: its words, and what each of them means. */
export function enumerated({ about, words }: Enumeration): JsonSchema {
  const lines = Object.entries(words).map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
  return { type: 'string', enum: Object.keys(words), description: [about, '', ...lines].join('\n') }
}

/** An enumeration that may gain words one day: any other text is allowed too. */
export function open(enumeration: JsonSchema): JsonSchema {
  return { anyOf: [enumeration, { type: 'string' }] }
}

/**
 * A schema of a contract as the document shows it: named ones by reference, and in an answer nothing closed that may grow
 * one day. `field` is the name it stands under, `isTold` whether it stands in an answer.
 */
export function describe(schema: TSchema, names: Names, field = '', isTold = false): JsonSchema {
  const name = names.nameOf(schema)
  if (name === null) return { ...spellOut(schema, names, isTold), ...noteOn(schema, field) }
  const reference = { $ref: `#/components/schemas/${name}` }
  return isTold && schema.enum ? open(reference) : reference
}

function spellOut(schema: TSchema, names: Names, isTold = false): JsonSchema {
  if (schema[Kind] === 'charabanc:PathId') return { type: 'integer' }
  if (Array.isArray(schema.anyOf)) return union(schema.anyOf, names, isTold)
  if (schema.type === 'object') return object(schema, names)
  if (schema.type === 'array') return { ...keywordsOf(schema), items: describe(schema.items, names, '', isTold) }
  return keywordsOf(schema)
}

/** Descriptions of fields whose name does not explain them. */
const fieldNotes: ReadonlyMap<string, string> = new Map([
  ['age_ms', 'Milliseconds since the moment that is reported. It wins over the time sent, as a phone’s clock may be wrong.'],
  ['occurred_at_adjusted', 'There, and `true`, if the server used another moment than the one sent.'],
  ['reverts_event_id', 'The event that a `reverted` takes back.'],
])

/** Keywords that follow from the name of a field, where its schema does not say them. */
function noteOn(schema: TSchema, field: string): JsonSchema {
  const description = fieldNotes.get(field)
  if (description !== undefined) return { description }
  const { type, format } = schema.anyOf?.[0] ?? schema
  if (type === 'integer' && field.endsWith('_amount')) return { description: 'In minor units of `currency_code`.' }
  const isTime = type === 'string' && format === undefined && isInstantNamed(field)
  return isTime ? { format: 'date-time' } : {}
}

/** Whether a field is called as instants are: `quote_by` is one, `closed_by` is a person and `paid_by` a means. */
export function isInstantNamed(field: string): boolean {
  return /_(at|until|since|from|to)$|(?<!ed|paid)_by$/.test(field)
}

function object(schema: TSchema, names: Names): JsonSchema {
  const fields = Object.entries(schema.properties as Record<string, TSchema>)
  if (fields.length === 0) return { type: 'object', additionalProperties: true }
  const required = fields.filter(([, value]) => value[OptionalKind] === undefined).map(([field]) => field)
  // Only what we tell says exactly which fields it has.
  const isTold = schema.additionalProperties === false
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(([field, value]) => [field, describe(value, names, field, isTold)])),
  }
}

function union(parts: readonly TSchema[], names: Names, isTold: boolean): JsonSchema {
  const others = parts.filter(({ type }) => type !== 'null')
  const isNullable = others.length < parts.length
  const [only] = others
  if (others.length > 1 || only === undefined) return { anyOf: parts.map((part) => describe(part, names, '', isTold)) }
  const described = describe(only, names, '', isTold)
  if (!isNullable) return described
  const { type, anyOf } = described
  if (typeof type === 'string') return { ...described, type: [type, 'null'] }
  return { anyOf: [...(Array.isArray(anyOf) ? anyOf : [described]), { type: 'null' }] }
}

/** The keywords that stand in JSON; TypeBox keeps its own things under symbols. */
function keywordsOf(schema: TSchema): JsonSchema {
  const { additionalProperties: _, ...keywords } = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return keywords
}

/** A key for what a schema says, whatever the order in which it says it. */
function keyOf(schema: object): string {
  return JSON.stringify(schema, (name, value) => {
    if (name === 'enum' || name === 'required') return [...value].sort()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    if (Array.isArray(value.enum)) return { enum: value.enum }
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
