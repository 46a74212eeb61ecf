import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'

/** A JSON Schema (2020-12), as OpenAPI 3.1 speaks it. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Gives schemas that are used again and again a name, and remembers the ones it was asked for. */
export type Names = {
  nameOf(schema: TSchema): string | null
  /** Everything that was named so far, described. */
  described(): Record<string, JsonSchema>
}

/** Names for these schemas, by what they say: two that say the same are the same. */
export function makeNames(known: Readonly<Record<string, TSchema>>): Names {
  const names = new Map(Object.entries(known).map(([name, schema]) => [JSON.stringify(schema), name]))
  const asked = new Map<string, TSchema>()
  return {
    nameOf(schema) {
      const name = schema.type === 'object' ? (names.get(JSON.stringify(schema)) ?? null) : null
      if (name !== null) asked.set(name, schema)
      return name
    },
    described() {
      const done = new Map<string, JsonSchema>()
      // Describing one may ask for others, which a Map being walked hands out too.
      for (const [name, schema] of asked) done.set(name, spellOut(schema, this))
      return Object.fromEntries([...done].sort(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}

/** A schema of a contract as the document shows it: named ones by reference, and nothing closed that may grow one day. */
export function describe(schema: TSchema, names: Names, field = ''): JsonSchema {
  const name = names.nameOf(schema)
  return name === null ? { ...spellOut(schema, names), ...noteOn(schema, field) } : { $ref: `#/components/schemas/${name}` }
}

function spellOut(schema: TSchema, names: Names): JsonSchema {
  if (schema[Kind] === 'charabanc:PathId') return { type: 'integer' }
  if (Array.isArray(schema.anyOf)) return union(schema.anyOf, names)
  if (schema.type === 'object') return object(schema, names)
  if (schema.type === 'array') return { ...keywordsOf(schema), items: describe(schema.items, names) }
  return keywordsOf(schema)
}

/** What a field's name says about its value, where the schema does not. */
function noteOn(schema: TSchema, field: string): JsonSchema {
  const { type, format } = schema.anyOf?.[0] ?? schema
  if (type === 'integer' && field.endsWith('_amount')) return { description: 'In minor units of `currency_code`.' }
  const isTime = type === 'string' && format === undefined && /_(at|by|until|since|from|to)$/.test(field)
  return isTime ? { format: 'date-time' } : {}
}

function object(schema: TSchema, names: Names): JsonSchema {
  const fields = Object.entries(schema.properties as Record<string, TSchema>)
  if (fields.length === 0) return { type: 'object', additionalProperties: true }
  const required = fields.filter(([, value]) => value[OptionalKind] === undefined).map(([field]) => field)
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(([field, value]) => [field, describe(value, names, field)])),
  }
}

function union(parts: readonly TSchema[], names: Names): JsonSchema {
  const others = parts.filter(({ type }) => type !== 'null')
  const isNullable = others.length < parts.length
  const [only] = others
  if (others.every((part) => typeof part.const === 'string')) {
    const words = others.map((part) => part.const)
    return isNullable ? { type: ['string', 'null'], enum: [...words, null] } : { type: 'string', enum: words }
  }
  if (others.length > 1 || only === undefined) return { anyOf: parts.map((part) => describe(part, names)) }
  const described = describe(only, names)
  if (!isNullable) return described
  const { type, enum: words } = described
  if (Array.isArray(words)) return { ...described, type: [type, 'null'], enum: [...words, null] }
  return typeof type === 'string' ? { ...described, type: [type, 'null'] } : { anyOf: [described, { type: 'null' }] }
}

/** The keywords that stand in JSON; TypeBox keeps its own things under symbols. */
function keywordsOf(schema: TSchema): JsonSchema {
  const { additionalProperties: _, ...keywords } = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return keywords
}
