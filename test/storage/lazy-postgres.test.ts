import { expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { importsOf } from '../support/boundaries.ts'
import { makeFolder } from '../support/folder.ts'

const src = resolve(import.meta.dir, '../../src')
const own = /(^|\/)postgres\/(?!faults)[\w-]+\.ts$|\.postgres\.ts$/
const drivers = /^(drizzle-orm\/(bun-sql|pg-core)(\/.*)?|bun)$/

// PostgreSQL's client and tables would cost users of SQLite 9.5 MB of memory in every thread.
test('imports PostgreSQL early only in its own files', async () => {
  const found: string[] = []
  for (const path of new Bun.Glob('**/*.ts').scanSync(src)) {
    if (own.test(path)) continue
    const source = await Bun.file(join(src, path)).text()
    const early = new Set(
      new Bun.Transpiler({ loader: 'ts' })
        .scanImports(source)
        .flatMap((one) => (one.kind === 'dynamic-import' ? [] : [one.path])),
    )
    for (const { from, onlyTypes } of importsOf(source)) {
      if (onlyTypes || !early.has(from)) continue
      if (own.test(from) || (path.startsWith('storage/') && drivers.test(from))) found.push(`${path}: ${from}`)
    }
  }
  expect(found).toEqual([])
})

type Bundled = { readonly inputs: Record<string, unknown>; readonly imports: readonly { path: string; kind: string }[] }

// Splitting into chunks may add files that no import names.
test("loads nothing of PostgreSQL in the executable except Drizzle's shared words", async () => {
  using folder = makeFolder()
  const { metafile } = await Bun.build({
    entrypoints: ['main.ts', 'cli/worker.ts'].map((path) => join(src, path)),
    outdir: folder.path,
    root: src,
    splitting: true,
    target: 'bun',
    metafile: true,
  })
  const outputs: Record<string, Bundled> = metafile?.outputs ?? {}
  const holds = (file: string) => Object.keys(outputs).filter((path) => file in (outputs[path]?.inputs ?? {}))
  const loaded = new Set<string>()
  const load = (path: string) => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { path: next, kind } of outputs[path]?.imports ?? []) if (kind !== 'dynamic-import') load(next)
  }
  for (const file of ['src/main.ts', 'src/cli/worker.ts', 'src/cli/server.ts']) for (const path of holds(file)) load(path)

  const files = [...loaded].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}))
  expect(files).toContain('src/storage/sqlite/open.ts')
  expect(
    files.filter((file) =>
      /storage\/postgres\/(?!faults)[\w-]+\.ts$|\.postgres\.ts$|drizzle-orm\/(bun-sql\/|pg-core\/(?!columns\/|foreign|primary|table|unique|utils))/.test(
        file,
      ),
    ),
  ).toEqual([])
  expect(holds('src/storage/postgres/open.ts').map((path) => loaded.has(path))).toEqual([false])
})
