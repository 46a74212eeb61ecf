import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { RoadFigures } from '../domain/road-distance.ts'
import type { Reader } from '../storage/storage.ts'
import { stringifyChecked } from './checked.ts'
import type { RequestContext } from './request-context.ts'
import { record } from './schema.ts'

/** The setting of a rendering: the instant (epoch ms) and the server's public address. */
export type Showing = {
  readonly now: number
  readonly baseUrl: string
  /** Template of map links, for `buildMapUrl`. */
  readonly mapUrl: string
  /** Signs a text with a secret of this server. */
  readonly sign: (text: string) => string
  /** Settings for estimated drives. */
  readonly roads: RoadFigures
  /** Inserts fields of a `createFieldRenderer` in place of the record's `$rendered`. */
  readonly embed: (fields: string) => null
}

/** The response body of a route: its schema, and the only function that renders a thing for it. */
export type Contract<Thing, Schema extends TSchema, Body = Static<Schema>> = {
  readonly schema: Schema
  readonly show: (thing: Thing, showing: Showing) => Body
  /** Schema for the check of a rendered body: `schema`, or a variant with `embedded` in place of embedded fields. */
  readonly shown: TSchema
}

/** Marks a record's place for fields that were rendered and checked before. */
export const embedded = { $rendered: Type.Null() }

const mark = '"$rendered":null'

/** A whole body, with its rendering function. */
export function defineBodyContract<Schema extends TSchema, Thing = unknown>(
  schema: Schema,
  show: (thing: Thing, showing: Showing) => Static<Schema>,
): Contract<Thing, Schema> {
  return { schema, show, shown: schema }
}

/** A schema with its rendering function, as the `data` of a body. */
export function defineContract<Schema extends TSchema, Thing, Shown extends TSchema = Schema>(
  schema: Schema,
  show: (thing: Thing, showing: Showing) => Static<Shown>,
  shown?: Shown,
): Contract<Thing, ReturnType<typeof wrapInData<Schema>>, { data: Static<Shown> }> {
  const body = wrapInData(schema)
  return { schema: body, show: (thing, showing) => ({ data: show(thing, showing) }), shown: shown ? wrapInData(shown) : body }
}

function wrapInData<Schema extends TSchema>(data: Schema) {
  return record({ data })
}

/** Whether an export of a module is a contract. */
export function isContract(exported: unknown): exported is Contract<unknown, TSchema> {
  return typeof exported === 'object' && exported !== null && 'schema' in exported && 'show' in exported
}

/** The empty body of a 204. */
export const NoContent = defineBodyContract(Type.Void(), () => undefined)

/** Reads something and renders it. */
export async function respondWithRead<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  find: (db: Reader) => Promise<Thing>,
): Promise<Response> {
  return respondWithThing(context, view, await context.app.storage.read(find, context.caller ?? undefined))
}

/** Renders a thing for the caller. */
export function respondWithThing<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  thing: Thing,
): Response {
  return createJsonResponse(renderChecked(view, thing, buildShowing(context, context.now)))
}

/** The setting of a rendering for an instant (ms), without the embedding. */
export function buildShowing({ app, baseUrl }: RequestContext, now: number): Omit<Showing, 'embed'> {
  return { now, baseUrl, mapUrl: app.mapUrl, sign: app.secretBox.blindIndex, roads: app.roads.figures }
}

/**
 * A thing as JSON, and empty for a body without content. A body that breaks its contract is an internal error: it is thrown and
 * never sent.
 */
export function renderChecked<Thing, Schema extends TSchema, Body>(
  { show, shown }: Contract<Thing, Schema, Body>,
  thing: Thing,
  showing: Omit<Showing, 'embed'>,
): string {
  const parts: string[] = []
  const embed = (fields: string) => {
    parts.push(fields)
    return null
  }
  const text = stringifyChecked(shown, show(thing, { ...showing, embed }))
  return parts.length === 0 ? text : insertParts(text, parts)
}

/** A text of a thing cannot look like a mark, because JSON escapes its quotes. */
function insertParts(text: string, parts: readonly string[]): string {
  const [head = '', ...rest] = text.split(mark)
  if (rest.length !== parts.length) throw new Error('The rendered value does not fit its record.')
  return rest.reduce((whole, piece, nth) => whole + parts[nth] + piece, head)
}

/** A rendered body, or none without content. */
export function createJsonResponse(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  if (text === '') return new Response(null, { status, headers })
  return new Response(text, { status, headers: { 'Content-Type': 'application/json;charset=utf-8', ...headers } })
}
