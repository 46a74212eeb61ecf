import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { ValidationError } from 'elysia'
import type { Reader } from '../storage/storage.ts'
import type { RequestContext } from './request-context.ts'
import { record } from './schema.ts'

/** What a thing is shown for: at this instant (epoch ms), to readers who reach the server under this address. */
export type Showing = { readonly now: number; readonly baseUrl: string }

/** What leaves by a route: the schema of its body, and the one function that shows a thing so. */
export type Contract<Thing, Schema extends TSchema, Body = Static<Schema>> = {
  readonly schema: Schema
  readonly show: (thing: Thing, showing: Showing) => Body
}

/** A body, whole, and the function that shows a thing as it. */
export function bodyContract<Schema extends TSchema, Thing = unknown>(
  schema: Schema,
  show: (thing: Thing, showing: Showing) => Static<Schema>,
): Contract<Thing, Schema> {
  return { schema, show }
}

/** A schema and the function that shows a thing through it, as the `data` of a body. */
export function contract<Schema extends TSchema, Thing>(
  schema: Schema,
  show: (thing: Thing, showing: Showing) => Static<Schema>,
): Contract<Thing, ReturnType<typeof envelope<Schema>>, { data: Static<Schema> }> {
  return { schema: envelope(schema), show: (thing, showing) => ({ data: show(thing, showing) }) }
}

function envelope<Schema extends TSchema>(data: Schema) {
  return record({ data })
}

/** Whether something that a module exports is a contract. */
export function isContract(exported: unknown): exported is Contract<unknown, TSchema> {
  return typeof exported === 'object' && exported !== null && 'schema' in exported && 'show' in exported
}

/** What a 204 says of whatever was done. */
export const NoContent = bodyContract(Type.Void(), () => undefined)

/** Reads something and shows it; Elysia checks what it is given against the route's schema. */
export async function read<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  find: (db: Reader) => Promise<Thing>,
): Promise<Body> {
  return view.show(await context.app.storage.read(find, context.caller ?? undefined), context)
}

/** A thing as JSON, and empty where there is nothing to say. A body that breaks its contract is a fault of ours: it is thrown, and never sent. */
export function renderChecked<Thing, Schema extends TSchema, Body>(
  { schema, show }: Contract<Thing, Schema, Body>,
  thing: Thing,
  showing: Showing,
): string {
  const body = show(thing, showing)
  const check = compiled(schema)
  if (!check.Check(body)) throw new ValidationError('response', check, body)
  return body === undefined ? '' : JSON.stringify(body)
}

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Compiled at its first use, by the compiler that Elysia checks what is read with. */
function compiled(schema: TSchema): TypeCheck<TSchema> {
  const known = checks.get(schema)
  if (known !== undefined) return known
  const check = TypeCompiler.Compile(schema)
  checks.set(schema, check)
  return check
}
