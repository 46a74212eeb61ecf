import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { Subprocess } from 'bun'
import { mintKey } from '../support/admin-commands.ts'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { days, hours, Market, ok } from '../support/market.ts'
import { startServer } from '../support/server.ts'

const root = resolve(import.meta.dir, '../..')
const page = await Bun.file(`${root}/docs/connector.md`).text()

/** The parts of a file on the page, joined. */
function fileOnPage(name: string): string {
  return [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)]
    .filter(([, of]) => of === name)
    .map(([, , text = '']) => text)
    .join('\n\n')
}

const languages = [
  { name: 'Python', file: 'connector.py', command: ['python3'] },
  { name: 'TypeScript', file: 'connector.ts', command: [process.execPath] },
] as const

const folder = makeFolder()
const running = new Set<Subprocess<'ignore', 'pipe', 'pipe'>>()
beforeAll(async () => {
  for (const { file } of languages) await Bun.write(folder.at(file), fileOnPage(file))
})
afterAll(() => {
  for (const child of running) child.kill()
  folder[Symbol.dispose]()
})

test("compiles the page's TypeScript under the strictest settings", async () => {
  await Bun.write(
    folder.at('tsconfig.json'),
    JSON.stringify({
      extends: `${root}/tsconfig.json`,
      compilerOptions: { typeRoots: [`${root}/node_modules/@types`], erasableSyntaxOnly: true },
      include: [],
      files: ['connector.ts'],
    }),
  )
  const compiler = Bun.spawn([process.execPath, `${root}/node_modules/typescript/bin/tsc`, '-p', folder.path], { stdout: 'pipe' })

  expect([await compiler.stdout.text(), await compiler.exited]).toEqual(['', 0])
})

describe.each(languages)('the connector in $name', ({ file, command }) => {
  test('quotes, receives webhooks, recovers a lost answer and polls for changes without an event', async () => {
    await using wire = await badLine()
    const port = wire.spare
    await using server = await startServer({
      env: {
        CHARABANC_PAYMENTS: 'sandbox',
        CHARABANC_LIMIT_READ: '6/2s',
        CHARABANC_LIMIT_PLATFORM: 'off',
        CHARABANC_WEBHOOK_ALLOW: `127.0.0.1:${port}`,
        CHARABANC_WEBHOOK_ALLOW_HTTP: '1',
      },
    })
    wire.leadsTo(server.url)
    const market = new Market(server, await mintKey(server, null))
    const dales = await market.operator()
    const first = await market.trip([dales], { distance_m: 42_000, quote_by: market.at(days(3)) })
    const large = await market.trip([dales], { distance_m: 42_000, passenger_count: 60 })
    const settings = {
      BASE: wire.url,
      TOKEN: await mintKey(server, dales.ref, ['jobs:read', 'quotes:write', 'bookings:read', 'webhooks:manage']),
      PORT: `${port}`,
      HOOK_URL: `http://127.0.0.1:${port}/charabanc`,
      STATE: folder.at(`${file}.state.json`),
      POLL_SECONDS: '0.2',
    }
    const connector = start([...command, folder.at(file)], settings)

    // The first answer to a quote was lost: the connector repeated the key, and there is one quote.
    await connector.says(`${first.ref} job quoted`)
    const [key = '', again = ''] = wire.keys
    expect(key).toStartWith(`quote-${first.ref}-`)
    expect(again).toBe(key)
    const quoted = ok(await market.call('GET', `/platform/v1/trips/${first.ref}`, { token: market.platformToken })).quotes
    expect(quoted).toMatchObject([{ status: 'likely', revision: 1, price_amount: 35_000 }])
    await connector.says(`${large.ref} job fresh`)

    // It stays below the rate limit by waiting for Retry-After.
    await connector.says('rate_limited, again in')

    // It reacts to signed webhooks only.
    const forged = { method: 'POST', body: '{"event":"job.offered","data":{"ref":"TR-000000"}}' }
    expect((await fetch(`http://127.0.0.1:${port}/charabanc`, forged)).status).toBe(401)
    const second = await market.trip([dales], { distance_m: 120_000, departsIn: days(6) })
    await connector.says(`${second.ref} bell job.offered`)
    await connector.says(`${second.ref} job quoted`)
    expect(connector.said()).not.toContain('TR-000000')

    // A booking request that expires.
    const [{ id: firstQuote }] = quoted
    ok(await first.request(firstQuote))
    await connector.says(`${first.ref} job booking_requested`)
    await market.advance(hours(25))
    await connector.says(`${first.ref} job quoted`, 2)

    // A booking that its driver declines, and that is then cancelled.
    const [{ id: secondQuote }] = ok(await second.readTrip()).quotes
    ok(await second.request(secondQuote))
    ok(await dales.confirm(second))
    await connector.says(`${second.ref} booking active unassigned needs a driver`)
    const pat = await signInDriver(dales)
    ok(await dales.assign(second, pat.id))
    await connector.says(`${second.ref} booking active assigned has all it needs`)
    ok(await pat.decline(second))
    await connector.says(`${second.ref} booking active unassigned needs a driver`, 2)
    ok(await second.cancel())
    await connector.says(`${second.ref} booking cancelled`)

    // A quote that expires after quote_by.
    await market.advanceTo(quoted[0].valid_until, 60)
    await connector.says(`${first.ref} job expired`)

    // After a restart it remembers all that it knew at the end of its round.
    await eventually(async () => (await Bun.file(settings.STATE).json()).known[`job ${first.ref}`] === 'job expired')
    await connector.stop()
    const third = await market.trip([dales], { distance_m: 42_000 })
    const successor = start([...command, folder.at(file)], settings)
    await successor.says(`${third.ref} job quoted`)
    await successor.stop()
    expect(successor.said()).not.toMatch(new RegExp(`${first.ref}|${second.ref}|${large.ref}`))
    expect(new Set(wire.keys).size).toBe(3)
    expect(ok(await dales.get('/webhooks'))).toHaveLength(1)
  })
})

