import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, openMarket } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { svg } from '../support/sample-pictures.ts'

const page = readFileSync(join(import.meta.dir, '../../docs/security.md'), 'utf8')

/** The cells of each row in the table of headers, without backticks; the first row is the heading. */
const rows = (page.match(/^\| address \|[\s\S]*?(?=\n\n)/m)?.[0] ?? '')
  .split('\n')
  .filter((line) => !line.startsWith('|---'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )

test('names in docs/security.md the headers of each page', async () => {
  await using market = await openMarket({ isMute: true })
  const dales = await market.operator()
  const { token } = await addSignedInPerson(market, dales.ref)
  const logo = { media_type: 'image/svg+xml', data: Buffer.from(svg()).toString('base64') }
  ok(await market.call('PUT', '/portal/v1/brand', { token, body: { accent: '#174a90', logo } }))
  const [[, ...headers] = [], ...lines] = rows
  expect(headers).toHaveLength(4)
  expect(lines).toHaveLength(5)

  for (const [addresses = '', ...cells] of lines) {
    for (const address of addresses.split(', ')) {
      const response = await market.server.fetch(address.replace('OP-…', dales.ref), { headers: { Accept: 'text/html' } })
      const found = headers.map((name) => response.headers.get(name) ?? '–')
      const policy = found.pop() ?? '–'
      expect([address, response.status, response.headers.get('x-content-type-options')]).toEqual([address, 200, 'nosniff'])
      expect([address, ...found]).toEqual([address, ...cells.slice(0, -1)])
      const directives = policy.split('; ')
      for (const directive of (cells.at(-1) ?? '').split('; ')) expect(directives).toContain(directive)
    }
  }
})

test('names in docs/security.md how long browsers cache files of apps and brands', async () => {
  await using market = await openMarket({ isMute: true })
  const html = await (await market.server.fetch('/portal')).text()
  const asset = /(?:src|href)="[^"]*(assets\/[^"]+)"/.exec(html)?.[1]
  const kept = /`Cache-Control: (public, [^`]+)`/.exec(page)?.[1] ?? ''
  expect((await market.server.fetch(`/${asset}`)).headers.get('cache-control')).toBe(kept)
})
