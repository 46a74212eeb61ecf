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
  withSettings,
} from '../../scripts/docs.ts'
import { statusOf } from '../../src/http/errors.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

async function mustTellTheTruth(path: string, demo: Awaited<ReturnType<typeof openDemo>>): Promise<void> {
  for (const { call, shown, isPart } of examplesIn(read(path))) {
    const came = await demo.run(call)
    if (shown === null) expect({ path, call, members: Object.keys(came as object) }).toMatchObject({ members: ['data'] })
    else expect({ path, call, differences: differences(JSON.parse(shown), came, isPart) }).toMatchObject({ differences: [] })
  }
}

test('every call in docs/ answers what the page shows', async () => {
  await using demo = await openDemo(3_600)
  for (const path of pages) await mustTellTheTruth(path, demo)
})

test("README's tour goes as it says", async () => {
  expect(examplesIn(read('README.md')).length).toBeGreaterThanOrEqual(5)
  await using demo = await openDemo(0.2)
  await mustTellTheTruth('README.md', demo)
})

test('every page of a resource shows whole answers', () => {
  for (const path of pages)
    expect({ path, count: examplesIn(read(path)).filter(({ shown }) => shown).length }).not.toMatchObject({ count: 0 })
})

test('the table of settings is the one the program reads', () => {
  expect(read(settingsPage)).toBe(withSettings(read(settingsPage)))
})

test('the list of routes is the one the program serves', async () => {
  expect(read(routesPage)).toBe(await routesDocument())
})

test('every error has its line', () => {
  const page = read('docs/api.md')
  const unsaid = Object.entries(statusOf).filter(([code, status]) => !new RegExp(`\\| ${status} \\| \`${code}\` \\|`).test(page))

  expect(unsaid).toEqual([])
})

const pagesOf = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)

test('links between pages lead somewhere', () => {
  const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pagesOf('docs')]
  const dead = files.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => join(file, '..', target))
      .filter((target) => !Bun.file(join(root, target)).size && !readdirOrNull(join(root, target)))
      .map((target) => `${file} → ${target}`),
  )

  expect(dead).toEqual([])
})

test('the commands and files that newcomers are sent to are there', () => {
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

describe('the comparison of what is shown with what came', () => {
  test.each([
    [{ data: { a: 1 } }, { data: { a: 2 } }, false, 0],
    [{ data: { a: 1 } }, { data: { b: 2 } }, false, 2],
    [{ data: { a: 1 } }, { data: { a: 'x' } }, false, 1],
    [{ data: [{ a: 1 }] }, { data: [{ a: 1, b: 2 }] }, false, 1],
    [{ data: [{ a: 1 }] }, { data: [{ a: 1, b: 2 }] }, true, 0],
    [{ error: { code: 'not_found' } }, { error: { code: 'job_closed' } }, false, 1],
    [{ data: { a: null } }, { data: { a: { b: 1 } } }, false, 0],
  ])('%j and %j (part: %p) differ in %i ways', (shown, came, isPart, count) => {
    expect(differences(shown, came, isPart)).toHaveLength(count)
  })
})
