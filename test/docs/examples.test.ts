import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  differences,
  examplesIn,
  openDemo,
  pages,
  routesDocument,
  routesPage,
  settingsPage,
  tourPage,
  withSettings,
} from '../../scripts/docs.ts'
import { statusOf } from '../../src/http/errors.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

async function expectExamplesToMatch(path: string, demo: Awaited<ReturnType<typeof openDemo>>): Promise<void> {
  for (const { call, shown, isPart } of examplesIn(read(path))) {
    const actual = await demo.run(call)
    if (shown === null) expect({ path, call, members: Object.keys(actual as object) }).toMatchObject({ members: ['data'] })
    else expect({ path, call, differences: differences(JSON.parse(shown), actual, isPart) }).toMatchObject({ differences: [] })
  }
}

test('returns what each page in docs/ shows, for every call', async () => {
  await using demo = await openDemo(3_600)
  for (const path of pages) await expectExamplesToMatch(path, demo)
})

test('returns what the tour shows, for every call', async () => {
  expect(examplesIn(read(tourPage)).length).toBeGreaterThanOrEqual(5)
  await using demo = await openDemo(0.2)
  await expectExamplesToMatch(tourPage, demo)
})

test('shows whole responses on every page of a resource', () => {
  for (const path of pages)
    expect({ path, count: examplesIn(read(path)).filter(({ shown }) => shown).length }).not.toMatchObject({ count: 0 })
})

test('lists in the table of settings exactly the settings of the program', () => {
  expect(read(settingsPage)).toBe(withSettings(read(settingsPage)))
})

test('lists exactly the routes of the server', async () => {
  expect(read(routesPage)).toBe(await routesDocument())
})

test('lists every error code in docs/api.md', () => {
  const page = read('docs/api.md')
  const missing = Object.entries(statusOf).filter(([code, status]) => !new RegExp(`\\| ${status} \\| \`${code}\` \\|`).test(page))

  expect(missing).toEqual([])
})

const pagesOf = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)

test('links only to existing files', () => {
  const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pagesOf('docs')]
  const dead = files.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => join(file, '..', target))
      .filter((target) => !Bun.file(join(root, target)).size && !readdirOrNull(join(root, target)))
      .map((target) => `${file} → ${target}`),
  )

  expect(dead).toEqual([])
})

test('names only existing commands and files in the pages for newcomers', () => {
  const page = read('CONTRIBUTING.md') + read('docs/architecture.md')
  const { scripts } = JSON.parse(read('package.json'))
  const commands = [...page.matchAll(/\bbun run ([\w:]+)/g)].map(([, name = '']) => name)
  const paths = [...page.matchAll(/`((?:src|test|drizzle|docs|clients)\/[\w/.-]*)`/g)].map(([, path = '']) => path)

  expect(commands).toContain('migration')
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  expect(paths.length).toBeGreaterThan(9)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

function readdirOrNull(path: string): string[] | null {
  try {
    return readdirSync(path)
  } catch {
    return null
  }
}

describe('the comparison of an example with its response', () => {
  test.each([
    [{ data: { a: 1 } }, { data: { a: 2 } }, false, 0],
    [{ data: { a: 1 } }, { data: { b: 2 } }, false, 2],
    [{ data: { a: 1 } }, { data: { a: 'x' } }, false, 1],
    [{ data: [{ a: 1 }] }, { data: [{ a: 1, b: 2 }] }, false, 1],
    [{ data: [{ a: 1 }] }, { data: [{ a: 1, b: 2 }] }, true, 0],
    [{ error: { code: 'not_found' } }, { error: { code: 'job_closed' } }, false, 1],
    [{ data: { a: null } }, { data: { a: { b: 1 } } }, false, 0],
  ])('compares %j with %j (part: %p) and finds %i differences', (shown, actual, isPart, count) => {
    expect(differences(shown, actual, isPart)).toHaveLength(count)
  })
})
