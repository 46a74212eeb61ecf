import { resolve } from 'node:path'
import type { AppContext } from '../src/actions/context.ts'
import { loadRoutes } from '../src/http/areas.ts'
import { describeApi } from '../src/http/openapi.ts'

// Rewrites docs/openapi.json: the document as `charabanc openapi` prints it without configuration, without its examples.

/** The address of a server without any setting. */
const unconfigured = 'http://127.0.0.1:8787'

/** The document from the code, with every example. */
export async function wholeDocument() {
  return describeApi(await loadRoutes({} as AppContext), unconfigured)
}

/** The document without its examples, which are a third of it and which every server shows. */
export function withoutExamples<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (name, value) => (name === 'example' || name === 'examples' ? undefined : value))
}

if (import.meta.main) {
  const file = resolve(import.meta.dir, '../docs/openapi.json')
  await Bun.write(file, `${JSON.stringify(withoutExamples(await wholeDocument()), null, 2)}\n`)
}
