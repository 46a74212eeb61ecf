import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { gunzipSync } from 'bun'
import { appAddresses } from '../../src/http/pages/addresses.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server[Symbol.asyncDispose]())

/** Assets that the portal page names, and the chunks that they name. */
async function listAssets(): Promise<string[]> {
  const page = await (await server.fetch('/portal')).text()
  const found = new Set([...page.matchAll(/"\/assets\/([\w.-]+)"/g)].map(([, name = '']) => name))
  for (const name of found) {
    if (!name.endsWith('.js')) continue
    const text = await (await server.fetch(`/assets/${name}`)).text()
    for (const [, chunk = ''] of text.matchAll(/"\.\/(portal-[\w.-]+)"/g)) found.add(chunk)
  }
  return [...found]
}

test('serves every page with all its assets, compressed and plain', async () => {
  for (const { path } of Object.values(appAddresses).flat()) {
    const response = await server.fetch(path.replaceAll(/:\w+/g, 'TR-7K3MQ2'))
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'text/html;charset=utf-8'])
    const page = await response.text()
    expect(page).toContain('data-root="/"')
    expect(page).not.toContain('{{root}}')
  }
  const assets = await listAssets()
  expect(new Set(assets.map((name) => name.split('.').at(-1)))).toEqual(new Set(['js', 'css', 'svg']))
  for (const name of assets) {
    const as = async (coding: string) => {
      const response = await fetch(`${server.url}/assets/${name}`, { headers: { 'Accept-Encoding': coding }, decompress: false })
      const bytes = Buffer.from(await response.arrayBuffer())
      return { status: response.status, coding: response.headers.get('content-encoding'), bytes }
    }
    const [brotli, gzip, plain] = [await as('br'), await as('gzip'), await as('identity')]
    expect([name, brotli.status, gzip.status, plain.status]).toEqual([name, 200, 200, 200])
    expect([name, brotli.coding, gzip.coding, plain.coding]).toEqual([name, 'br', 'gzip', null])
    expect(plain.bytes.length).toBeGreaterThan(40)
    expect(plain.bytes.equals(brotliDecompressSync(brotli.bytes))).toBe(true)
    expect(plain.bytes.equals(gunzipSync(gzip.bytes))).toBe(true)
  }
})

test('links to the portal from the root, and serves the icon and the manifest', async () => {
  expect(await (await server.fetch('/')).text()).toContain('href="/portal"')
  expect((await server.fetch('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml')
  expect(await (await server.fetch('/portal.webmanifest')).json()).toMatchObject({ start_url: '/portal' })
  expect((await server.fetch('/portal', { method: 'HEAD' })).status).toBe(200)
  expect((await server.fetch('/assets/shelf.json')).status).toBe(404)
  expect((await server.fetch('/portal/nowhere')).status).toBe(404)
})

/** Headers of a browser that opens an address. */
const asBrowser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

async function bodyOf(response: Response): Promise<{ readonly error: { readonly code: string } }> {
  return (await response.json()) as { readonly error: { readonly code: string } }
}

describe('an address that does not exist', () => {
  test.each([
    ['/nothing', 'Nothing is at /nothing. It may have been moved.'],
    ['/portal/nothing', 'Nothing is at /portal/nothing. It may have been moved.'],
    ['/portal/inbox/', 'Nothing is at /portal/inbox/. It may have been moved.'],
    ['/console/x/y', 'Nothing is at /console/x/y. It may have been moved.'],
    ['/driver/xyz', 'This job is not on your list.'],
    ['/trip/xyz', 'This link is not complete. Open the link in your email again, or <a href="/trip">get a new link</a>.'],
    ['/enquire/a/b', 'This link is not complete.'],
  ])('answers browsers with a page at %s', async (path, sentence) => {
    const response = await server.fetch(path, { headers: asBrowser })
    expect([response.status, response.headers.get('content-type')?.replace(' ', '')]).toEqual([404, 'text/html;charset=utf-8'])
    const page = await response.text()
    expect(page).toContain('<h1>Page not found</h1>')
    expect(page).toContain(sentence)
    expect(page).not.toMatch(/\{\{\w+\}\}/)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).not.toBeNull()
    const head = await server.fetch(path, { headers: asBrowser, method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      404,
      response.headers.get('content-type'),
      '',
    ])
  })

  test('escapes the path', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      let text = ''
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `GET /"><script>alert(1)</script>&'{{root}}$& HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
        )
      })
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toContain('<h1>Page not found</h1>')
    expect(answer).not.toContain('<script>alert')
    expect(answer.match(/Nothing is at [^\n]*/)?.[0]).not.toMatch(/["']/)
  })

  test.each([
    'application/json, , TEXT/HTML;q=0.1',
    ',text/html',
    'text/plain;x="a,b;c", text/html ; q = 0.5',
    ' application/xhtml+xml',
  ])('answers a browser that sends Accept: %s', async (Accept) => {
    const response = await server.fetch('/nothing', { headers: { Accept } })
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('<h1>Page not found</h1>')])
  })

  test('answers a browser that sends Accept in two lines', async () => {
    const headers = new Headers([
      ['Accept', 'application/json,'],
      ['Accept', 'text/html'],
    ])
    expect(await (await server.fetch('/nothing', { headers })).text()).toContain('<h1>Page not found</h1>')
  })

  test.each([
    '*/*',
    'application/json',
    'text/html;q=0, */*',
    'text/plain;x="text/html,text/html"',
    'application/json, , text/plain',
  ])('answers other clients with JSON: Accept %s', async (Accept) => {
    for (const path of ['/nothing', '/portal/nothing', '/trip/xyz']) {
      const response = await server.fetch(path, { headers: { Accept } })
      expect([path, response.status, (await bodyOf(response)).error.code]).toEqual([path, 404, 'not_found'])
    }
  })

  test.each([
    '/api/v1/nothing',
    '/api/nothing',
    '/portal/v1/nothing',
    '/driver/v1/nothing',
    '/customer/v1/nothing',
    '/platform/v1/nothing',
    '/portal/as-me/nothing',
    '/driver/session/nothing',
    '/assets/nothing.js',
    '/feeds/nothing',
    '/papers/job-sheets/7',
    '/stripe/nothing',
  ])('answers browsers with JSON at the API path %s', async (path) => {
    const response = await server.fetch(path, { headers: asBrowser })
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(response.status).toBeWithin(400, 405)
  })

  test('answers other methods with JSON', async () => {
    const response = await server.fetch('/nothing', { headers: asBrowser, method: 'POST' })
    expect([response.status, (await bodyOf(response)).error.code]).toEqual([404, 'not_found'])
  })
})
