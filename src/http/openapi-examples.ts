import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { dayMs, parseInstant, toInstant, toLocalTime } from '../domain/instant.ts'
import { exampleValues, firstDate } from './contracts/example-values.ts'
import { worthShowing } from './contracts/worth-showing.ts'
import { isInstantNamed } from './openapi-schema.ts'

type ExamplePlace = {
  /** Whether a client sends the object. Most optional fields are then left out. */
  readonly sent?: boolean
  /** The parent object. */
  readonly parent?: string
}

/** A valid value of this schema, for a field of this name. */
export function buildExample(schema: TSchema, field: string, place: ExamplePlace = {}): unknown {
  const known = [...(exampleValues[`${place.parent}.${field}`] ?? []), ...(exampleValues[field] ?? [])]
  const fitting = known.filter((value) => Value.Check(schema, value))
  return fitting.length > 0 ? fitting[0] : buildValue(schema, field, place)
}

function buildValue(schema: TSchema, field: string, place: ExamplePlace): unknown {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.anyOf)) return buildExample(schema.anyOf[0], field, place)
  if (schema.type === 'object') return buildObjectExample(schema, field, place)
  if (schema.type === 'array')
    return schema.items.not ? [] : [buildExample(schema.items, toSingular(field), { ...place, parent: field })]
  if (schema.type === 'boolean') return false
  if (schema.type === 'null') return null
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return buildTextExample(schema, field)
}

function buildObjectExample(schema: TSchema, field: string, place: ExamplePlace): object {
  // An item of a list uses the name of the list.
  const parent = field === toSingular(place.parent ?? '') ? place.parent : field
  const isShown = (name: string) => worthShowing.has(name) || worthShowing.has(`${parent}.${name}`)
  const shown = Object.entries(schema.properties as Record<string, TSchema>).filter(
    ([name, value]) => !place.sent || value[OptionalKind] === undefined || isShown(name),
  )
  return Object.fromEntries(
    shown.map(([name, value]) => [name, buildExample(value, name, { ...place, ...(parent && { parent }) })]),
  )
}

function buildTextExample(schema: TSchema, field: string): string {
  if (schema.format === 'date-time' || isInstantNamed(field)) return firstDate
  const words = field.replaceAll('_', ' ').padEnd(schema.minLength ?? 0, '.')
  return schema.maxLength === undefined ? words : words.slice(0, schema.maxLength)
}

function toSingular(list: string): string {
  return list.replace(/s$/, '')
}

/** Number of the week of an instant (ms), counted from 1970. */
export function findWeekNumber(ms: number): number {
  return Math.floor(ms / weekMs)
}

/**
 * Shifts a document's examples by whole weeks, so that all their dates are after the week of `now` (ms). Past events of requests
 * are in the week before.
 */
export function shiftDates<Document>(document: Document, now: number): Document {
  const laterMs = (findWeekNumber(now) - findWeekNumber(Date.parse(firstDate)) + 1) * weekMs
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const ms = typeof value === 'string' ? parseInstant(value) : null
    if (ms === null) return value
    return value.endsWith('Z') ? toInstant(ms + laterMs) : toLocalTime(ms + laterMs, 'Europe/London')
  })
}

const weekMs = 7 * dayMs
