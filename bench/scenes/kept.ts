import { Database } from 'bun:sqlite'
import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Build } from '../bench.ts'
import { ask, Charabanc, termsAt, tripFor } from '../charabanc.ts'
import { show } from '../figures.ts'
import type { Scene, Side } from '../scene.ts'

const bookings = 500
const kilobyte = 1_000

/** What a booking leaves behind in the database, and where. */
export const kept: Scene = {
  name: 'kept',
  title: `the database after VACUUM, by the booking, of ${bookings} bookings, each with three quotes`,
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

async function keptBy(bench: Bench, { name, binary }: Build) {
  const charabanc = new Charabanc(binary, bench.makeFolder())
  const market = await charabanc.whileServing(async (server) => {
    const platform = await charabanc.platformKey()
    const operators = [1, 2, 3].map(() => charabanc.operator(server, platform))
    return { platform, operators: await Promise.all(operators) }
  })
  const empty = sizesOf(bench, charabanc)
  await charabanc.whileServing(async (server) => {
    const { platform, operators } = market
    for (let n = 0; n < bookings; n++) {
      const trip = (await ask(server, 'POST', '/platform/v1/trips', platform, tripFor(operators))).data
      const quotes = operators.map(({ token }, at) => {
        const terms = { ...termsAt(64_000 + at), availability: 'confirmed' }
        return ask(server, 'POST', `/api/v1/jobs/${trip.ref}/quote`, token, terms)
      })
      const [{ data }] = (await Promise.all(quotes)) as [{ data: { my_quote: { id: number } } }]
      const card = { quote_id: data.my_quote.id, payment_method: 'pm_card_visa' }
      await ask(server, 'POST', '/customer/v1/trip/book', trip.customer_token, card)
    }
  })
  const full = sizesOf(bench, charabanc)
  const parts = [...full.parts]
    .map(([part, bytes]) => ({ part, kB: (bytes - (empty.parts.get(part) ?? 0)) / bookings / kilobyte }))
    .filter(({ kB }) => kB >= 0.05)
    .toSorted((one, other) => other.kB - one.kB)
  const figures = { kB: (full.bytes - empty.bytes) / bookings / kilobyte, wholeKb: full.bytes / bookings / kilobyte }
  return {
    side: { name, turn: async () => figures, async [Symbol.asyncDispose]() {} },
    remarks: [`${name}: ${parts.map(({ part, kB }) => `${part} ${show(kB)}`).join(', ')}`],
  }
}

/** The size of a compact copy, and of each table and index in it. */
function sizesOf(bench: Bench, { dataDir }: Charabanc) {
  const path = join(bench.makeFolder(), 'copy.sqlite')
  copyFileSync(join(dataDir, 'charabanc.sqlite'), path)
  using database = new Database(path)
  database.run('VACUUM')
  const parts = database
    .query<{ name: string; bytes: number }, []>('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name')
    .all()
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  return { bytes: statSync(path).size, parts: new Map(parts.map(({ name, bytes }) => [name, bytes])) }
}
