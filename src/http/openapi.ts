import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { makeAsset } from './asset.ts'
import { headers, parameters, securitySchemes } from './openapi-components.ts'
import { commonRefusals, errorSchemas, refusalExamples } from './openapi-errors.ts'
import { datesAfter, weekOf } from './openapi-examples.ts'
import { namedSchemas } from './openapi-names.ts'
import { hooksOf, operationOf, type Route, templateOf } from './openapi-operation.ts'
import { type JsonSchema, makeNames } from './openapi-schema.ts'
import { type Tag, tagNames, tagOf, tags } from './openapi-tags.ts'
import { enumerations } from './openapi-words.ts'
import { input, oneOf } from './schema.ts'

/** The version of the API, which is not that of the program: whatever a client may see makes another one. */
const apiVersion = '1.0.0'

const about = `Coach hire over an API: jobs are offered, quoted, booked, paid, driven and paid out.

- **Money** is an integer in minor units beside the \`currency_code\` it belongs to.
- **Instants** are UTC (\`2026-05-20T08:11:02Z\`); times of an itinerary are local with their offset, beside \`timezone\`.
- **Success** wraps what it tells in \`data\`; 202 has a \`message\` in some places, 204 has nothing.
- **Failure** is \`{"error": {"code", "message", …}}\` everywhere. Branch on \`code\`, which is stable; \`message\` is for people.
- **Growth:** enumerations in answers may gain words and objects may gain fields at any time, so ignore what you do not know and have a branch for a word you have never seen: in an answer every enumeration is "one of these, or another text". What is there keeps its name, kind and meaning. Enumerations in requests are closed; unknown fields of a request are ignored.
- **Version:** \`info.version\` is the version of this API, not the release of the program that serves it (\`charabanc version\` tells that one). It moves only when the API does.
- **Every path** also answers \`HEAD\` (where it answers \`GET\`) and \`OPTIONS\`; another method is 405 \`method_not_allowed\` with \`Allow\`, an unknown path 404 \`not_found\`. Only JSON is spoken.
- **Abilities** of an operator's credential stand in \`security\` and in \`x-abilities\` of each operation; every one of them is needed.`

/** The OpenAPI 3.1 document of these routes: every one that has a summary, or those of this tag, described by what it declares. */
export function describeApi(routes: readonly Route[], baseUrl: string, tag: Tag | null = null): JsonSchema {
  const names = makeNames(namedSchemas(), enumerations)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const used = new Set<string>()
  for (const route of routes) {
    const own = tagOf(route.path)
    if (hooksOf(route).detail?.summary === undefined || (tag ?? own) !== own) continue
    used.add(own)
    const template = templateOf(route.path)
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: operationOf(route, names) }
  }
  const schemas = { ...errorSchemas(), ...names.described() }
  const responses = commonRefusals()
  return {
    openapi: '3.1.1',
    info: { title: 'Charabanc', version: apiVersion, description: about, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: tagNames.filter((name) => used.has(name)).map((name) => ({ name, description: tags[name] })),
    paths,
    components: reachable(paths, { schemas, responses, examples: refusalExamples(), parameters, headers, securitySchemes }),
  }
}

type Components = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>

/** The components to which something leads. */
function reachable(paths: object, components: Components): Components {
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

/** `GET /openapi.json`: the document, or one part of it; put together at the first question and anew each week, for the dates in its examples. */
export function openApiRoutes(
  routes: () => Promise<readonly Route[]>,
  { baseUrl, clock }: Pick<AppContext, 'baseUrl' | 'clock'>,
) {
  const documentOf = (tag: Tag | null) =>
    makeAsset(
      'application/json;charset=utf-8',
      'no-cache',
      async () => JSON.stringify(datesAfter(describeApi(await routes(), baseUrl, tag), clock())),
      () => weekOf(clock()),
    )
  const documents = new Map([null, ...tagNames].map((tag) => [tag, documentOf(tag)]))
  return new Elysia().get('/openapi.json', ({ request, query }) => documents.get(query.tag ?? null)?.(request), {
    query: DocumentQuery,
  })
}
