import {
  Kind,
  type Static,
  type TNull,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  type TUnion,
  type TUnsafe,
  Type,
  TypeRegistry,
} from '@sinclair/typebox'
import { isOneLine, oneLinePattern } from '../domain/control-characters.ts'
import { isEmailAddress } from '../domain/email-address.ts'
import { isDate, parseInstant } from '../domain/instant.ts'
import { largestAmount } from '../domain/money.ts'
import { tidyPostcode } from '../domain/postcode.ts'
import { notFound } from '../domain/refusal.ts'
import { normalisePlate } from '../domain/vehicle-check.ts'

/** A fault of a value, by rule. `limit` is the rule's number. */
export type Fault = { readonly rule: FaultRule; readonly limit?: number }

export type FaultRule =
  | 'text'
  | 'characters'
  | 'controls'
  | 'blank'
  | 'shortest'
  | 'longest'
  | 'instant'
  | 'date'
  | 'clock'
  | 'email'
  | 'whole'
  | 'number'
  | 'least'
  | 'most'
  | 'listed'

type Judge = (schema: TSchema, value: unknown) => Fault | null

const judges: Readonly<Record<string, Judge>> = {
  Text: faultOfText,
  Plate: (schema, value) =>
    faultOfText({ ...schema, maxLength: undefined }, value) ?? faultOfText(schema, normalisePlate(value as string)),
  Postcode: (schema, value) =>
    faultOfText({ ...schema, maxLength: undefined }, value) ?? faultOfText(schema, tidyPostcode(value as string)),
  Sought: (schema, value) =>
    faultOfText({ ...schema, maxLength: undefined }, value) ?? faultOfText(schema, (value as string).trim()),
  Prose: faultOfProse,
  Instant: (_, value) => (typeof value === 'string' && parseInstant(value) !== null ? null : { rule: 'instant' }),
  Date: (_, value) => (typeof value === 'string' && isDate(value) ? null : { rule: 'date' }),
  Clock: (schema, value) =>
    faultOfText(schema, value) ?? (new RegExp(schema.pattern).test(value as string) ? null : { rule: 'clock' }),
  Email: (schema, value) => {
    if (typeof value !== 'string') return { rule: 'text' }
    if (codePoints(value) > schema.maxLength) return { rule: 'longest', limit: schema.maxLength }
    return isEmailAddress(value) ? null : { rule: 'email' }
  },
  Whole: (schema, value) => (Number.isSafeInteger(value) ? withinBounds(schema, value as number) : { rule: 'whole' }),
  Decimal: (schema, value) => (Number.isFinite(value) ? withinBounds(schema, value as number) : { rule: 'number' }),
  PathId: (schema, value) => (typeof value === 'string' && new RegExp(schema.pattern).test(value) ? null : { rule: 'whole' }),
  Degrees: (schema, value) =>
    typeof value === 'string' && new RegExp(schema.pattern).test(value)
      ? withinBounds(schema, Number(value))
      : { rule: 'number' },
  Listed: (schema, value) => (schema.enum.includes(value) ? null : { rule: 'listed' }),
}

const prefix = 'charabanc:'

for (const [name, judge] of Object.entries(judges))
  TypeRegistry.Set(prefix + name, (schema, value) => judge(schema as TSchema, value) === null)

/** The fault of a value by this vocabulary; null for other schemas and for a valid value. */
export function findSchemaFault(schema: TSchema, value: unknown): Fault | null {
  const judge = schema[Kind].startsWith(prefix) ? judges[schema[Kind].slice(prefix.length)] : undefined
  return judge?.(schema, value) ?? null
}

type Length = { readonly min?: number; readonly max?: number }

/**
 * One line of at most this number of Unicode code points, without control characters. With `min` of 1 or more, white space alone
 * is refused.
 */
export function text(limits: Length = {}): TUnsafe<string> {
  return kind('Text', { ...buildLengthKeywords(limits), pattern: oneLinePattern })
}

/** The text of a search: one line whose length is counted without blanks around it. */
export function soughtText(limits: Length): TUnsafe<string> {
  return kind('Sought', { ...buildLengthKeywords(limits), pattern: oneLinePattern })
}

/** The registration of a vehicle: one line of 1 to 20 characters, counted after normalisation to capitals with single blanks. */
export function registration(): TUnsafe<string> {
  return kind('Plate', { ...buildLengthKeywords({ min: 1, max: 20 }), pattern: oneLinePattern })
}

/** A postcode: one line of at most 12 characters, counted without superfluous spaces. */
export function postcode(): TUnsafe<string> {
  return kind('Postcode', { ...buildLengthKeywords({ max: 12 }), pattern: oneLinePattern })
}

/** Text of several lines with any character except U+0000 and half a surrogate pair: notes and messages. */
export function prose(limits: Length = {}): TUnsafe<string> {
  return kind('Prose', buildLengthKeywords(limits))
}

/** An RFC 3339 date-time with seconds and an offset, of an existing day. */
export function instant(): TInstant {
  return { ...kind<string>('Instant', { type: 'string' }), format: 'date-time' }
}

/** An existing day, `2026-06-12`. */
export function date(): TUnsafe<string> {
  return kind('Date', { type: 'string', format: 'date' })
}

