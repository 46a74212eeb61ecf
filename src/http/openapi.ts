import { Elysia } from 'elysia'
import { makeAsset } from './asset.ts'
import { headers, parameters, securitySchemes } from './openapi-components.ts'
import { commonRefusals, refusalExamples } from './openapi-errors.ts'
import { namedSchemas } from './openapi-names.ts'
import { hooksOf, operationOf, type Route, templateOf } from './openapi-operation.ts'
import { type JsonSchema, makeNames } from './openapi-schema.ts'

/** The version of the API, which is not that of the program. */
const apiVersion = '1.0.0'

const tags: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: 'Operator',
    description: 'What an operator and its systems do: jobs, quotes, bookings, drivers, payouts, webhooks, sign-in.',
  },
  { name: 'DriverAuth', description: 'How a driver signs in with a code from an SMS.' },
  { name: 'DriverApp', description: "The driver's day: trips, progress, checks, incidents, positions." },
  { name: 'DriverPrivacy', description: 'What a driver may know, refuse and have erased.' },
  { name: 'Platform', description: 'For whoever feeds jobs in and pays out.' },
  { name: 'Customer', description: 'For the person who wants a coach.' },
  { name: 'Portal', description: "For the operator's own people: keys, team, vehicles, settings." },
]

const about = `Coach hire over an API: jobs are offered, quoted, booked, paid, driven and paid out.

- **Money** is an integer in minor units beside the \`currency_code\` it belongs to.
- **Instants** are UTC (\`2026-05-20T08:11:02Z\`); times of an itinerary are local with their offset, beside \`timezone\`.
- **Success** wraps what it tells in \`data\`; 202 has a \`message\` in some places, 204 has nothing.
- **Failure** is \`{"error": {"code", "message", …}}\` everywhere. Branch on \`code\`, which is stable; \`message\` is for people.
- **Growth:** enumerations in answers may gain words and objects may gain fields at any time, so ignore what you do not know and have a branch for a word you have never seen. What is there keeps its name, kind and meaning. Enumerations in requests are closed; unknown fields of a request are ignored.
- **Every path** also answers \`HEAD\` (where it answers \`GET\`) and \`OPTIONS\`; another method is 405 \`method_not_allowed\` with \`Allow\`, an unknown path 404 \`not_found\`. Only JSON is spoken.
- **Abilities** of an operator's credential stand in \`security\` and in \`x-abilities\` of each operation; every one of them is needed.`

/** The OpenAPI 3.1 document of these routes: every one that carries a tag, described by what it declares. */
export function describeApi(routes: readonly Route[], baseUrl: string): JsonSchema {
  const names = makeNames(namedSchemas())
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const used = new Set<string>()
  for (const route of routes) {
    const { tags: own = [], hide } = hooksOf(route).detail ?? {}
    if (hide || own.length === 0) continue
    for (const tag of own) used.add(tag)
    const template = templateOf(route.path)
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: operationOf(route, names) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Charabanc', version: apiVersion, description: about, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    components: {
      schemas: names.described(),
      responses: commonRefusals(),
      examples: refusalExamples(),
      parameters,
      headers,
      securitySchemes,
    },
  }
}

/** `GET /openapi.json`: the document, put together at the first question. */
export function openApiCounter(routes: () => readonly Route[], baseUrl: string) {
  const document = makeAsset('application/json;charset=utf-8', 'no-cache', async () =>
    JSON.stringify(describeApi(routes(), baseUrl)),
  )
  return new Elysia().get('/openapi.json', ({ request }) => document(request), { detail: { hide: true } })
}
