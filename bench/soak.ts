import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { declinedCard, type Market, type MarketAnswer, type OperatorClient, openMarket } from '../test/support/market.ts'
import { startWebhookReceiver } from '../test/support/webhook-receiver.ts'

// Runs all kinds of calls together for a while, and checks that memory stays constant: `bun run bench soak [minutes] [together]`.
// Exits with 1 if the last third of the time took more memory than the second one, or if an answer was wrong.
const minutes = Number(process.argv[3] ?? 10)
const together = Number(process.argv[4] ?? 8)
const samples = 30
const toleratedGrowth = 1.1

const write = (line: string) => process.stdout.write(`${line}\n`)
const say = (...cells: (string | number)[]) => write(cells.map((cell) => String(cell).padStart(12)).join(''))

using receiver = startWebhookReceiver()
await using market = await openMarket({ env: { ...receiver.env, CHARABANC_LOG_LEVEL: 'warn', CHARABANC_METRICS_TOKEN: 'soak' } })
const desks = await Promise.all(['Dales Coaches', 'Rival Travel', 'Moor Minibuses'].map((name) => market.operator(name)))
for (const desk of desks) await receiver.subscribe(desk, '/heard', ['job.offered', 'booking.confirmed'])

const statuses = new Map<number, number>()
const times: number[] = []
let isOver = false

write(`${minutes} min, ${together} callers at a time, client and server on the same machine\n`)
say('seconds', 'requests', 'per second', 'p50 ms', 'p99 ms', 'RSS MiB', 'files MiB', 'webhooks', 'hooks due')
const callers = Array.from({ length: together }, async (_, caller) => {
  for (let turn = caller; !isOver; turn++) await liveThrough(market, turn)
})
const resident = await watch()
isOver = true
await Promise.all(callers)

const [early, late] = [medianOf(resident.slice(samples / 3, (2 * samples) / 3)), medianOf(resident.slice((2 * samples) / 3))]
const failed = [...statuses].filter(([status]) => status >= 500 || status === 429)
write(`\nstatuses: ${[...statuses].map(([status, count]) => `${status} × ${count}`).join(', ')}`)
write(`RSS, second third → last third: ${early.toFixed(0)} → ${late.toFixed(0)} MiB`)
write(`complaints in the log: ${market.server.stderr.trim() === '' ? 0 : market.server.stderr.trim().split('\n').length}`)
process.exitCode = late <= early * toleratedGrowth && failed.length === 0 ? 0 : 1

/** One trip from the enquiry to its end, with reads by everybody involved, and some callers who may not read it. */
async function liveThrough({ platformToken }: Market, turn: number): Promise<void> {
  const desk = desks[turn % desks.length] as OperatorClient
  const trip = await market.trip(desks)
  await timed(() => desk.jobs(`?page=${1 + (turn % 5)}`))
  await timed(() => desk.job(trip))
  await timed(() => desk.quote(trip, {}, { key: `quote-${trip.ref}` }))
  await timed(() => desk.quote(trip, {}, { key: `quote-${trip.ref}` }))
  await timed(() => desk.quote(trip, { price_amount: 0 }))
  const quote = await timed(() => desk.quote(trip, { availability: 'confirmed', price_amount: 61_000 }))
  await timed(() => trip.readTrip())
  await timed(() => trip.book(quote.data?.my_quote.id, turn % 7 === 0 ? declinedCard : undefined))
  await timed(() => desk.bookings())
  await timed(() => desk.booking(trip))
  if (turn % 3 === 0) await timed(() => trip.cancel())
  await timed(() => desk.post('/drivers', { name: `Driver ${turn}`, email: `${crypto.randomUUID()}@example.org` }))
  await timed(() => desk.get('/payouts'))
  await timed(() => market.call('GET', '/api/v1/me', { token: platformToken }))
  await timed(() => market.call('GET', '/api/v1/jobs/TR-000000', { token: `cbk_${'0'.repeat(49)}` }))
  await timed(() => market.call('POST', '/api/v1/auth/link', { body: { email: `nobody${turn}@example.org` } }))
}

async function timed(ask: () => Promise<MarketAnswer>): Promise<MarketAnswer> {
  const startedAt = performance.now()
  const answer = await ask()
  times.push(performance.now() - startedAt)
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  return answer
}

/** Prints a line for each stretch of the time; returns the memory at the end of each, in MiB. */
async function watch(): Promise<number[]> {
  const startedAt = performance.now()
  const stretchMs = (minutes * 60_000) / samples
  const seen: number[] = []
  for (let sample = 1; sample <= samples; sample++) {
    await Bun.sleep(startedAt + sample * stretchMs - performance.now())
    seen.push(residentMib(market.server.pid))
    const stretch = times.splice(0).sort((a, b) => a - b)
    const at = (share: number) => (stretch[Math.floor(stretch.length * share)] ?? Number.NaN).toFixed(1)
    const perSecond = ((stretch.length * 1_000) / stretchMs).toFixed(0)
    const files = (sizeOf('charabanc.sqlite') + sizeOf('charabanc.sqlite-wal')).toFixed(0)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    const memory = (seen.at(-1) ?? 0).toFixed(0)
    say(
      seconds,
      stretch.length,
      perSecond,
      at(0.5),
      at(0.99),
      memory,
      files,
      receiver.received.splice(0).length,
      await hooksDue(),
    )
  }
  return seen
}

function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

function sizeOf(name: string): number {
  return (statSync(join(market.server.dataDir, name), { throwIfNoEntry: false })?.size ?? 0) / 1_048_576
}

async function hooksDue(): Promise<string> {
  const answer = await market.server.fetch('/metrics', { headers: { Authorization: 'Bearer soak' } })
  return /^charabanc_webhook_deliveries_pending (\d+)/m.exec(await answer.text())?.[1] ?? '?'
}

function medianOf(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}
