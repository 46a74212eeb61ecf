import fc, { type Arbitrary } from 'fast-check'

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema has any shape
type Schema = Record<string, any>

/** The source of arbitrary requests: the document's schemas by name, and values that exist on the running server. */
export interface ExampleValues {
  readonly schemas: Readonly<Record<string, Schema>>
  /** Existing values for fields of this name; null if there are none. */
  meaningful(field: string): readonly unknown[] | null
}

const emojis = fc.constantFrom('🚌', 'Łódź', 'a', ' ', '\u0000', '\ud83d', 'ﷺ', '<b>', "'; --", '%00', '\u202e', '𝕬')

/** Text of any kind, mostly short. */
export const anyText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 2, arbitrary: fc.array(emojis, { maxLength: 12 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('', 'x'.repeat(161), 'y'.repeat(3_000), '1e400', '__proto__', 'null') },
)

/** Numbers of any kind. */
const anyNumber = fc.oneof(
  fc.integer({ min: -2, max: 200 }),
  fc.constantFrom(0, -0, 0.5, 2 ** 53, -(2 ** 53), 1e308, 100_000_000, 100_000_001),
)

/** Any JSON at all. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(anyText, anyNumber, fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** A value that usually fits a schema, and otherwise is any JSON. */
export function arbitraryFor(schema: Schema, exampleValues: ExampleValues, field = ''): Arbitrary<unknown> {
  const suited = suiting(schema, exampleValues, field)
  return fc.oneof({ weight: 24, arbitrary: suited }, { weight: 1, arbitrary: anyJson })
}

function suiting(schema: Schema, exampleValues: ExampleValues, field: string): Arbitrary<unknown> {
  const known = exampleValues.meaningful(field)
  if (known !== null && known.length > 0) return fc.constantFrom(...known)
  if (schema.$ref) return arbitraryFor(exampleValues.schemas[schema.$ref.split('/').at(-1)] ?? {}, exampleValues, field)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return fc.oneof(...branches.map((branch: Schema) => arbitraryFor(branch, exampleValues, field)))
  const types = [schema.type].flat()
  if (types.length > 1) return fc.oneof(...types.map((type) => arbitraryFor({ ...schema, type }, exampleValues, field)))
  switch (schema.type) {
    case 'object':
      return guessObject(schema, exampleValues)
    case 'array':
      return fc.array(arbitraryFor(schema.items ?? {}, exampleValues, field), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1_000, 100_000) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -100, max: schema.maximum ?? 100, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 20, 40) })
    default:
      return anyJson
  }
}

function guessObject(schema: Schema, exampleValues: ExampleValues): Arbitrary<unknown> {
  const fields = Object.entries<Schema>(schema.properties ?? {}).map(([name, one]) => [
    name,
    arbitraryFor(one, exampleValues, name),
  ])
  // Sometimes a required field is missing.
  const always = fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  return fc.oneof(
    { weight: 15, arbitrary: always },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
  )
}
