import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { version } from '../package.json'
import { makeFolder } from '../test/support/folder.ts'
import { days, type OperatorDesk, ok, openMarket } from '../test/support/market.ts'

// Makes test/fixtures/release-<version>: a small marketplace as this release writes it, which later releases must be able to open.
// Run it with the executable of the release (`bun run build`) and commit what it makes; the fixtures of earlier releases stay.

const folder = resolve(import.meta.dir, '../test/fixtures')
const name = `release-${version}`

await using market = await openMarket()
using scratch = makeFolder()
const { server } = market

const dales = await market.operator('Dales Coaches')
const peaks = await market.operator('Peak Travel', { commission_bps: 1500 })
ok(
  await dales.post('/webhooks', {
    label: 'dispatch',
    endpoint_url: 'https://hooks.example.com/charabanc',
    events: ['job.offered'],
  }),
)
const pat = await dales.driver({ name: 'Pat Moss', phone: '07700 900456' })

const open = await market.trip([dales, peaks])
const quoted = await market.trip([dales, peaks], { passenger_count: 30 })
ok(await dales.quote(quoted))
ok(await peaks.quote(quoted, { price_amount: 59_000 }))
const withdrawn = await market.trip([dales])
ok(await dales.quote(withdrawn))
ok(await dales.withdraw(withdrawn))
const booked = await market.bookedTrip(dales)
ok(await dales.assign(booked, pat))
const driven = await market.bookedTrip(dales, { departsIn: days(2) })
ok(await dales.assign(driven, pat))
const cancelled = await market.bookedTrip(peaks)
ok(await cancelled.cancel())
await market.advance(days(4))
const requested = await market.requestedTrip(dales)

const madeAt = market.now()
const file = scratch.at(`${name}.sqlite`)
const manifest = await server.cliJson<object>(['backup', '--to', file])
const desks = { dales, peaks } satisfies Record<string, OperatorDesk>
const about = {
  release: version,
  made_at_ms: madeAt,
  master_key: readFileSync(join(server.dataDir, 'master.key'), 'utf8').trim(),
  platform_token: market.platformToken,
  operators: Object.fromEntries(Object.entries(desks).map(([who, { ref, token }]) => [who, { ref, token }])),
  open_job: { ref: open.ref, customer_token: open.token },
  requested_job: { ref: requested.ref, customer_token: requested.token },
  jobs: ok(await dales.jobs()).map(({ ref, status }: { ref: string; status: string }) => ({ ref, status })),
  bookings: ok(await dales.bookings()).map(({ ref, status }: { ref: string; status: string }) => ({ ref, status })),
  drivers: ok(await dales.get('/drivers')).map((driver: { name: string }) => driver.name),
}
writeFileSync(join(folder, `${name}.sqlite.gz`), gzipSync(readFileSync(file), { level: 9 }))
writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(about, null, 2)}\n`)
process.stdout.write(`${JSON.stringify(manifest)}\n`)
