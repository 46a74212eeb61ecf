import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv'
import type { StripeDocument } from '../../../scripts/stripe-openapi.ts'
import { type StripeCall, stripeCalls } from './calls.ts'
import { invalid, type StripeRefusal } from './errors.ts'

type Schema = Record<string, unknown>
type GroupSchema = { readonly properties: Record<string, unknown>; readonly required: readonly string[] }

let read: StripeDocument | undefined

/** Stripe's own document, cut to our calls. */
export function stripeDocument(): StripeDocument {
  read ??= JSON.parse(readFileSync(join(import.meta.dir, 'openapi.json'), 'utf8')) as StripeDocument
  return read
}

/** The same schema as JSON Schema: null is allowed in nullable values, and an object has only the named properties. */
export function strictSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable, ...parts } = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, strictSchema(part)]))
  const isOpen = parts.type === 'object' && parts.properties !== undefined && parts.additionalProperties === undefined
  const whole = isOpen ? { ...parts, additionalProperties: false } : parts
  return nullable === true ? { anyOf: [whole, { type: 'null' }] } : { ...whole, ...(isGroup(nullable) ? { nullable } : {}) }
}

/** Whether a part is a schema. A property may have the same name as a keyword. */
const isGroup = (part: unknown) => typeof part === 'object' && part !== null

const ajv = new Ajv({
  strict: false,
  coerceTypes: true,
  validateFormats: false,
  validateSchema: false,
  addUsedSchema: false,
  code: { optimize: false },
})

type Check = { readonly known: ReadonlySet<string>; readonly validate: ValidateFunction }

/** Validators by call, made at the first use and shared by all doubles of this process. */
const checks = new Map<StripeCall, Check>()

/**
 * Refuses parameters as Stripe's schema does, and converts texts to the numbers and booleans of the schema. It also refuses those
 * of Stripe's parameters that are not in `reads`, rather than ignore them.
 */
export function checkParams(call: StripeCall, reads: readonly string[], params: Record<string, unknown>): void {
  const { known, validate } = checkOf(call, reads)
  const unread = Object.keys(params).find((name) => known.has(name) && !reads.includes(name))
  if (unread !== undefined) throw invalid(`This double does not know what ${unread} of ${call} would do.`, { param: unread })
  if (!validate(params)) throw refusalOf(validate.errors ?? [])
}

function checkOf(call: StripeCall, reads: readonly string[]): Check {
  const made = checks.get(call) ?? makeCheck(call, reads)
  checks.set(call, made)
  return made
}

function makeCheck(call: StripeCall, reads: readonly string[]): Check {
  const { properties, required } = paramsOf(call)
  const read = Object.fromEntries(Object.entries(properties).filter(([name]) => reads.includes(name)))
  const schema = strictSchema({ type: 'object', properties: read, required: required.filter((name) => reads.includes(name)) })
  return { known: new Set(Object.keys(properties)), validate: ajv.compile(schema as Schema) }
}

type Operation = {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: unknown }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Partial<GroupSchema> }> }
}

/** The parameters of a call in Stripe's schema: the body of a POST, the query of a GET. */
function paramsOf(call: StripeCall): GroupSchema {
  const [method, path] = stripeCalls[call]
  const operation = stripeDocument().paths[path]?.[method.toLowerCase()] as Operation | undefined
  if (method === 'POST') {
    const { properties = {}, required = [] } = operation?.requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {}
    return { properties, required }
  }
  const asked = (operation?.parameters ?? []).filter((one) => one.in === 'query')
  return { properties: Object.fromEntries(asked.map(({ name, schema }) => [name, schema])), required: [] }
}

/** Stripe's refusal of a call that does not match its schema. */
function refusalOf(errors: readonly ErrorObject[]): StripeRefusal {
  const worst = errors.find(({ keyword }) => keyword === 'additionalProperties' || keyword === 'required') ?? errors[0]
  const path = (worst?.instancePath ?? '').split('/').slice(1)
  const param = (...more: readonly string[]) => {
    const [first = '', ...rest] = [...path, ...more]
    return first + rest.map((part) => `[${part}]`).join('')
  }
  if (worst?.keyword === 'additionalProperties') {
    const unknown = param(String(worst.params.additionalProperty))
    return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
  }
  if (worst?.keyword === 'required') {
    const missing = param(String(worst.params.missingProperty))
    return invalid(`Missing required param: ${missing}.`, { code: 'parameter_missing', param: missing })
  }
  if (worst?.keyword === 'type' && worst.params.type === 'integer') {
    return invalid(`Invalid integer: ${param()}`, { code: 'parameter_invalid_integer', param: param() })
  }
  return invalid(`Invalid ${param()}: ${worst?.message ?? 'it cannot be read'}`, { param: param() })
}
