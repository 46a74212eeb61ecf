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

/** The names of the operators on the server. */
async function operatorsOf(market: Awaited<ReturnType<typeof openMarket>>): Promise<Set<string>> {
  const { data } = await market.server.cliJson<{ data: { name: string }[] }>(['operator', 'list'])
  return new Set(data.map(({ name }) => name))
}

/** How many payments have begun. The server stores a payment before it asks the provider. */
async function paymentsOf({ server }: Awaited<ReturnType<typeof openMarket>>): Promise<number> {
  return (await server.ask('SELECT * FROM payments')).length
}

test('keeps every acknowledged write on a stop under load', async () => {
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

test('stops in time despite silent connections', async () => {
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

test('answers a request in progress before it stops', async () => {
  await using market = await openMarket({ isMute: true, env: { CHARABANC_SANDBOX_DELAY: '1' } })
  const operator = await market.operator()
  const trip = await market.trip([operator])
  const booking = trip.book(await operator.makeQuote(trip, { availability: 'confirmed' }))
  await eventually(async () => (await paymentsOf(market)) === 1)

  const exitCode = await market.server.stop()

  expect((await booking).status).toBe(200)
  expect(exitCode).toBe(0)
})

test('exits with 3 and names the first server when the folder is in use', async () => {
  await using server = await startServer()

  const second = await runExecutable(['serve'], { dataDir: server.dataDir, env: { CHARABANC_LISTEN: '127.0.0.1:0' } })

  expect(second.exitCode).toBe(3)
  expect(second.stderr).toContain(String(server.pid))
  expect(second.stderr).toContain(server.url)
  expect((await server.fetch('/livez')).status).toBe(200)
})

test('empties the write-ahead log on a stop', async () => {
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

test('stops in time despite idle connections, slow callers and a hanging webhook receiver', async () => {
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

test('ends immediately on a second signal', async () => {
  await using market = await openMarket({ isMute: true, env: { CHARABANC_SANDBOX_DELAY: '20' } })
  const operator = await market.operator()
  const trip = await market.trip([operator])
  const booking = trip.book(await operator.makeQuote(trip, { availability: 'confirmed' })).catch(() => null)
  await eventually(async () => (await paymentsOf(market)) === 1)
  process.kill(market.server.pid, 'SIGTERM')
  await eventually(() => market.server.stderr.includes('"stopping"'))
  const started = performance.now()

  const exitCode = await market.server.stop()

  // A process that a signal ended has no exit code.
  expect(exitCode).toBeNull()
  expect(performance.now() - started).toBeLessThan(patience(10_000))
  expect(await booking).toBeNull()
})

test('stops cleanly with calls, webhooks, mails and a backup in progress', async () => {
  await using busy = await openBusyMarket()
  const codes: (number | null)[] = []

  const copying = [false, true, false, true, true].slice(0, repetitions(5))
  for (const isCopying of copying) codes.push((await busy.interrupt(isCopying)).code)

  // A supervisor kills a server that takes more than 30 s to stop.
  expect(codes).toEqual(copying.map(() => 0))
})

/** Milliseconds between the failure of the log's reader and the stop. */
const moments = [0, 500]

test.each(failingLogReaders.flatMap(([name, make]) => moments.map((restMs) => [name, restMs, make] as const)))(
  'answers and stops despite a log reader %s, %d ms later',
  async (_, restMs, make) => {
    using folder = makeFolder()
    const reader = make(folder)
    const env = { CHARABANC_DATA_DIR: folder.at('data'), CHARABANC_LISTEN: '127.0.0.1:0', CHARABANC_LOG_LEVEL: 'trace' }
    const child = spawnExecutable(['serve'], { cwd: folder.path, env, log: reader.descriptor })
    const { url } = JSON.parse(await firstLine(child.stdout))
    const ask = () => fetch(`${url}/api/v1/me`).then(({ status }) => status)
    expect(await ask()).toBe(401)
    // Earlier lines are written by then, so that a later line is the first to fail. No signal shows this without a reader.
    await Bun.sleep(300)

    reader.stopReading()
    for (let restedMs = 0; restedMs < restMs; restedMs += 250) {
      expect(await ask()).toBe(401)
      // The pause tests an idle server with a failed reader.
      await Bun.sleep(250)
    }
    child.kill('SIGTERM')

    expect(await child.exited).toBe(0)
  },
)

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  for await (const bytes of stream) {
    text += new TextDecoder().decode(bytes)
    if (text.includes('\n')) break
  }
  return text.split('\n')[0] ?? ''
}
