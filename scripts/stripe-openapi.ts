import { resolve } from 'node:path'
import { callNames, stripeCalls } from '../test/support/stripe/calls.ts'

// Rewrites test/support/stripe/openapi.json: Stripe's own OpenAPI document, cut to the calls that the double of its API answers. The
// document is Stripe's, under the MIT licence (github.com/stripe/openapi). It must be of the version that the `stripe` package speaks;
// the release of stripe-mock with that version carries it:
//
//   bun scripts/stripe-openapi.ts $(go mod download -json github.com/stripe/stripe-mock@v0.203.0 | jq -r .Dir)/embedded/openapi/spec3.json

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
type Group = { readonly [name: string]: Json }

/** The parts of Stripe's document that this script reads. */
export type StripeDocument = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: { readonly [path: string]: { readonly [method: string]: Group } }
  readonly components: { readonly schemas: { readonly [name: string]: Json } }
}

/** The objects that an answer can contain in full; all other expandable objects stay ids. */
const expanded = new Set(['payment_intent', 'payment_method', 'setup_intent'].map(referenceTo))

/** The parts of the document about requests and answers of our calls, without texts for people. */
export function cutToCalls({ openapi, info, paths, components }: StripeDocument): StripeDocument {
  const kept: Record<string, Record<string, Group>> = {}
  for (const name of callNames) {
    const [method, path] = stripeCalls[name]
    const operation = paths[path]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`The document has no ${method} ${path}.`)
    const { operationId, parameters, requestBody, responses } = operation
    const said = { operationId, parameters, requestBody, responses } as Group
    kept[path] = { ...kept[path], [method.toLowerCase()]: bare(said) as Group }
  }
  const schemas: Record<string, Json> = {}
  const follow = (part: Json): void => {
    for (const name of namesIn(part)) {
      if (name in schemas) continue
      const schema = bare(components.schemas[name] ?? null)
      schemas[name] = schema
      follow(schema)
    }
  }
  follow(kept)
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)))
  return { openapi, info: { title: info.title, version: info.version }, paths: kept, components: { schemas: sorted } }
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`
}

const isGroup = (part: Json | undefined): part is Group => typeof part === 'object' && part !== null && !Array.isArray(part)

/** A part without descriptions, titles and Stripe's own notes; `isNaming` if the names are those of properties. */
function bare(part: Json, isNaming = false): Json {
  if (Array.isArray(part)) return part.map((one) => bare(one))
  if (!isGroup(part)) return part
  if (!isNaming && isGroup(part['x-expansionResources'])) return bare(unexpanded(part))
  const entries = Object.entries(part).filter(
    ([name]) => isNaming || !/^(x-.*|description|title|encoding|style|explode)$/.test(name),
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, bare(value, !isNaming && name === 'properties')]))
}

/** An id or an object, reduced to an id unless the object is in `expanded`. */
function unexpanded({ 'x-expansionResources': _, anyOf, ...rest }: Group): Group {
  const choices = Array.isArray(anyOf) ? anyOf.filter((one) => typeof one.$ref !== 'string' || expanded.has(one.$ref)) : []
  return choices.length === 1 && isGroup(choices[0]) ? { ...choices[0], ...rest } : { anyOf: choices, ...rest }
}

/** The names of the schemas that a part refers to. */
function namesIn(part: Json): readonly string[] {
  return [...JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)
}

/** The document with a line for each path and each schema, so that the diff of a newer one shows the changes. */
function written({ paths, components, ...head }: StripeDocument): string {
  const lines = (group: object) =>
    Object.entries(group)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n')
  const start = JSON.stringify(head).slice(0, -1)
  return `${start},\n"paths":{\n${lines(paths)}\n},\n"components":{"schemas":{\n${lines(components.schemas)}\n}}}\n`
}

if (import.meta.main) {
  const source = process.argv[2]
  if (source === undefined) throw new Error('Say where the document (spec3.json) lies.')
  const document: StripeDocument = await Bun.file(source).json()
  await Bun.write(resolve(import.meta.dir, '../test/support/stripe/openapi.json'), written(cutToCalls(document)))
}
