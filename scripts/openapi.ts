import { resolve } from 'node:path'
import type { AppContext } from '../src/actions/context.ts'
import { describeApi } from '../src/http/openapi.ts'
import { routesOf } from '../src/http/server.ts'

// Rewrites docs/openapi.json: the document as `charabanc openapi` prints it where nothing is configured.

/** Where a server without any setting says it is. */
const unconfigured = 'http://127.0.0.1:8787'

const document = describeApi(routesOf({} as AppContext), unconfigured)
await Bun.write(resolve(import.meta.dir, '../docs/openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
