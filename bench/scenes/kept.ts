import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Build } from '../bench.ts'
import { ask, type Operator, termsAt } from '../charabanc.ts'
import { show } from '../figures.ts'
import { HookSite, Receiver } from '../hook-site.ts'
import type { Scene, Side } from '../scene.ts'

const bookings = 500
const kilobyte = 1_000

/** The space of a booking in the database, by table and index. */
export const kept: Scene = {
  name: 'kept',
  title: `the database after VACUUM, by the booking, of ${bookings} bookings, each with three quotes and four webhooks`,
  columns: [
    { key: 'kB', title: 'kB a booking' },
    { key: 'wholeKb', title: 'with what an empty one takes' },
  ],
  goals: [{ column: 'kB', atMost: 10 }],
  turns: 1,
  isWarmed: false,
  async open(bench) {
    const measured: { side: Side; remarks: readonly string[] }[] = []
    for (const build of bench.builds) measured.push(await keptBy(bench, build))
    return { sides: measured.map(({ side }) => side), remarks: measured.flatMap(({ remarks }) => remarks) }
  },
}

async function keptBy(bench: Bench, build: Build) {
  await using receiver = await Receiver.open(bench)
  await using site = await HookSite.open(bench, build, receiver)
  const operators = await Promise.all([1, 2, 3].map(() => site.operator()))
  for (const operator of operators) await site.follow(operator, '/sink')
  const empty = sizesOf(bench, site)
  for (let n = 0; n < bookings; n++) await book(site, operators)
  // Each operator receives each offer, and one of them the booking.
  await receiver.came('/sink', bookings * (operators.length + 1))
  while (isAnyPending(site)) await Bun.sleep(50)
  const full = sizesOf(bench, site)
  const parts = [...full.parts]
    .map(([part, bytes]) => ({ part, kB: (bytes - (empty.parts.get(part) ?? 0)) / bookings / kilobyte }))
    .filter(({ kB }) => kB >= 0.05)
    .toSorted((one, other) => other.kB - one.kB)
  const figures = { kB: (full.bytes - empty.bytes) / bookings / kilobyte, wholeKb: full.bytes / bookings / kilobyte }
  return {
    side: { name: build.name, turn: async () => figures, async [Symbol.asyncDispose]() {} },
    remarks: [`${build.name}: ${parts.map(({ part, kB }) => `${part} ${show(kB)}`).join(', ')}`],
  }
}

/** A trip that three operators quote for; the customer books the first quote. */
async function book(site: HookSite, operators: readonly Operator[]): Promise<void> {
  const trip = await site.offer(operators)
  const quotes = operators.map(({ token }, at) => {
    const terms = { ...termsAt(64_000 + at), availability: 'confirmed' }
    return ask(site.server, 'POST', `/api/v1/jobs/${trip.ref}/quote`, token, terms)
  })
  const [{ data }] = (await Promise.all(quotes)) as [{ data: { my_quote: { id: number } } }]
  const card = { quote_id: data.my_quote.id, payment_method: 'pm_card_visa' }
  await ask(site.server, 'POST', '/customer/v1/trip/book', trip.customer_token, card)
}

function isAnyPending(site: HookSite): boolean {
  using database = openDatabase(site)
  return database.query("SELECT 1 FROM webhook_deliveries WHERE status = 'pending' LIMIT 1").get() !== null
}

/** The size of a compact copy, and of each table and index in it. */
function sizesOf(bench: Bench, site: HookSite) {
  const path = join(bench.makeFolder(), 'copy.sqlite')
  using database = openDatabase(site)
  database.run('VACUUM INTO ?', [path])
  using copy = new Database(path, { readonly: true })
  const parts = copy
    .query<{ name: string; bytes: number }, []>('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name')
    .all()
  return { bytes: statSync(path).size, parts: new Map(parts.map(({ name, bytes }) => [name, bytes])) }
}

function openDatabase({ dataDir }: HookSite): Database {
  return new Database(join(dataDir, 'charabanc.sqlite'), { readonly: true })
}
