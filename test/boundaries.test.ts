import { describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import {
  faultsOf,
  findImportsFromAbove,
  findMutualRooms,
  importCyclesIn,
  importsOf,
  listRoomImports,
  roomOf,
  rooms,
  roomsOn,
} from './support/boundaries.ts'
import { findLongFunctions, measureFunctions } from './support/long-functions.ts'

const src = resolve(import.meta.dir, '../src')
const paths = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(src)].sort()
const sources = new Map(await Promise.all(paths.map(async (path) => [path, await Bun.file(`${src}/${path}`).text()] as const)))

/** The pairs of rooms of the actions that import each other, and their greatest number. Pairs may only leave this list. */
const mutualRooms = ['actions/amendments ↔ actions/payments']
const mostMutualRooms = 1

/** The imports of rooms of the actions from a higher floor. */
const importsFromAbove = ['actions/amendments → actions/payments']

/** The functions with more than 80 lines, with their lines. Split a function to remove it; add none. */
const longFunctions = {
  'web/office/form/bound-fields.tsx createForm': 153,
  'web/office/form/form.tsx OfficeForm': 103,
  'web/portal/search/search-dialog.tsx SearchDialog': 92,
}

describe('the source', () => {
  test.each(paths)('keeps the import rules in %s', async (path) => {
    expect(faultsOf(path, await Bun.file(`${src}/${path}`).text())).toEqual([])
  })

  test('has exactly the folders of actions and storage that docs/architecture.md lists', () => {
    const found = new Set(paths.filter((path) => /^(actions|storage)\//.test(path)).map(roomOf))
    expect([...rooms].sort()).toEqual([...found].sort())
  })

  test('has exactly the listed pairs of rooms of the actions that import each other', () => {
    expect(findMutualRooms(listRoomImports(sources, 'actions'))).toEqual(mutualRooms)
    expect(mutualRooms.length).toBeLessThanOrEqual(mostMutualRooms)
  })

  test('has rooms of the actions that import only rows above their own in docs/architecture.md', () => {
    expect(findImportsFromAbove(listRoomImports(sources, 'actions'), [...rooms])).toEqual(importsFromAbove)
  })

  test('has no circular imports, types included', () => {
    expect(importCyclesIn(sources)).toEqual([])
  })

  test('has no function above 80 lines except those in the list, which have exactly their length', async () => {
    const found = paths.map(async (path) => findLongFunctions(path, await Bun.file(`${src}/${path}`).text()))
    expect(Object.assign({}, ...(await Promise.all(found)))).toEqual(longFunctions)
  })

  test('finds every import that the bundler finds', async () => {
    const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }
    for (const path of paths.filter((one) => !one.endsWith('.d.ts'))) {
      const source = await Bun.file(`${src}/${path}`).text()
      const seen = importsOf(source).map(({ from }) => from)
      const written = transpilers[path.endsWith('x') ? 'tsx' : 'ts'].scanImports(source)
      for (const { path: from } of written) if (!/^react($|\/jsx)/.test(from)) expect(seen, path).toContain(from)
    }
  })
})

describe('the import rules', () => {
  test.each([
    ['domain/quote.ts', "import { now } from '../clock.ts'"],
    ['domain/quote.ts', "import type { Clock } from '../clock.ts'"],
    ['domain/quote.ts', "import { randomBytes } from 'node:crypto'"],
    ['domain/quote.ts', "import Big from 'big.js'"],
    ['domain/quote.ts', 'export const then = Date.now()'],
    ['domain/quote.ts', "import {\n  findQuote,\n} from '../storage/queries/quotes.ts'"],
    ['storage/sqlite/open.ts', "import { mail } from '../../gateways/mail.ts'"],
    ['storage/sqlite/open.ts', "import { Elysia } from 'elysia'"],
    ['storage/postgres/moving.ts', "import { migrations } from '../sqlite/migrate.ts'"],
    ['storage/sqlite/moving.ts', "import type { PostgresInspection } from '../postgres/inspect.ts'"],
    ['gateways/mail.ts', "import type { Storage } from '../storage/storage.ts'"],
    ['actions/quotes/quotes.ts', "import { eq } from 'drizzle-orm'"],
    ['actions/quotes/quotes.ts', "import { Elysia } from 'elysia'"],
    ['actions/quotes/quotes.ts', 'export function quote(request: Request) {}'],
    ['actions/quotes/quotes.ts', "import { config } from '../../config.ts'"],
    ['actions/quotes/quotes.ts', 'const refused = { status: 409, text }'],
    ['actions/quotes/quotes.ts', 'export type Answer = { readonly status: number }'],
    ['actions/quotes/quotes.ts', "const refused = { 'status': 409 }"],
    ['actions/quotes/quotes.ts', 'reply.status = 409'],
    ['actions/quotes/quotes.ts', 'const httpStatus = 409'],
    ['actions/quotes/quotes.ts', 'const refused = { statusCode: 409 }'],
    ['actions/quotes/quotes.ts', 'const rows = await tx.db.select()'],
    ['http/gate.ts', 'const rows = await reader.db.select()'],
    ['cli/serve.ts', 'const { trips } = db.t'],
    ['actions/quotes/quotes.ts', 'const answer = { body: { data: job } }'],
    ['actions/quotes/quotes.ts', 'export type Answer = { readonly body: unknown }'],
    ['http/operator/quotes.ts', "import { findQuote } from '../../storage/queries/quotes.ts'"],
    ['http/operator/quotes.ts', "export { mail } from '../../gateways/mail.ts'"],
    ['http/operator/quotes.ts', "const mail = await import('../../gateways/mail.ts')"],
    ['http/operator/quotes.ts', "import '../../gateways/mail.ts'"],
    ['http/gate.ts', "import { openSqlite } from '../storage/sqlite/open.ts'"],
    ['http/gate.ts', "import { Database } from 'bun:sqlite'"],
    ['http/gate.ts', "import { pino } from 'pino'"],
    ['http/gate.ts', "import { makeLogger } from '../log.ts'"],
    ['http/gate.ts', "import express from 'express'"],
    ['http/gate.ts', "import { join } from 'path'"],
    ['http/gate.ts', 'const lab = process.env.CHARABANC_LAB'],
    ['http/gate.ts', "import { join } from '../../test/support/desk.ts'"],
    ['worker/deliver.ts', "import { openSqlite } from '../storage/sqlite/open.ts'"],
    ['worker/main.ts', "import { createServer } from '../http/server.ts'"],
    ['cli/serve.ts', "import { Database } from 'bun:sqlite'"],
    ['config.ts', "import { serve } from './cli/serve.ts'"],
    ['http/gate.ts', "import { parseMoney } from '../web/plain/money.ts'"],
    ['web/portal/main.tsx', "import { findQuote } from '../../storage/queries/quotes.ts'"],
    ['web/plain/money.ts', "import { useState } from 'react'"],
    ['web/plain/money.ts', "import { root } from '../office/api/address.ts'"],
    ['web/driver/main.tsx', "import { Plate } from '../customer/trip/parts.tsx'"],
    ['web/portal/main.tsx', "import { NamedFigure } from '../console/numbers.tsx'"],
    ['web/console/main.tsx', "import { Plate } from '../portal/duties/crew.ts'"],
    ['web/office/shell/shell.tsx', "import { pages } from '../../portal/pages.ts'"],
    ['web/pages/sign-in.ts', "import { formatCount } from '../plain/words.ts'"],
    ['domain/money.ts', 'export default 1'],
    ['domain/money.ts', "export * from './quote.ts'"],
    ['domain/utils.ts', ''],
    ['actions/charges.ts', ''],
    ['actions/desk/charges.ts', ''],
    ['storage/open.postgres.ts', ''],
    ['http/helpers/page.ts', ''],
    ['http/handle-quote.ts', ''],
    ['domain/Money.ts', ''],
    ['domain/money.ts', 'export const penny = 1\n'.repeat(301)],
  ])('reject in %s: %j', (path, source) => {
    expect(faultsOf(path, source)).toHaveLength(1)
  })

  test.each([
    ['domain/quote.ts', "import { Refusal } from './refusal.ts'"],
    ['domain/quote.ts', "// import { Elysia } from 'elysia'\nexport const day = new Date(0)"],
    ['storage/sqlite/migrate.ts', "import { listMigrations } from '../migrating/migration-files.ts' with { type: 'macro' }"],
    ['actions/context.ts', "import type { Logger } from '../log.ts'"],
    ['actions/quotes/quotes.ts', "const likely = { ...quote, status: 'likely' }"],
    ['actions/webhooks/chosen-deliveries.ts', 'export type Claimed = { readonly body: string }'],
    ['http/operator/quotes.ts', "import { quote } from '../../actions/quotes.ts'"],
    ['http/idempotency.ts', "import type { Writer } from '../storage/storage.ts'"],
    ['http/contracts/job.ts', "import type { JobRow } from '../../storage/queries/jobs.ts'"],
    ['worker/main.ts', "import { openStorage } from '../storage/open.ts'"],
    ['cli/serve.ts', "import { createServer } from '../http/server.ts'"],
    ['cli/lock.ts', "import { Database } from 'bun:sqlite'"],
    ['web/console/main.tsx', "import { Badge } from '../office/parts/badge.tsx'"],
    ['web/driver/main.tsx', "import { formatMoney } from '../plain/money.ts'"],
  ])('allow in %s: %j', (path, source) => {
    expect(faultsOf(path, source)).toEqual([])
  })
})

test('reads folders only from the first column of their table', () => {
  const page = '## Walk\n\n| `actions/walk` | no |\n\n## Rooms\n\n`actions/text` is named.\n\n| room | what |\n|---|---|\n'
  const row = '| `actions/road` | `actions/day` |\n| `storage/open.ts` | opens |\n'
  expect(roomsOn(`${page}${row}\n## Words\n\n| \`storage/word\` | no |\n`)).toEqual(['actions/road', 'storage/open.ts'])
})

describe('the rooms of a folder', () => {
  const imports = listRoomImports(
    new Map([
      ['actions/base.ts', "import type { Low } from './low/low.ts'"],
      ['actions/low/low.ts', "import { leaf } from './leaf.ts'\nimport { rule } from '../../domain/rule.ts'"],
      ['actions/low/leaf.ts', "const later = await import('../high/high.ts')"],
      ['actions/high/high.ts', "export { base } from '../base.ts'\nimport type { Low } from '../low/low.ts'"],
      ['domain/rule.ts', "import { high } from '../actions/high/high.ts'"],
    ]),
    'actions',
  )

  test('import each other by types and by later imports too', () => {
    expect(imports).toEqual(
      new Map([
        ['actions/base.ts', new Set(['actions/low'])],
        ['actions/low', new Set(['actions/high'])],
        ['actions/high', new Set(['actions/base.ts', 'actions/low'])],
      ]),
    )
    expect(findMutualRooms(imports)).toEqual(['actions/high ↔ actions/low'])
  })

  test('name each import from a higher floor', () => {
    expect(findImportsFromAbove(imports, ['actions/low', 'actions/base.ts', 'actions/high'])).toEqual([
      'actions/low → actions/high',
    ])
  })
})

test('finds a circle of imports with exactly its members', () => {
  const sources = new Map([
    ['a/one.ts', "import { two } from '../b/two.ts'"],
    ['b/two.ts', "import type { Three } from './three.ts'\nimport { leaf } from './leaf.ts'"],
    ['b/three.ts', "import { one } from '../a/one.ts'"],
    ['b/leaf.ts', ''],
    ['c/root.ts', "import { one } from '../a/one.ts'"],
  ])
  expect(importCyclesIn(sources)).toEqual([['a/one.ts', 'b/three.ts', 'b/two.ts']])
  sources.set('b/three.ts', '')
  expect(importCyclesIn(sources)).toEqual([])
})

describe('the length of functions', () => {
  const measure = (source: string) => measureFunctions(source, true).map(({ name, lines }) => [name, lines])

  test.each([
    ['export async function* read<T>(\n  one: { a: 1 },\n): Promise<{ b: T }> {\n  return one\n}', 'read', 5],
    ['export const read = (one: string) => {\n  one.trim()\n}', 'read', 3],
    ['const pick =\n  (one) =>\n  (two) => {\n    return one + two\n  }\n', '(two) => {', 3],
    ['class Reader {\n  private async read(\n    one: string,\n  ): Promise<void> {\n    await one\n  }\n}', 'read', 5],
    ['class Reader {\n  constructor(readonly one: string) {\n    super()\n  }\n}', 'constructor', 3],
    ['const reader = {\n  get read() {\n    return 1\n  },\n}', 'read', 3],
    ["app.get('/', ({ body }) =>\n  body\n    .trim(),\n)\nnext()", "app.get('/', ({ body }) =>", 3],
    ['const read = (one) =>\n  one\n    .trim()\nnext()\n', 'read', 3],
    ['const read = () => (\n  <p onClick={() => go()}>\n    A brace {one} and {`}`}, <b>a }</b>\n  </p>\n)\n', 'read', 5],
    ['function read() {\n  // a brace }\n  const text = `}\n}\u0024{one}`\n  return /[}]/.test(text)\n}', 'read', 6],
  ])('measures %j', (source, name, lines) => {
    expect(measure(source)).toContainEqual([name, lines])
  })

  test.each([
    'if (one(two)) {\n  three()\n} else {\n  four()\n}',
    'const one = read({\n  two: 3,\n})',
    'class Reader extends make(One) {\n  one = 1\n}',
    'type One = {\n  two: 3\n}',
    'const one = () => 1\nconst two = (three) => three',
  ])('measures nothing in %j', (source) => {
    expect(measure(source)).toEqual([])
  })

  const body = '  one()\n'.repeat(79)
  const rows = '    one: 1,\n'.repeat(90)

  test('reports a function above 80 lines, but no table', () => {
    expect(findLongFunctions('http/one.ts', `function read() {\n${body}}`)).toEqual({ 'http/one.ts read': 81 })
    expect(findLongFunctions('http/one.ts', `function read() {\n${body.slice(8)}}`)).toEqual({})
    expect(findLongFunctions('http/one.ts', `function read() {\n  one()\n  return {\n${rows}  }\n}`)).toEqual({
      'http/one.ts read': 95,
    })
    expect(findLongFunctions('http/one.ts', `function read() {\n  return {\n${rows}  }\n}`)).toEqual({})
    expect(findLongFunctions('http/one.ts', `const read = () => ({\n${rows}})`)).toEqual({})
    expect(findLongFunctions('storage/tables/one.ts', `function read() {\n${body}}`)).toEqual({})
  })
})
