import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { openBusyMarket } from '../support/busy-market.ts'
import { runExecutable, spawnExecutable } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { failingLogReaders } from '../support/failing-log-readers.ts'
import { makeFolder } from '../support/folder.ts'
import { openMarket } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { startServer } from '../support/server.ts'
import { keepAliveRequest, SlowSockets, unfinishedPost } from '../support/slow-sockets.ts'
import { repetitions } from '../support/test-depth.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/** How many operators the server knows of. */
async function operatorsOf(market: Awaited<ReturnType<typeof openMarket>>): Promise<Set<string>> {
  const { data } = await market.server.cliJson<{ data: { name: string }[] }>(['operator', 'list'])
  return new Set(data.map(({ name }) => name))
}

/** How many payments have begun: what is asked of the provider is written down first. */
async function paymentsOf({ server }: Awaited<ReturnType<typeof openMarket>>): Promise<number> {
  return (await server.ask('SELECT * FROM payments')).length
}

test('a stop under load loses nothing that was acknowledged', async () => {
  await using market = await openMarket({ isMute: true })
  const acknowledged: string[] = []
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; ; index++) {
      const name = `Coaches ${writer}-${index}`
      const body = { name, currency_code: 'GBP', timezone: 'Europe/London' }
      const answer = await market.platform('POST', '/operators', body).catch(() => null)
      if (answer === null) return
      if (answer.status === 201) acknowledged.push(name)
    }
  })

  await eventually(() => acknowledged.length > 20)
  const exitCode = await market.server.stop()
  await Promise.all(writers)
  await market.server.start()

  const known = await operatorsOf(market)
  expect(exitCode).toBe(0)
  expect(acknowledged.filter((name) => !known.has(name))).toEqual([])
})

test('connections that say nothing do not hold up a stop', async () => {
  await using server = await startServer()
  const { hostname, port } = new URL(server.url)
  const silent = Array.from({ length: 20 }, () => connect({ host: hostname, port: Number(port) }).on('error', () => {}))
  await server.fetch('/livez')
  const started = performance.now()

  const exitCode = await server.stop()

  for (const socket of silent) socket.destroy()
  expect(exitCode).toBe(0)
  expect(performance.now() - started).toBeLessThan(patience(10_000))
})

test('what is in flight at a stop is answered', async () => {
  await using market = await openMarket({ isMute: true, env: { CHARABANC_SANDBOX_DELAY: '1' } })
  const operator = await market.operator()
  const trip = await market.trip([operator])
  const booking = trip.book(await operator.makeQuote(trip, { availability: 'confirmed' }))
  await eventually(async () => (await paymentsOf(market)) === 1)

  const exitCode = await market.server.stop()

  expect((await booking).status).toBe(200)
  expect(exitCode).toBe(0)
})

test('a second server on the same folder names the first and leaves with 3', async () => {
  await using server = await startServer()

  const second = await runExecutable(['serve'], { dataDir: server.dataDir, env: { CHARABANC_LISTEN: '127.0.0.1:0' } })

  expect(second.exitCode).toBe(3)
  expect(second.stderr).toContain(String(server.pid))
  expect(second.stderr).toContain(server.url)
  expect((await server.fetch('/livez')).status).toBe(200)
})

test('a stop leaves the write-ahead log empty', async () => {
  await using market = await openMarket({ isFile: true, isMute: true })
  await market.operator()

  await market.server.stop()

  const wal = join(market.server.dataDir, 'charabanc.sqlite-wal')
  expect(
    await Bun.file(wal)
      .exists()
      .then((is) => (is ? readFileSync(wal).length : 0)),
  ).toBe(0)
})

