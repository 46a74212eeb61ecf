import { Kind, type TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import type { FieldFaults } from './contracts/fault.ts'
import { type Fault, type FaultRule, faultOf } from './schema.ts'

/** No one mends more at once, and a body of a thousand faults should not be answered by a longer one. */
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
  shortest: (field, limit) => `The ${field} field must be at least ${counted(limit, 'character')}.`,
  longest: (field, limit) => `The ${field} field must not be greater than ${counted(limit, 'character')}.`,
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
  fewest: (field, limit) => `The ${field} field must have at least ${counted(limit, 'item')}.`,
  fullest: (field, limit) => `The ${field} field must not have more than ${counted(limit, 'item')}.`,
  twice: (field) => `The ${field} field has a duplicate value.`,
  other: (field) => `The ${field} field is invalid.`,
}

/**
 * Sentences for what a validator found, one for each field at fault under its dotted path (`vehicles.0.seats`); the
 * whole is `body`.
 */
export function sentencesOf(errors: Iterable<ValueError>): FieldFaults {
  const fields = new Map<string, readonly string[]>()
  for (const { path, sentence } of explain(errors)) {
    if (!fields.has(path)) fields.set(path, [sentence])
    if (fields.size >= mostFields) break
  }
  return Object.fromEntries(fields)
}

/** The sentence for a field that must be there and is not. */
export function requiredSentence(field: string): string {
  return sentences.required(field, 0)
}

/** The sentence for a field that holds U+0000 or half a surrogate pair. */
export function unstorableSentence(field: string): string {
  return sentences.characters(field, 0)
}

type Explanation = { readonly path: string; readonly sentence: string }

function* explain(errors: Iterable<ValueError>): Iterable<Explanation> {
  for (const error of errors) {
    if (error.type === ValueErrorType.Union) {
      yield* explainUnion(error)
      continue
    }
    const field = dotted(error.path)
    const { rule, limit = 0 } = ruleOf(error)
    yield { path: field, sentence: sentences[rule](field, limit) }
  }
}

/** A union is explained by its only real branch (the others are null), or by the branch that came furthest. */
function explainUnion(error: ValueError): readonly Explanation[] {
  const branches: readonly TSchema[] = error.schema.anyOf
  const field = dotted(error.path)
  if (error.value === undefined) return [{ path: field, sentence: sentences.required(field, 0) }]
  if (branches.every((branch) => branch[Kind] === 'Literal' || branch[Kind] === 'Null')) {
    return [{ path: field, sentence: sentences.listed(field, 0) }]
  }
  let best: readonly Explanation[] = []
  branches.forEach((branch, index) => {
    if (branch[Kind] === 'Null') return
    const explanations = [...explain(error.errors[index] ?? [])]
    if (best.length === 0 || depth(explanations) > depth(best)) best = explanations
  })
  return best
}

function depth(explanations: readonly Explanation[]): number {
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

function ruleOf({ type, schema, value }: ValueError): { rule: keyof typeof sentences; limit?: number } {
  if (value === undefined) return { rule: 'required' }
  if (type === ValueErrorType.ArrayMinItems) return { rule: 'fewest', limit: schema.minItems }
  if (type === ValueErrorType.ArrayMaxItems) return { rule: 'fullest', limit: schema.maxItems }
  const fault: Fault | null = type === ValueErrorType.Kind ? faultOf(schema, value) : null
  return fault ?? { rule: plainRules[type] ?? 'other' }
}

/** `/vehicles/0/seats` → `vehicles.0.seats`. */
function dotted(pointer: string): string {
  if (pointer === '') return 'body'
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
