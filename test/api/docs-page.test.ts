import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { Window } from 'happy-dom'
import { eventually } from '../support/eventually.ts'
import { type Server, startServer } from '../support/server.ts'
import { operations } from './document.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ env: { CHARABANC_BASE_URL: 'https://coaches.example/hire' } })
})
afterAll(() => server[Symbol.asyncDispose]())

/** The paths of the page behind a proxy: with the prefix of the base URL, and without it. */
const homes = ['/hire/docs', '/docs']

/** Names that are no hosts to call: languages, a base for relative addresses, and the replacement for removed hosts. */
const notCalled = ['www.w3.org', 'json-schema.org', 'spec.openapis.org', 'base', 'elsewhere.invalid']

/** The addresses that a page loads or links to. */
function namedIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address).filter((one) => one !== 'data:,')
}

test.each(homes)('loads its assets at %s', async (home) => {
  const html = await (await server.fetch(home)).text()
  const named = namedIn(html)

  expect(named.length).toBeGreaterThan(2)
  for (const address of new Set([...named, 'openapi.json'])) {
    const { pathname, search, origin } = new URL(address, `https://coaches.example${home}`)
    expect(origin).toBe('https://coaches.example')
    expect([address, (await server.fetch(pathname + search)).status]).toEqual([address, 200])
  }
})

test('names no host that a browser could call', async () => {
  for (const path of ['/docs', '/docs/swagger-ui.js', '/docs/swagger-ui.css']) {
    const text = await (await server.fetch(path)).text()
    const hosts = [...text.matchAll(/\b(?:https?|wss?|ftp):\/\/([a-z0-9.-]+)/gi)].map(([, host = '']) => host)
    expect(hosts.filter((host) => !notCalled.includes(host))).toEqual([])
    expect(text).not.toMatch(/(?:src|href)="\/\/|url\(["']?\/\/|@import/)
  }
})

test('has a policy that allows only its own server', async () => {
  const response = await server.fetch('/docs')
  const html = await response.text()
  const hash = (tag: string) => {
    const inside = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? ''
    return `'sha256-${createHash('sha256').update(inside).digest('base64')}'`
  }

  expect((response.headers.get('Content-Security-Policy') ?? '').split('; ').sort()).toEqual(
    [
      "default-src 'none'",
      `script-src 'self' ${hash('script')}`,
      `style-src 'self' ${hash('style')}`,
      'img-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].sort(),
  )
})

test('redirects from an address with a trailing slash', async () => {
  for (const home of homes) {
    const { status, headers } = await server.fetch(`${home}/`)
    expect([status, new URL(headers.get('Location') ?? '', `https://coaches.example${home}/`).pathname]).toEqual([308, home])
  }
})

test.each(['/openapi.json', '/docs/swagger-ui.js', '/docs/swagger-ui.css'])('sends %s compressed and only once', async (path) => {
  const plain = await server.fetch(path, { headers: { 'Accept-Encoding': 'identity' } })
  const asItComes = { headers: { 'Accept-Encoding': 'br, gzip;q=0.5' }, decompress: false }
  const packed = await server.fetch(path, asItComes)
  const text = await plain.text()
  const bytes = new Uint8Array(await packed.arrayBuffer())
  const tag = plain.headers.get('ETag') ?? ''

  expect([plain.headers.get('Content-Encoding'), packed.headers.get('Content-Encoding')]).toEqual([null, 'gzip'])
  expect(bytes.length).toBeLessThan(text.length / 3)
  expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text)
  expect(packed.headers.get('ETag')).toBe(tag)
  expect(packed.headers.get('Vary')).toBe('Accept-Encoding')
  expect(packed.headers.get('Cache-Control')).toBe(path === '/openapi.json' ? 'no-cache' : 'public, max-age=31536000, immutable')

  const again = await server.fetch(path, { headers: { 'If-None-Match': `"other", ${tag}` } })
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
  expect((await server.fetch(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
  expect((await server.fetch(path, { headers: { 'Accept-Encoding': 'gzip;q=0' } })).headers.get('Content-Encoding')).toBeNull()
  const head = await server.fetch(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('shows every operation and finds operations by words', async () => {
  await using page = await openPage()

  expect(page.countShown()).toBe(`${operations.length} operations`)

  const quoting = operations.filter(
    ({ method, operation }) => method === 'POST' && operation['x-abilities'].includes('quotes:write'),
  )
  expect(quoting.length).toBeGreaterThanOrEqual(8)
  expect(await page.search('quotes:write post')).toBe(`${quoting.length} operations`)
  expect(page.operations()).toBe(quoting.length)
  expect(await page.search('no such thing')).toBe('0 operations')
  expect(page.operations()).toBe(0)
})

/** Runs the page as a browser would, in a new document, with its calls sent to the server. */
async function openPage() {
  const html = await (await server.fetch('/docs')).text()
  const bundle = await (await server.fetch('/docs/swagger-ui.js')).text()
  // biome-ignore lint/suspicious/noExplicitAny: a window with the globals of this runtime
  const window = new Window({ url: `${server.url}/docs` }) as any
  window.document.write(html)
  for (const name of Object.getOwnPropertyNames(globalThis)) window[name] ??= Reflect.get(globalThis, name)
  const given: Record<string, unknown> = {
    window,
    self: window,
    globalThis: window,
    document: window.document,
    location: window.location,
    navigator: window.navigator,
    history: window.history,
    Element: window.Element,
    HTMLElement: window.HTMLElement,
    Node: window.Node,
    MutationObserver: window.MutationObserver,
    // From 150 operations on, the page draws only the visible ones.
    ResizeObserver: window.ResizeObserver,
    getComputedStyle: window.getComputedStyle.bind(window),
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
    cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
    fetch: (path: string) => server.fetch(`/${path}`),
  }
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const run = new Function(...Object.keys(given), `${bundle};${script}`)
  run(...Object.values(given))
  const operationsShown = () => window.document.querySelectorAll('.opblock').length
  const countShown = () => window.document.querySelector('output')?.textContent
  const type = (words: string) => {
    const field = window.document.querySelector('#search')
    // React replaces the setter of the field; the prototype's setter bypasses React's, as typing does.
    Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value')?.set?.call(field, words)
    field.dispatchEvent(new window.Event('input', { bubbles: true }))
  }
  await eventually(countShown)
  return {
    countShown,
    operations: operationsShown,
    /** Types these words until the page, which can still be drawing, accepts them. Returns the count that the page shows. */
    async search(words: string) {
      const before = countShown()
      let typedAt = Number.NEGATIVE_INFINITY
      return eventually(() => {
        if (performance.now() - typedAt > 2_000) {
          type(words)
          typedAt = performance.now()
        }
        return countShown() !== before && countShown()
      })
    },
    [Symbol.asyncDispose]: () => window.happyDOM.close(),
  }
}