test('a stop waits neither for idle connections, nor a dripping caller, nor a receiver that hangs, for longer than it says', async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({ isMute: true, env: { ...receiver.env, CHARABANC_WEBHOOK_TIMEOUT: '60' } })
  const operator = await market.operator()
  await receiver.subscribe(operator, '/hangs')
  receiver.answer('/hangs', 'hang')
  await market.trip([operator])
  await receiver.atLeast(1, '/hangs')
  using callers = new SlowSockets(market.server.url)
  await callers.connectAndSend(20, keepAliveRequest)
  await callers.connectAndSend(5, unfinishedPost('/platform/v1/trips', market.platformToken))
  callers.trickle(500)
  const started = performance.now()

  const exitCode = await market.server.stop()

  expect(exitCode).toBe(0)
  expect(performance.now() - started).toBeLessThan(patience(25_000))
  expect(await market.server.ask('SELECT * FROM leases')).toEqual([])
  expect(await market.server.ask('SELECT status, attempts FROM webhook_deliveries')).toEqual([{ status: 'pending', attempts: 0 }])
  receiver.answer('/hangs', 204)
  await market.server.start()
  const [first, again] = await receiver.atLeast(2, '/hangs')
  expect(again?.delivery).toBe(first?.delivery ?? '')
})

test('a second signal ends it at once', async () => {
  await using market = await openMarket({ isMute: true, env: { CHARABANC_SANDBOX_DELAY: '20' } })
  const operator = await market.operator()
  const trip = await market.trip([operator])
  const booking = trip.book(await operator.makeQuote(trip, { availability: 'confirmed' })).catch(() => null)
  await eventually(async () => (await paymentsOf(market)) === 1)
  process.kill(market.server.pid, 'SIGTERM')
  await eventually(() => market.server.stderr.includes('"stopping"'))
  const started = performance.now()

  const exitCode = await market.server.stop()

  // It was the signal that ended it.
  expect(exitCode).toBeNull()
  expect(performance.now() - started).toBeLessThan(patience(10_000))
  expect(await booking).toBeNull()
})

test('a stop with calls, webhooks, mails and a backup in flight is a clean one, each time', async () => {
  await using busy = await openBusyMarket()
  const codes: (number | null)[] = []

  const copying = [false, true, false, true, true].slice(0, repetitions(5))
  for (const isCopying of copying) codes.push((await busy.interrupt(isCopying)).code)

  // A stop of more than 30 s is none: the supervisor that waits for it kills it then.
  expect(codes).toEqual(copying.map(() => 0))
})

/** A log whose reader went bad in the moment of the stop, and one that was noticed to have gone bad before. */
const moments = [0, 500]

test.each(failingLogReaders.flatMap(([name, make]) => moments.map((restMs) => [name, restMs, make] as const)))(
  'a log with a reader %s neither silences a server nor keeps it from stopping %d ms later',
  async (_, restMs, make) => {
    using folder = makeFolder()
    const reader = make(folder)
    const env = { CHARABANC_DATA_DIR: folder.at('data'), CHARABANC_LISTEN: '127.0.0.1:0', CHARABANC_LOG_LEVEL: 'trace' }
    const child = spawnExecutable(['serve'], { cwd: folder.path, env, log: reader.descriptor })
    const { url } = JSON.parse(await firstLine(child.stdout))
    const ask = () => fetch(`${url}/api/v1/me`).then(({ status }) => status)
    expect(await ask()).toBe(401)
    // What was said so far has been written, so that the last words are the first that fail; no one reads the log who could say so.
    await Bun.sleep(300)

    reader.stopReading()
    for (let restedMs = 0; restedMs < restMs; restedMs += 250) {
      expect(await ask()).toBe(401)
      // A server rests as well: how it fares with such a reader while time goes by is the question.
      await Bun.sleep(250)
    }
    child.kill('SIGTERM')

    expect(await child.exited).toBe(0)
  },
)

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let said = ''
  for await (const bytes of stream) {
    said += new TextDecoder().decode(bytes)
    if (said.includes('\n')) break
  }
  return said.split('\n')[0] ?? ''
}
