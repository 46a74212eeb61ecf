import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { gunzipSync } from 'bun'
import { appAddresses } from '../../src/http/pages/addresses.ts'
import { type InProcessServer, startInProcess } from '../support/in-process-server.ts'

let desk: InProcessServer
let html: string

beforeAll(async () => {
  desk = await startInProcess()
  html = await (await get('/portal')).text()
})

afterAll(() => desk[Symbol.asyncDispose]())

/** Fetches without decompressing. */
function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${desk.port}${path}`, {
    headers: { 'Accept-Encoding': 'identity', ...headers },
    decompress: false,
    redirect: 'manual',
  })
}

/** The address of a portal asset in the first page, by its extension. */
function named(ending: string): string {
  return new RegExp(`"(/assets/portal-\\w+\\.${ending})"`).exec(html)?.[1] ?? ''
}

const allPages = Object.values(appAddresses).flat()

describe('a page of an app', () => {
  test.each(allPages)('is the same for everybody, under the policy: $path', async ({ path, title }) => {
    const response = await get(path.replaceAll(/:\w+/g, 'TR-7K3MQ2'))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(`<title>${title} · Charabanc</title>`)
    expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8')
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types charabanc",
    )
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('is listed exactly if the router has it', async () => {
    const router = '../../src/web/portal/pages.ts'
    const { pages } = (await import(router)) as { pages: readonly { path: string; title: string }[] }
    const routed = pages.map(({ path, title }) => ({ path: path === '/' ? '/portal' : `/portal${path}`, title }))
    const beside = [
      { path: '/portal/sign-in', title: 'Sign in' },
      { path: '/portal/setup', title: 'Set up' },
    ]
    const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)
    expect([...appAddresses.portal].sort(byPath)).toEqual([...routed, ...beside].sort(byPath))
  })

  test('is revalidated each time and not sent twice', async () => {
    const first = await get('/portal')
    const tag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await get('/portal', { 'If-None-Match': tag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    expect(again.headers.get('content-security-policy')).toStartWith("default-src 'none'")
  })

  test('is sent compressed if the client accepts it', async () => {
    const packed = await get('/portal', { 'Accept-Encoding': 'gzip, deflate' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(new TextDecoder().decode(gunzipSync(await packed.arrayBuffer()))).toBe(html)
  })

  test('is answered with the usual 404 at an unlisted address', async () => {
    const nowhere = await desk.call('GET', '/nowhere')
    for (const path of [
      '/portal/nowhere',
      '/portal/v1/nowhere',
      '/portal/incidents/',
      '/portal/incidents/7',
      '/assets/x.js',
      '/assets/',
    ])
      expect([path, (await desk.call('GET', path)).json]).toEqual([path, nowhere.json])
    expect((await desk.call('POST', '/portal')).status).toBe(405)
  })

  test('redirects from an address with a trailing slash', async () => {
    for (const query of ['', '?day=2027-03-02&report=TR-7K3MQ2']) {
      const response = await get(`/portal/${query}`)
      expect([response.status, response.headers.get('location')]).toEqual([308, `../portal${query}`])
    }
  })
})

describe('an asset of a page', () => {
  test.each([
    ['js', 'text/javascript;charset=utf-8'],
    ['css', 'text/css;charset=utf-8'],
    ['svg', 'image/svg+xml'],
  ])('is cached permanently: .%s', async (ending, type) => {
    const response = await get(named(ending))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const tag = response.headers.get('etag') ?? ''
    const again = await get(named(ending), { 'If-None-Match': tag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    expect((await get(named(ending), { 'If-None-Match': 'W/"another"' })).status).toBe(200)
  })

  test('is compressed as the client accepts, with the same content', async () => {
    const as = (coding: string) => get(named('js'), { 'Accept-Encoding': coding })
    const plain = Buffer.from(await (await as('identity')).arrayBuffer())
    const codings: Record<string, string | null> = {}
    for (const coding of ['br, gzip', 'gzip, deflate', 'gzip;q=0, br;q=0', 'br;q=0, *', '*', 'zstd']) {
      const response = await as(coding)
      codings[coding] = response.headers.get('content-encoding')
      const bytes = Buffer.from(await response.arrayBuffer())
      const decompressed =
        codings[coding] === 'br' ? brotliDecompressSync(bytes) : codings[coding] === 'gzip' ? gunzipSync(bytes) : bytes
      expect([coding, plain.equals(decompressed)]).toEqual([coding, true])
    }
    expect(codings).toEqual({
      'br, gzip': 'br',
      'gzip, deflate': 'gzip',
      'gzip;q=0, br;q=0': null,
      'br;q=0, *': 'gzip',
      '*': 'br',
      zstd: null,
    })
  })

  test.each(['__proto__', 'constructor', '..%2fshelf.json', 'shelf.json', '%00', '%ZZ', 'portal.html', 'a'.repeat(5_000)])(
    'is not found at /assets/%s',
    async (name) => {
      expect((await get(`/assets/${name}`)).status).toBe(404)
    },
  )

  test('includes an icon and a manifest at fixed addresses', async () => {
    const manifest = await get('/portal.webmanifest')
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
    expect(manifest.headers.get('cache-control')).toBe('no-cache')
    const { start_url, icons } = (await manifest.json()) as { start_url: string; icons: { src: string }[] }
    expect((await get(start_url)).status).toBe(200)
    for (const { src } of icons) expect((await get(src)).headers.get('content-type')).toBe('image/svg+xml')
  })
})

describe('a path prefix', () => {
  test('is named by the pages, whether or not the proxy removes it', async () => {
    await using behind = await startInProcess({ baseUrl: 'https://coaches.example/coach' })
    for (const path of ['/coach/portal', '/portal', '/coach/portal/incidents']) {
      const page = await (await fetch(`http://127.0.0.1:${behind.port}${path}`)).text()
      expect(page).toContain('data-root="/coach/"')
      expect(page).not.toContain('{{root}}')
      const names = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name = '']) => name)
      expect(names.length).toBeGreaterThan(3)
      for (const name of names)
        expect([name, (await fetch(`http://127.0.0.1:${behind.port}${name}`)).status]).toEqual([name, 200])
    }
    const start = await (await fetch(`http://127.0.0.1:${behind.port}/coach`)).text()
    expect(start).toContain('href="/coach/portal"')
    const { start_url } = (await (await fetch(`http://127.0.0.1:${behind.port}/coach/portal.webmanifest`)).json()) as {
      start_url: string
    }
    expect(start_url).toBe('/coach/portal')
  })
})

test('links to the apps from the start page', async () => {
  const response = await get('/')
  const page = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(response.headers.get('content-security-policy')).toContain("script-src 'none'")
  const ways = [...page.matchAll(/<a href="([^"]+)">/g)].map(([, way = '']) => way)
  expect(ways).toEqual(['/portal', '/driver', '/trip'])
  for (const way of ways) expect((await get(way)).status).toBe(200)
  expect((await get('/favicon.svg')).status).toBe(200)
})
