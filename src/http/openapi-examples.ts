import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { dayMs, parseInstant, toInstant, toLocalTime } from '../domain/instant.ts'
import { exampleValues, firstDate } from './contracts/example-values.ts'
import { worthShowing } from './contracts/worth-showing.ts'
import { isInstantNamed } from './openapi-schema.ts'

type ExamplePlace = {
  /** Whether a client sends it: then what may be left out mostly is. */
  readonly sent?: boolean
  /** The object this stands in. */
  readonly parent?: string
}

/** A value that this schema takes, as it could stand under this name. */
export function exampleOf(schema: TSchema, field: string, place: ExamplePlace = {}): unknown {
  const known = [...(exampleValues[`${place.parent}.${field}`] ?? []), ...(exampleValues[field] ?? [])]
  const fitting = known.filter((value) => Value.Check(schema, value))
  return fitting.length > 0 ? fitting[0] : made(schema, field, place)
}

function made(schema: TSchema, field: string, place: ExamplePlace): unknown {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0], field, place)
  if (schema.type === 'object') return object(schema, field, place)
  if (schema.type === 'array')
    return schema.items.not ? [] : [exampleOf(schema.items, singular(field), { ...place, parent: field })]
  if (schema.type === 'boolean') return false
  if (schema.type === 'null') return null
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return text(schema, field)
}

function object(schema: TSchema, field: string, place: ExamplePlace): object {
  // An item of a list is known by the name of the list.
  const parent = field === singular(place.parent ?? '') ? place.parent : field
  const isShown = (name: string) => worthShowing.has(name) || worthShowing.has(`${parent}.${name}`)
  const shown = Object.entries(schema.properties as Record<string, TSchema>).filter(
    ([name, value]) => !place.sent || value[OptionalKind] === undefined || isShown(name),
  )
  return Object.fromEntries(shown.map(([name, value]) => [name, exampleOf(value, name, { ...place, ...(parent && { parent }) })]))
}

function text(schema: TSchema, field: string): string {
  if (schema.format === 'date-time' || isInstantNamed(field)) return firstDate
  const words = field.replaceAll('_', ' ').padEnd(schema.minLength ?? 0, '.')
  return schema.maxLength === undefined ? words : words.slice(0, schema.maxLength)
}

function singular(list: string): string {
  return list.replace(/s$/, '')
}

/** Number of the week, counted from 1970, that an instant (ms) is in. */
export function weekOf(ms: number): number {
  return Math.floor(ms / weekMs)
}

/**
 * Moves a document's examples later by whole weeks, so that all their dates are after `now` (ms) and after its week.
 * Only what has happened by the time it is sent is earlier, in the week before.
 */
export function datesAfter<Document>(document: Document, now: number): Document {
  const laterMs = (weekOf(now) - weekOf(Date.parse(firstDate)) + 1) * weekMs
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const ms = typeof value === 'string' ? parseInstant(value) : null
    if (ms === null) return value
    return value.endsWith('Z') ? toInstant(ms + laterMs) : toLocalTime(ms + laterMs, 'Europe/London')
  })
}

const weekMs = 7 * dayMs
