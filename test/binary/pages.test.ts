import { afterAll, beforeAll, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { gunzipSync } from 'bun'
import { appAddresses } from '../../src/http/pages/addresses.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server[Symbol.asyncDispose]())

/** Every asset that the page names, and every chunk that those name in turn. */
async function everyAsset(): Promise<string[]> {
  const page = await (await server.fetch('/portal')).text()
  const found = new Set([...page.matchAll(/"\/assets\/([\w.-]+)"/g)].map(([, name = '']) => name))
  for (const name of found) {
    if (!name.endsWith('.js')) continue
    const text = await (await server.fetch(`/assets/${name}`)).text()
    for (const [, chunk = ''] of text.matchAll(/"\.\/(portal-[\w.-]+)"/g)) found.add(chunk)
  }
  return [...found]
}

test('the executable brings its pages along, and all that they load', async () => {
  for (const { path } of Object.values(appAddresses).flat()) {
    const response = await server.fetch(path.replaceAll(/:\w+/g, 'TR-7K3MQ2'))
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'text/html;charset=utf-8'])
    const page = await response.text()
    expect(page).toContain('data-root="/"')
    expect(page).not.toContain('{{root}}')
  }
  const assets = await everyAsset()
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

test('it knows the way from its name alone, and its icon and manifest', async () => {
  expect(await (await server.fetch('/')).text()).toContain('href="/portal"')
  expect((await server.fetch('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml')
  expect(await (await server.fetch('/portal.webmanifest')).json()).toMatchObject({ start_url: '/portal' })
  expect((await server.fetch('/portal', { method: 'HEAD' })).status).toBe(200)
  expect((await server.fetch('/assets/shelf.json')).status).toBe(404)
  expect((await server.fetch('/portal/nowhere')).status).toBe(404)
})
