import { beforeAll, describe, expect, test } from 'bun:test'
import { gunzipSync } from 'bun'
import { buildWeb } from '../../scripts/web.ts'
import type { BuiltWeb } from '../../src/http/pages/shelf.ts'

/** The gzip limit of each app’s first page, in bytes. */
const most = { portal: 219_000, console: 209_000, driver: 48 * 1024, trip: 32 * 1024, enquire: 32 * 1024 }

/** The limit of the JavaScript of an office app’s first page, in bytes of brotli. */
const mostScript = { portal: 173_000, console: 169_000 }

/** Hosts that the build only names: languages, error pages and examples (RFC 2606). */
const namesOnly = /^([\w-]+\.example\.com|www\.w3\.org|react\.dev|mantine\.dev)$/

let built: BuiltWeb

beforeAll(async () => {
  built = await buildWeb()
})

function textOf(name: string): string {
  const asset = built.assets.get(name)
  if (asset === undefined) throw new Error(`${name} was not built`)
  return new TextDecoder().decode(gunzipSync(asset.gzip))
}

/** The files that load before an app shows its first page. Other pages load on demand. */
function firstLoaded(app: string): string[] {
  const html = built.texts.get(`${app}.html`) ?? ''
  const found = new Set([...html.matchAll(/assets\/([\w.-]+)"/g)].map(([, name = '']) => name))
  for (const name of found) {
    if (!name.endsWith('.js')) continue
    for (const [, chunk = ''] of textOf(name).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+)"/g)) found.add(chunk)
  }
  return [...found]
}

describe.each(Object.entries(most))('the first page of the app %s', (app, budget) => {
  test('stays within its size limit', () => {
    const loaded = firstLoaded(app)
    expect(loaded.some((name) => name.endsWith('.js')) && loaded.some((name) => name.endsWith('.css'))).toBe(true)
    const weight = loaded.reduce((sum, name) => sum + (built.assets.get(name)?.gzip.length ?? 0), 0)
    expect(weight).toBeGreaterThan(1_000)
    expect(weight).toBeLessThanOrEqual(budget)
  })

  // The form for enquiries is one page.
  if (app !== 'enquire') {
    test('loads other pages on demand', () => {
      const all = [...built.assets.keys()].filter((name) => name.startsWith(`${app}-`))
      expect(firstLoaded(app).length).toBeLessThan(all.length)
    })
  }
})

test.each(Object.entries(mostScript))(
  'the first page of the app %s stays within the size limit of its JavaScript',
  (app, limit) => {
    const scripts = firstLoaded(app).filter((name) => name.endsWith('.js'))
    const weight = scripts.reduce((sum, name) => sum + (built.assets.get(name)?.brotli.length ?? 0), 0)
    expect(weight).toBeGreaterThan(1_000)
    expect(weight).toBeLessThanOrEqual(limit)
  },
)

test('names no foreign host in the build', () => {
  const texts = [...built.texts, ...[...built.assets.keys()].map((name) => [name, textOf(name)] as const)]
  const foreign = texts.flatMap(([name, text]) =>
    [...text.matchAll(/\b(?:https?|wss?):\/\/([a-z0-9][a-z0-9.-]*)/gi)]
      .map(([, host = '']) => host)
      .filter((host) => !namesOnly.test(host))
      .map((host) => `${name}: ${host}`),
  )
  expect(foreign).toEqual([])
})

test('contains no development build', () => {
  const all = [...built.assets.keys()].filter((name) => name.endsWith('.js')).map(textOf)
  expect(all.join('')).not.toMatch(/jsxDEV|React DevTools for a better|You are importing|not wrapped in act|sourceMappingURL/)
})

test('returns the same names for two builds', async () => {
  const again = await buildWeb()
  expect([...again.assets.keys()]).toEqual([...built.assets.keys()])
  expect([...again.texts]).toEqual([...built.texts])
})
