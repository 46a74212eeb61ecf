import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { RoadFigures } from '../domain/road-distance.ts'
import type { Reader } from '../storage/storage.ts'
import { stringifyChecked } from './checked.ts'
import type { RequestContext } from './request-context.ts'
import { record } from './schema.ts'

/** The setting a thing is shown in: this instant (epoch ms), to readers who reach the server under this address. */
export type Showing = {
  readonly now: number
  readonly baseUrl: string
  /** Signs a text, as only this server can. */
  readonly sign: (text: string) => string
  /** Figures by which drives are reckoned. */
  readonly roads: RoadFigures
  /** Puts fields that a `fieldRenderer` made in the place of the record's `$rendered`. */
  readonly embed: (fields: string) => null
}

/** The shape in which things leave by a route: the schema of its body, and the one function that shows a thing so. */
export type Contract<Thing, Schema extends TSchema, Body = Static<Schema>> = {
  readonly schema: Schema
  readonly show: (thing: Thing, showing: Showing) => Body
  /** Schema that a shown body is checked against: `schema`, or one with `embedded` in place of embedded fields. */
  readonly shown: TSchema
}

/** Stands in a record for fields that were rendered, and checked, before. */
export const embedded = { $rendered: Type.Null() }

const mark = '"$rendered":null'

/** A body, whole, and the function that shows a thing as it. */
export function bodyContract<Schema extends TSchema, Thing = unknown>(
  schema: Schema,
  show: (thing: Thing, showing: Showing) => Static<Schema>,
): Contract<Thing, Schema> {
  return { schema, show, shown: schema }
}

/** A schema and the function that shows a thing through it, as the `data` of a body. */
export function contract<Schema extends TSchema, Thing, Shown extends TSchema = Schema>(
  schema: Schema,
  show: (thing: Thing, showing: Showing) => Static<Shown>,
  shown?: Shown,
): Contract<Thing, ReturnType<typeof envelope<Schema>>, { data: Static<Shown> }> {
  const body = envelope(schema)
  return { schema: body, show: (thing, showing) => ({ data: show(thing, showing) }), shown: shown ? envelope(shown) : body }
}

function envelope<Schema extends TSchema>(data: Schema) {
  return record({ data })
}

/** Whether something that a module exports is a contract. */
export function isContract(exported: unknown): exported is Contract<unknown, TSchema> {
  return typeof exported === 'object' && exported !== null && 'schema' in exported && 'show' in exported
}

/** The empty body of a 204, whatever was done. */
export const NoContent = bodyContract(Type.Void(), () => undefined)

/** Reads something and shows it. */
export async function read<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  find: (db: Reader) => Promise<Thing>,
): Promise<Response> {
  return answer(context, view, await context.app.storage.read(find, context.caller ?? undefined))
}

/** Shows a thing to the caller. */
export function answer<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  thing: Thing,
): Response {
  return jsonResponse(renderChecked(view, thing, showingAt(context, context.now)))
}

/** The setting in which a thing is shown for an instant (ms), but for the embedding. */
export function showingAt({ app, baseUrl }: RequestContext, now: number): Omit<Showing, 'embed'> {
  return { now, baseUrl, sign: app.secretBox.blindIndex, roads: app.roads.figures }
}

/** A thing as JSON, and empty where there is nothing to say. A body that breaks its contract is a fault of ours: it is thrown, and never sent. */
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
  return parts.length === 0 ? text : withParts(text, parts)
}

/** No text of a thing can pass for a mark: within JSON its quotes are escaped. */
function withParts(text: string, parts: readonly string[]): string {
  const [head = '', ...rest] = text.split(mark)
  if (rest.length !== parts.length) throw new Error('What was rendered has no place in its record.')
  return rest.reduce((whole, piece, nth) => whole + parts[nth] + piece, head)
}

/** A rendered body, or none where there is nothing to say. */
export function jsonResponse(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  if (text === '') return new Response(null, { status, headers })
  return new Response(text, { status, headers: { 'Content-Type': 'application/json;charset=utf-8', ...headers } })
}
