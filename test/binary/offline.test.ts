import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startServer } from '../support/server.ts'

const pages = ['/docs', '/sign-in', '/trip', '/enquire']
const documents = ['/openapi.json', '/livez']

/** Command that runs a process without a network, if this machine allows one. */
const alone = [['unshare', '--net'], ['unshare', '--user', '--map-root-user', '--net'], []].find(
  (words) => words.length === 0 || Bun.spawnSync([...words, 'true']).exitCode === 0,
)

/** Addresses that a style sheet loads from elsewhere. */
function elsewhereIn(css: string): string[] {
  const loaded = [...css.matchAll(/url\(\s*["']?([^"')]*)|@import\s+["']([^"']*)/g)].map(([, url, sheet]) => url ?? sheet ?? '')
  return loaded.filter((address) => !/^(data:|#)/.test(address))
}

test('starts, becomes ready, shows every page and stops without a network', async () => {
  const script = join(import.meta.dir, '../processes/without-network.ts')

  const child = Bun.spawn([...(alone ?? []), process.execPath, script, ...pages, ...documents], {
    stdout: 'pipe',
    stderr: 'pipe',
  })

  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()])
  expect(errors).toBe('')
  const { answers, ready, stopped } = JSON.parse(output)
  expect([ready, stopped]).toEqual([200, 0])
  expect(answers.map(({ path, status }: { path: string; status: number }) => [path, status])).toEqual(
    [...pages, ...documents].map((path) => [path, 200]),
  )
})

test.each(pages)('allows %s to load from this server only', async (path) => {
  await using server = await startServer()

  const answer = await server.fetch(path)
  const policy = (answer.headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim().split(/\s+/))

  expect(policy.find(([name]) => name === 'default-src')).toEqual(['default-src', "'none'"])
  const places = policy.filter(([name = '']) => !/trusted-types/.test(name)).flatMap(([, ...sources]) => sources)
  expect(places.filter((source) => !/^'(none|self|sha256-[\w+/=]+)'$|^data:$/.test(source))).toEqual([])
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
})

test.each(pages)('loads %s and its files from no other host', async (path) => {
  await using server = await startServer()
  const html = await (await server.fetch(path)).text()
  const loaded = [...html.matchAll(/(?:src|href|action|poster|srcset)="([^"]*)"/g)].map(([, address = '']) => address)
  const own = loaded.filter((address) => !/^(data:|#)/.test(address))

  for (const address of own) {
    const resolved = new URL(address, `${server.url}${path}`)
    expect(resolved.origin).toBe(server.url)
    const answer = await fetch(resolved)
    expect([address, answer.status]).toEqual([address, 200])
    if (answer.headers.get('content-type')?.includes('css')) expect(elsewhereIn(await answer.text())).toEqual([])
  }
  for (const [style] of html.matchAll(/<style>[\s\S]*?<\/style>/g)) expect(elsewhereIn(style)).toEqual([])
  expect(html).not.toMatch(/<(base|iframe|object|embed)\b|<link[^>]+(preconnect|dns-prefetch|prefetch)/i)
})

test('refers to nothing outside the OpenAPI document', async () => {
  await using server = await startServer()

  const text = await (await server.fetch('/openapi.json')).text()

  const references = [...text.matchAll(/"\$ref":\s*"([^"]*)"/g)].map(([, reference = '']) => reference)
  expect(references.length).toBeGreaterThan(10)
  expect(references.filter((reference) => !reference.startsWith('#'))).toEqual([])
})
