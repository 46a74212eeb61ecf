import { type AnyElysia, Elysia, type TSchema } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { createMethodsFinder } from './allowed-methods.ts'
import { createGate } from './gate.ts'
import type { Route } from './openapi-operation.ts'

/** The routes of one noun, with their contracts. */
export type RouteGroup = (app: AppContext) => AnyElysia

/** Routes below some paths. The server loads them with the first request for one of them. */
export type Area = {
  /** Whole segments, such as `/portal/v1`. If two areas match, the longer path wins. */
  readonly below: readonly string[]
  load(): Promise<readonly RouteGroup[]>
}

/** Routes that are ready to answer. */
export type OpenArea = {
  readonly routes: readonly Route[]
  fetch(request: Request): Response | Promise<Response>
  /** The methods of a path. */
  methodsAt(path: string): readonly string[]
}

/** Answers a fault of any of these routes. */
export type FaultHandler = (fault: unknown, request: Request) => Promise<Response>

/** Registers the routes of these groups. Throws if one describes its input without `input()`. */
export function openArea(app: AppContext, groups: readonly RouteGroup[], onFault: FaultHandler): OpenArea {
  // `normalize` would turn `"text"` into `{}` before validation. `input` and `record` decide about unknown fields.
  const elysia = new Elysia({ normalize: false, strictPath: true, handler: { standardHostname: false } })
    .onError({ as: 'global' }, ({ error, request }) => onFault(error, request))
    .use(createGate(app))
  for (const group of groups) elysia.use(group(app))
  for (const route of elysia.routes) refuseClosedInput(route)
  return {
    routes: elysia.routes,
    fetch: (request) => elysia.fetch(request),
    methodsAt: createMethodsFinder(elysia.routes),
  }
}

/** A body or query whose objects are closed would refuse unknown fields, against the contract. */
function refuseClosedInput(route: { method: string; path: string; hooks: unknown }): void {
  const { body, query } = route.hooks as { body?: TSchema; query?: TSchema }
  for (const schema of [body, query]) {
    if (schema && hasClosedObject(schema)) throw new Error(`${route.method} ${route.path}: describe the input with input().`)
  }
}

function hasClosedObject(schema: TSchema): boolean {
  if (schema.type === 'object' && schema.additionalProperties !== true) return true
  const parts: unknown[] = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  return parts.some((part) => hasClosedObject(part as TSchema))
}