/** A proxy that loses the answer to the first quote; `keys` are the keys of all quotes sent. */
async function badLine() {
  let target = ''
  const keys: string[] = []
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const isQuote = request.url?.endsWith('/quote') ?? false
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
    const body = chunks.length === 0 ? null : Buffer.concat(chunks)
    const answer = await fetch(`${target}${request.url}`, { method: request.method ?? 'GET', headers, body, decompress: false })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (isQuote) keys.push(headers['idempotency-key'] ?? 'none')
    if (isQuote && keys.length === 1) return request.socket.destroy()
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes)
  })
  const url = `http://127.0.0.1:${await listen(proxy)}`
  const holder = createServer()
  const spare = await listen(holder)
  await close(holder)
  return {
    url,
    keys,
    /** A port that was free a moment ago. */
    spare,
    leadsTo(address: string) {
      target = address
    },
    [Symbol.asyncDispose]: () => close(proxy),
  }
}

function listen(server: HttpServer): Promise<number> {
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)))
}

function close(server: HttpServer): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}

function start(command: string[], env: Record<string, string>) {
  const { PATH, HOME } = process.env
  const child: Subprocess<'ignore', 'pipe', 'pipe'> = Bun.spawn(command, {
    cwd: folder.path,
    env: { PATH, HOME, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.add(child)
  let heard = ''
  const listening = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const bytes of stream) heard += decoder.decode(bytes, { stream: true })
  }
  void Promise.all([listening(child.stdout), listening(child.stderr)])
  return {
    said: () => heard,
    /** Waits until the connector has printed the words this many times. */
    async says(words: string, times = 1) {
      await eventually(() => heard.split(words).length > times || child.exitCode !== null).catch(() => null)
      if (heard.split(words).length <= times)
        throw new Error(`It never said ${JSON.stringify(words)} ${times} times, but:\n${heard}`)
    },
    async stop() {
      child.kill()
      await child.exited
    },
  }
}