/** A time of day, `06:30`. */
export function clockTime(): TUnsafe<string> {
  return kind('Clock', { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
}

const momentMark = Symbol('moment')

/** An instant of an answer, which a row stores as epoch ms. The mark is a symbol, so that no document shows it. */
export function moment(): TMoment {
  return Type.String({ [momentMark]: true }) as TMoment
}

/** Whether a field, null or not, is a moment. */
export function isMoment(schema: TSchema): boolean {
  return momentMark in schema || (schema.anyOf ?? []).some(isMoment)
}

/** An email address that a mail server accepts, at most 254 characters. Its domain can be internationalised. */
export function email(): TUnsafe<string> {
  return kind('Email', { type: 'string', format: 'email', maxLength: 254 })
}

/** Money in minor units, from 1 (or 0 if a price can be nothing) to 100000000. */
export function amount(limits: { zero: boolean }): TUnsafe<number> {
  return whole({ min: limits.zero ? 0 : 1, max: largestAmount })
}

/** An integer that a JavaScript number represents exactly; `"5"` and `5.5` are invalid. */
export function whole(limits: { min?: number; max?: number } = {}): TUnsafe<number> {
  return kind('Whole', { type: 'integer', ...bound('minimum', limits.min), ...bound('maximum', limits.max) })
}

/** A finite number, for coordinates and speeds, never for money. */
export function decimal(limits: { min?: number; max?: number } = {}): TUnsafe<number> {
  return kind('Decimal', { type: 'number', ...bound('minimum', limits.min), ...bound('maximum', limits.max) })
}

/** One word of a closed list. */
export function oneOf<const Word extends string>(words: readonly Word[]): TUnsafe<Word> {
  return kind('Listed', { type: 'string', enum: words })
}

/** A value of a schema, or null. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnion<[Schema, TNull]> {
  return Type.Union([schema, Type.Null()])
}

/**
 * An object of a request, at any depth of a body or query. Unknown fields are ignored. The schema itself does it, because
 * Elysia's own way turns `"text"` into `{}` before validation.
 */
export function input<Fields extends TProperties>(fields: Fields): TObject<Fields> {
  return Type.Object(fields, { additionalProperties: true })
}

/** An object of an answer, at any depth, with exactly these fields, so that no field is sent by accident. */
export function record<Fields extends TProperties>(fields: Fields): TObject<Fields> {
  return Type.Object(fields, { additionalProperties: false })
}

/** Paging fields of a list's query, beside its filters. They are never invalid: `readPageAsked` corrects them. */
export const pageFields = { page: Type.Optional(Type.String()), per_page: Type.Optional(Type.String()) }

/**
 * An integer in a path, for endpoints that answer 422 to another text. Read it with `Number`, which makes no id of a number that
 * is too large.
 */
export function pathId(): TUnsafe<string> {
  return kind('PathId', { type: 'string', pattern: '^-?[0-9]+$' })
}

/** Degrees in a query, from `-most` to `most`. Read them with `Number`. */
export function queryDegrees(most: number): TUnsafe<string> {
  return kind('Degrees', { type: 'string', pattern: '^-?[0-9]{1,3}(\\.[0-9]{1,20})?$', minimum: -most, maximum: most })
}

/** An integer id in a path, for endpoints that answer 404 to another text. Refuses `not_found`. */
export function parseIdOrRefuse(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw notFound()
  return Number(text)
}

/** False for U+0000 and for half a surrogate pair, because a database does not store them faithfully. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The type of an instant, distinct from other texts for the compiler. */
export type TInstant = TUnsafe<string> & { readonly format: 'date-time' }

/** The type of an instant in a response, distinct from other texts for the compiler. */
export type TMoment = TString & { readonly [momentMark]: true }

/** The type of a schema's valid values. */
export type Of<Schema extends TSchema> = Static<Schema>

function kind<Value>(name: string, keywords: Record<string, unknown>): TUnsafe<Value> {
  return Type.Unsafe<Value>({ [Kind]: prefix + name, ...keywords })
}

function faultOfText(schema: TSchema, value: unknown): Fault | null {
  const isBroken = typeof value === 'string' && isStorable(value) && !isOneLine(value)
  return isBroken ? { rule: 'controls' } : faultOfProse(schema, value)
}

function faultOfProse(schema: TSchema, value: unknown): Fault | null {
  if (typeof value !== 'string') return { rule: 'text' }
  if (!isStorable(value)) return { rule: 'characters' }
  if (schema.minLength >= 1 && value.trim() === '') return { rule: 'blank' }
  if (codePoints(value) < schema.minLength) return { rule: 'shortest', limit: schema.minLength }
  return codePoints(value) > schema.maxLength ? { rule: 'longest', limit: schema.maxLength } : null
}

function buildLengthKeywords({ min, max }: Length): Record<string, unknown> {
  return { type: 'string', ...bound('minLength', min), ...bound('maxLength', max) }
}

function bound(keyword: string, limit: number | undefined): Record<string, number> {
  return limit === undefined ? {} : { [keyword]: limit }
}

function withinBounds(schema: TSchema, value: number): Fault | null {
  if (value < schema.minimum) return { rule: 'least', limit: schema.minimum }
  return value > schema.maximum ? { rule: 'most', limit: schema.maximum } : null
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
