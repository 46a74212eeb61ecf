import { resolve } from 'node:path'
import type { AppContext } from '../src/actions/context.ts'
import { routesOf } from '../src/http/areas.ts'
import { describeApi } from '../src/http/openapi.ts'

// Rewrites docs/openapi.json: the document as `charabanc openapi` prints it where nothing is configured, without its examples.

/** Where a server without any setting says it is. */
const unconfigured = 'http://127.0.0.1:8787'

/** The document as the code says it, with every example. */
export async function wholeDocument() {
  return describeApi(await routesOf({} as AppContext), unconfigured)
}

/** The same document without the examples, which are a third of it and which every server shows. */
export function withoutExamples<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (name, value) => (name === 'example' || name === 'examples' ? undefined : value))
}

if (import.meta.main) {
  const file = resolve(import.meta.dir, '../docs/openapi.json')
  await Bun.write(file, `${JSON.stringify(withoutExamples(await wholeDocument()), null, 2)}\n`)
}
