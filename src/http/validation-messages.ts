import { Kind, type TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import type { FieldFaults } from './contracts/fault.ts'
import { type Fault, type FaultRule, findSchemaFault } from './schema.ts'

/** Greatest number of faulty fields in a response, so that it is not longer than the body. */
const mostFields = 50

type Sentence = (field: string, limit: number) => string

const sentences: Readonly<
  Record<FaultRule | 'required' | 'array' | 'object' | 'boolean' | 'fewest' | 'fullest' | 'twice' | 'other', Sentence>
> = {
  required: (field) => `The ${field} field is required.`,
  blank: (field) => `The ${field} field is required.`,
  text: (field) => `The ${field} field must be a string.`,
  characters: (field) => `The ${field} field contains characters that cannot be stored.`,
  controls: (field) => `The ${field} field must not contain line breaks or control characters.`,
  shortest: (field, limit) => `The ${field} field must be at least ${formatCountOf(limit, 'character')}.`,
  longest: (field, limit) => `The ${field} field must not be greater than ${formatCountOf(limit, 'character')}.`,
  instant: (field) => `The ${field} field must be a valid date-time.`,
  date: (field) => `The ${field} field must be a valid date.`,
  clock: (field) => `The ${field} field must be a time of day such as 06:30.`,
  email: (field) => `The ${field} field must be a valid email address.`,
  whole: (field) => `The ${field} field must be an integer.`,
  number: (field) => `The ${field} field must be a number.`,
  least: (field, limit) => `The ${field} field must be at least ${limit}.`,
  most: (field, limit) => `The ${field} field must not be greater than ${limit}.`,
  listed: (field) => `The selected ${field} is invalid.`,
  array: (field) => `The ${field} field must be an array.`,
  object: (field) => `The ${field} field must be an object.`,
  boolean: (field) => `The ${field} field must be true or false.`,
  fewest: (field, limit) => `The ${field} field must have at least ${formatCountOf(limit, 'item')}.`,
  fullest: (field, limit) => `The ${field} field must not have more than ${formatCountOf(limit, 'item')}.`,
  twice: (field) => `The ${field} field has a duplicate value.`,
  other: (field) => `The ${field} field is invalid.`,
}

/**
 * Sentences for a validator's errors, one for each faulty field under its dotted path (`vehicles.0.seats`). The whole body is
 * `body`.
 */
export function listValidationSentences(errors: Iterable<ValueError>): FieldFaults {
  const fields = new Map<string, readonly string[]>()
  for (const { path, sentence } of explainErrors(errors)) {
    if (!fields.has(path)) fields.set(path, [sentence])
    if (fields.size >= mostFields) break
  }
  return Object.fromEntries(fields)
}

/** The sentence for a missing required field. */
export function formatRequired(field: string): string {
  return sentences.required(field, 0)
}

/** The sentence for a field with U+0000 or half a surrogate pair. */
export function formatUnstorable(field: string): string {
  return sentences.characters(field, 0)
}

type Explanation = { readonly path: string; readonly sentence: string }

function* explainErrors(errors: Iterable<ValueError>): Iterable<Explanation> {
  for (const error of errors) {
    if (error.type === ValueErrorType.Union) {
      yield* explainUnion(error)
      continue
    }
    const field = toDottedPath(error.path)
    const { rule, limit = 0 } = findRule(error)
    yield { path: field, sentence: sentences[rule](field, limit) }
  }
}

/** A union is explained by its only branch besides null, or by the branch whose errors are deepest. */
function explainUnion(error: ValueError): readonly Explanation[] {
  const branches: readonly TSchema[] = error.schema.anyOf
  const field = toDottedPath(error.path)
  if (error.value === undefined) return [{ path: field, sentence: sentences.required(field, 0) }]
  if (branches.every((branch) => branch[Kind] === 'Literal' || branch[Kind] === 'Null')) {
    return [{ path: field, sentence: sentences.listed(field, 0) }]
  }
  let best: readonly Explanation[] = []
  branches.forEach((branch, index) => {
    if (branch[Kind] === 'Null') return
    const explanations = [...explainErrors(error.errors[index] ?? [])]
    if (best.length === 0 || findDepth(explanations) > findDepth(best)) best = explanations
  })
  return best
}

function findDepth(explanations: readonly Explanation[]): number {
  return Math.min(...explanations.map((explanation) => explanation.path.split('.').length))
}

const plainRules: Partial<Record<ValueErrorType, keyof typeof sentences>> = {
  [ValueErrorType.ObjectRequiredProperty]: 'required',
  [ValueErrorType.Object]: 'object',
  [ValueErrorType.Array]: 'array',
  [ValueErrorType.ArrayUniqueItems]: 'twice',
  [ValueErrorType.Boolean]: 'boolean',
  [ValueErrorType.String]: 'text',
  [ValueErrorType.Integer]: 'whole',
  [ValueErrorType.Number]: 'number',
  [ValueErrorType.Literal]: 'listed',
}

function findRule({ type, schema, value }: ValueError): { rule: keyof typeof sentences; limit?: number } {
  if (value === undefined) return { rule: 'required' }
  if (type === ValueErrorType.ArrayMinItems) return { rule: 'fewest', limit: schema.minItems }
  if (type === ValueErrorType.ArrayMaxItems) return { rule: 'fullest', limit: schema.maxItems }
  const fault: Fault | null = type === ValueErrorType.Kind ? findSchemaFault(schema, value) : null
  return fault ?? { rule: plainRules[type] ?? 'other' }
}

/** `/vehicles/0/seats` → `vehicles.0.seats`. */
function toDottedPath(pointer: string): string {
  if (pointer === '') return 'body'
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}

function formatCountOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
