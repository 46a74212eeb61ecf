import { cpus } from 'node:os'
import { multiplyBooking, multiplyJob } from '../test/support/copies.ts'
import { type Market, type OperatorDesk, ok, openMarket, terms } from '../test/support/market.ts'
import { measure } from './measure.ts'

// What deep pages cost and whom they keep waiting, on one machine in one run: `bun run build && bun bench/reads.ts [jobs]`.
const jobs = Number(process.argv[2] ?? 66_000)
const bookings = Math.round(jobs / 4)
const burst = 60

const write = (line: string) => process.stdout.write(`${line}\n`)
const say = (name: string, ...cells: string[]) => write([name.padEnd(64), ...cells.map((cell) => cell.padStart(12))].join(''))
const ms = (time: number) => `${time.toFixed(2)} ms`

write(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}, client and server on the same machine\n`)
await using market = await openMarket({
  env: {
    CHARABANC_LOG_LEVEL: 'warn',
    CHARABANC_PAYMENTS: 'sandbox',
    CHARABANC_LIMIT_READ: 'off',
    CHARABANC_LIMIT_QUOTE_WRITE: 'off',
  },
})
const operator = await market.operator()
const other = await market.operator()
await grow()
await pages()
write('')
await beside()
write('')
await quotes()

async function grow(): Promise<void> {
  await market.trip([other])
  const quoted = await market.trip([operator])
  const booked = await market.bookedTrip(operator)
  ok(await operator.assign(booked, await operator.driver()))
  ok(await booked.cancel())
  multiplyJob(market.server.dataDir, quoted.ref, jobs)
  multiplyBooking(market.server.dataDir, booked.ref, bookings)
}

/** Each list's first page, middle page, last page and a page that is not there, one call at a time. */
async function pages(): Promise<void> {
  say(`${jobs} jobs, ${bookings} bookings, 25 a page; p50`, 'first', 'middle', 'last', 'beyond', 'last/first')
  const lists = [
    ...['all', 'fresh', 'quoted', 'closing', 'expired'].map((filter) => `/jobs?filter=${filter}`),
    '/jobs?updated_since=2020-01-01T00:00:00Z',
    `/jobs?updated_since=${market.at(jobs - 100).replaceAll('+', '%2B')}`,
    ...['all', 'active', 'cancelled'].map((status) => `/bookings?status=${status}`),
    '/bookings?status=all&updated_since=2020-01-01T00:00:00Z',
    '/payouts?status=pending',
    '/payouts?',
    '/drivers?',
  ]
  for (const list of lists) {
    const { meta } = (await operator.get(list)).json
    const times: number[] = []
    for (const page of [1, Math.ceil(meta.last_page / 2), meta.last_page, 1_000_000]) {
      const numbers = await measure(1, 1, async () => void (await operator.get(`${list}&page=${page}`)))
      times.push(numbers.p50Ms)
    }
    const [first = 0, , last = 0] = times
    say(`${list} (${meta.total})`, ...times.map(ms), (last / first).toFixed(2))
  }
}

/** How long the others wait while one key asks for the deepest page, sixty times at once. */
async function beside(): Promise<void> {
  say(`beside ${burst} parallel pages of one key`, 'burst', 'worst /livez', "other's read")
  for (const query of [
    'page=1000000',
    `page=${jobs / 25}`,
    `page=${Math.round(jobs / 50)}&per_page=100`,
    'filter=fresh&page=9999',
  ])
    say(`/jobs?${query}`, ...(await watch(market, operator, other, `?${query}`)).map(ms))
}

async function watch({ server }: Market, greedy: OperatorDesk, modest: OperatorDesk, query: string): Promise<number[]> {
  let isOver = false
  let worst = 0
  const startedAt = performance.now()
  const asked = Array.from({ length: burst }, () => greedy.jobs(query))
  const over = Promise.all(asked).then(() => {
    isOver = true
    return performance.now() - startedAt
  })
  const modestAt = performance.now()
  const modestly = modest.jobs().then(() => performance.now() - modestAt)
  while (!isOver) {
    const before = performance.now()
    await (await server.fetch('/livez')).text()
    worst = Math.max(worst, performance.now() - before)
  }
  return [await over, worst, await modestly]
}

async function quotes(): Promise<void> {
  const trips = await Promise.all(Array.from({ length: 200 }, () => market.trip([operator])))
  let next = 0
  say(`quotes among ${jobs} jobs`, 'per second', 'p50', 'p99')
  for (const together of [1, 32]) {
    const numbers = await measure(together, 3, async () => {
      const { status, text } = await operator.quote(trips[next++ % trips.length] ?? { ref: '' }, terms())
      if (status !== 200) throw new Error(text)
    })
    say(`POST quote, ${together} at a time`, numbers.perSecond.toFixed(0), ms(numbers.p50Ms), ms(numbers.p99Ms))
  }
}
