import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { makeAsset } from './asset.ts'
import { headers, parameters, securitySchemes } from './openapi-components.ts'
import { buildRefusalExamples, describeCommonRefusals, describeErrors } from './openapi-errors.ts'
import { findWeekNumber, shiftDates } from './openapi-examples.ts'
import { listNamedSchemas } from './openapi-names.ts'
import { buildOperation, findRouteHooks, type Route, toPathTemplate } from './openapi-operation.ts'
import { type JsonSchema, makeNames } from './openapi-schema.ts'
import { findTag, type Tag, tagNames, tags } from './openapi-tags.ts'
import { enumerations } from './openapi-words.ts'
import { input, oneOf } from './schema.ts'

/** The version of the API, which differs from the program's version. It changes with every visible change of the API. */
const apiVersion = '1.0.0'

const about = `An API for coach hire: jobs, quotes, bookings, payments, trips and payouts.

- **Money** is an integer in minor units, with its \`currency_code\` beside it.
- **Instants** are UTC (\`2026-05-20T08:11:02Z\`). Times of an itinerary are local with their offset, beside \`timezone\`.
- **Success**: \`data\` contains the result. Some 202 answers have a \`message\`. A 204 has no body.
- **Failure** is always \`{"error": {"code", "message", …}}\`. Branch on \`code\`, which is stable. Show \`message\` to people.
- **Growth:** enumerations in answers can gain words, and objects can gain fields, at any time. Ignore unknown fields and handle unknown words. Existing names keep their type and meaning. Enumerations in requests are closed. The server ignores unknown fields of a request.
- **Version:** \`info.version\` is the version of this API. It changes only with the API. \`charabanc version\` shows the release of the program.
- **Methods:** every path also answers \`OPTIONS\`, and \`HEAD\` if it answers \`GET\`. Another method gets 405 \`method_not_allowed\` with \`Allow\`. An unknown path gets 404 \`not_found\`. Bodies are JSON.
- **Abilities:** \`security\` and \`x-abilities\` of each operation list the abilities that an operator's credential needs. It needs all of them.`

/** The OpenAPI 3.1 document of these routes: every route with a summary, or those of this tag. */
export function describeApi(routes: readonly Route[], baseUrl: string, tag: Tag | null = null): JsonSchema {
  const names = makeNames(listNamedSchemas(), enumerations)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const used = new Set<string>()
  for (const route of routes) {
    const own = findTag(route.path)
    if (findRouteHooks(route).detail?.summary === undefined || (tag ?? own) !== own) continue
    used.add(own)
    const template = toPathTemplate(route.path)
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: buildOperation(route, names) }
  }
  const schemas = { ...describeErrors(), ...names.described() }
  const responses = describeCommonRefusals()
  return {
    openapi: '3.1.1',
    info: { title: 'Charabanc', version: apiVersion, description: about, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: tagNames.filter((name) => used.has(name)).map((name) => ({ name, description: tags[name] })),
    paths,
    components: listReachable(paths, {
      schemas,
      responses,
      examples: buildRefusalExamples(),
      parameters,
      headers,
      securitySchemes,
    }),
  }
}

type Components = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>

/** The referenced components. */
function listReachable(paths: object, components: Components): Components {
  const reached = new Set<string>()
  const follow = (part: unknown) => {
    const text = JSON.stringify(part)
    for (const [, kind = '', name = ''] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (reached.has(`${kind}/${name}`)) continue
      reached.add(`${kind}/${name}`)
      follow(components[kind]?.[name])
    }
    for (const name of Object.keys(securitySchemes)) if (text.includes(`{"${name}":[`)) reached.add(`securitySchemes/${name}`)
  }
  follow(paths)
  const kept = Object.entries(components).map(([kind, all]) => [
    kind,
    Object.fromEntries(Object.entries(all).filter(([name]) => reached.has(`${kind}/${name}`))),
  ])
  return Object.fromEntries(kept)
}

const DocumentQuery = input({ tag: Type.Optional(oneOf(tagNames)) })

/**
 * `GET /openapi.json`: the document, or one tag of it. Built at the first request, and again each week for the dates in its
 * examples.
 */
export function openApiRoutes(
  routes: () => Promise<readonly Route[]>,
  { baseUrl, clock }: Pick<AppContext, 'baseUrl' | 'clock'>,
) {
  const documentOf = (tag: Tag | null) =>
    makeAsset(
      'application/json;charset=utf-8',
      'no-cache',
      async () => JSON.stringify(shiftDates(describeApi(await routes(), baseUrl, tag), clock())),
      () => findWeekNumber(clock()),
    )
  const documents = new Map([null, ...tagNames].map((tag) => [tag, documentOf(tag)]))
  return new Elysia().get('/openapi.json', ({ request, query }) => documents.get(query.tag ?? null)?.(request), {
    query: DocumentQuery,
  })
}
