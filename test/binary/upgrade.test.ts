import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { maskVersion } from '../../src/domain/masked-itinerary.ts'
import { packedItinerary, packedMaskedItinerary } from '../../src/storage/rows/packed-itinerary.ts'
import { migrateSqlite, migrations } from '../../src/storage/sqlite/migrate.ts'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { readFixtureAnswers } from '../support/fixture-answers.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { recountSqlite } from '../support/list-recount.ts'
import { Market, OperatorClient, ok, quoteTerms, statusAndCode } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import {
  copyReleaseInto,
  releaseAnswers,
  releases,
  wholeBackupsIn,
  withoutFoundValues,
  withoutNewMembers,
} from '../support/released.ts'
import { startServer } from '../support/server.ts'

interface Migrated {
  readonly applied: readonly string[]
  readonly backup: string | null
}

/** Any free port, because a demo may use the default one. */
const anyPort = { CHARABANC_LISTEN: '127.0.0.1:0' }
const newest = migrations.at(-1)?.name ?? ''
function schemaIn(database: Database): { name: string; sql: string }[] {
  const query = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name"
  return database.query<{ name: string; sql: string }, []>(query).all()
}

describe.each(releases)('a database of %s', (release) => {
  test('has the schema of its migrations, which never change after their release', () => {
    using folder = makeFolder()
    copyReleaseInto(release, folder.at('data'))
    using old = new Database(folder.at('data/charabanc.sqlite'), { readonly: true })
    const steps = old.query<{ name: string }, []>('SELECT name FROM schema_migrations').all()
    using fresh = new Database(':memory:')
    migrateSqlite(
      fresh,
      0,
      migrations.filter(({ name }) => steps.some((step) => step.name === name)),
    )
    expect(schemaIn(old)).toEqual(schemaIn(fresh))
  })

  test('returns the same answers, webhooks and stored responses, with added keys and found coordinates only', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const about = copyReleaseInto(release, dataDir)
    const bodies = (order: string) =>
      querySqliteFile(folder.at('data/charabanc.sqlite'), `SELECT id, body FROM webhook_events ${order}`)
    const before = bodies('ORDER BY id')
    expect(before).not.toEqual([])
    const env = { CHARABANC_PAYMENTS: 'sandbox' }
    await using server = await startServer({ isFile: true, dataDir, env, startsAt: about.made_at_ms })
    const market = new Market(server, about.platform_token)

    const released = releaseAnswers(release)
    const answers = withoutNewMembers(await readFixtureAnswers(market, about.askers))
    expect(withoutFoundValues(answers, released)).toEqual(released)
    // The towns of open and booked trips are found at the upgrade.
    expect(answers).not.toEqual(released)

    expect(bodies('ORDER BY id')).toEqual(before)
    for (const { path, token, key, body, text } of about.replays) {
      const again = await market.call('POST', path, { token, key, body })
      expect(again.headers.get('Idempotency-Replayed')).toBe('true')
      expect(again.text).toBe(text)
    }
  })

  test('keeps its payments in the books, and schedules no card charge without notice', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const about = copyReleaseInto(release, dataDir)
    const env = { CHARABANC_PAYMENTS: 'sandbox' }
    await using server = await startServer({ isFile: true, dataDir, env, startsAt: about.made_at_ms })
    const market = new Market(server, about.platform_token)
    const dales = new OperatorClient(market, about.operators.dales.ref, about.operators.dales.token)
    const refs: { ref: string }[] = ok(await dales.bookings('?status=all'))
    const bookings = (await Promise.all(refs.map((one) => dales.booking(one)))).map(ok)
    const cleared = (payments: { kind: string; status: string; amount: number }[], isBack: boolean) =>
      payments
        .filter(({ kind, status }) => status === 'cleared' && (kind === 'refund') === isBack)
        .reduce((sum, { amount }) => sum + amount, 0)
    for (const { status, price_amount, paid_amount, due_amount, payments } of bookings) {
      expect(paid_amount).toBe(cleared(payments, false) - cleared(payments, true))
      expect(due_amount).toBe(status === 'cancelled' ? 0 : price_amount - paid_amount)
    }
    // The scheduler follows none of these balances, even after the amount due changes.
    const followed = "select 1 from scheduler where kind = 'balance'"
    expect(await server.ask(followed)).toEqual([])
    const unpaid = bookings.find(({ status, due_amount }) => status === 'active' && due_amount > 0)
    const books = await bookkeepingClientOf(market, dales)
    const billed = ok(await books.addExtra(unpaid, { amount: 100 }))
    expect(billed.due_amount).toBe(unpaid.due_amount + 100)
    expect(await server.ask(followed)).toEqual([])
  })

  test('recognises its own trips, quotes them without commission, and uses the usual cancellation terms', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const about = copyReleaseInto(release, dataDir)
    const alone =
      'SELECT trip_id FROM offers GROUP BY trip_id HAVING count(*) = 1 AND max(operator_id) = 1 AND max(outcome) IS NULL'
    writeToSqliteFile(folder.at('data/charabanc.sqlite'), `UPDATE trips SET source = 'operator' WHERE id IN (${alone})`)
    const env = { CHARABANC_PAYMENTS: 'sandbox' }
    await using server = await startServer({ isFile: true, dataDir, env, startsAt: about.made_at_ms })
    const market = new Market(server, about.platform_token)
    const dales = new OperatorClient(market, about.operators.dales.ref, about.operators.dales.token)
    const office = await portalClientOf(market, dales)
    const own: string[] = ok(await office.call('GET', '/trips')).map(({ ref }: { ref: string }) => ref)
    const jobs: { ref: string }[] = ok(await dales.jobs('?filter=fresh'))
    for (const job of jobs) {
      const { my_quote: quote } = ok(await dales.quote(job))
      expect(quote.commission_amount).toBe(own.includes(job.ref) ? 0 : 6_400)
      expect(quote.cancellation_terms).toHaveLength(3)
    }
    expect(jobs.some(({ ref }) => own.includes(ref))).toBe(true)
    const [booked] = ok(await dales.bookings('?status=active'))
    const [usual] = ok(await dales.booking(booked)).quote.cancellation_terms
    expect(usual).toEqual({ days_before: 28, keep_bps: 0, of: 'deposit' })
  })

  test('stores its itineraries in the form of the domain, whole and masked', async () => {
    using folder = makeFolder()
    copyReleaseInto(release, folder.at('data'))
    const path = folder.at('data/charabanc.sqlite')
    // Itineraries of 0.1.0 hold whole seconds. Fractions in `stops` show that the migration reads that table.
    writeToSqliteFile(path, 'UPDATE stops SET arrive_at = arrive_at + 250, depart_at = arrive_at + 60750')
    const legs = querySqliteFile<{ trip: number }>(
      path,
      'SELECT trip_id AS trip, sequence, departs_at AS departsAt, arrive_by AS arriveBy FROM legs ORDER BY trip_id, sequence',
    )
    const stops = querySqliteFile<{ trip: number }>(
      path,
      `SELECT trip_id AS trip, legs.sequence AS leg, stops.sequence, arrive_at AS arriveAt, depart_at AS departAt FROM stops
         JOIN legs ON legs.id = leg_id ORDER BY trip_id, legs.sequence, stops.sequence`,
    )
    const of = <T extends { trip: number }>(rows: readonly T[], id: unknown) =>
      rows.filter(({ trip }) => trip === id).map(({ trip: _, ...row }) => row)
    await runExecutableJson<Migrated>(['migrate'], { dataDir: folder.at('data') })

    const trips = querySqliteFile<Record<string, string | number>>(path, 'SELECT * FROM trips')
    expect(trips.length).toBeGreaterThan(5)
    for (const { id, itinerary, masked_itinerary, departs_at, returns_at, ends_at, quote_by, mask_version } of trips) {
      const whole = packedItinerary.unpack(String(itinerary))
      const masked = packedMaskedItinerary.unpack(String(masked_itinerary))
      const instants = { departsAt: departs_at, returnsAt: returns_at, endsAt: ends_at, quoteBy: quote_by }
      expect(whole).toMatchObject(instants)
      expect(masked).toMatchObject({ ...instants, isMasked: true })
      expect(mask_version).toBe(maskVersion)
      expect(JSON.stringify([whole, masked])).not.toMatch(/"[a-z]+_[a-z_]+":|hoursAdvice|"\d{4}-\d\d-\d\dT/)
      expect(whole.legs).toMatchObject(of(legs, id))
      for (const { legs } of [whole, masked]) {
        const kept = legs.flatMap((leg) => leg.stops.map((stop) => ({ leg: leg.sequence, ...stop })))
        expect(kept).toMatchObject(of(stops, id))
      }
    }
    expect(legs).not.toEqual([])
  })

  test('is migrated by this release, and its jobs continue', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const about = copyReleaseInto(release, dataDir)

    const { applied, backup } = await runExecutableJson<Migrated>(['migrate'], { dataDir })
    expect(backup === null).toBe(applied.length === 0)
    const path = folder.at('data/charabanc.sqlite')
    {
      using database = new Database(path, { readonly: true })
      const { kept, found } = recountSqlite(database)
      expect(kept).toEqual(found)
      expect(new Set(kept.map(({ list }) => list)).size).toBeGreaterThan(2)
    }
    const onRoad = (table: string, join = '') =>
      querySqliteFile(path, `SELECT ${table}.departs_at, ${table}.ends_at FROM assignments ${join}`)
    expect(onRoad('assignments')).toEqual(onRoad('bookings', 'JOIN bookings ON bookings.id = booking_id'))

    writeFileSync(folder.at('clock'), `${Math.round((about.made_at_ms - Date.now()) / 1_000)}\n`)
    const env = { CHARABANC_CLOCK_FILE: folder.at('clock'), CHARABANC_PAYMENTS: 'sandbox' }
    await using server = await startServer({ isFile: true, dataDir, env })
    const market = new Market(server, about.platform_token)
    const dales = new OperatorClient(market, about.operators.dales.ref, about.operators.dales.token)
    const seen = (rows: { ref: string; status: string }[]) => rows.map(({ ref, status }) => ({ ref, status }))
    expect(seen(ok(await dales.jobs()))).toEqual(about.jobs)
    expect(seen(ok(await dales.bookings()))).toEqual(about.bookings)
    expect(ok(await dales.get('/drivers')).map(({ name }: { name: string }) => name)).toEqual(about.drivers)

    expect(ok(await dales.confirm(about.requested_job)).status).toBe('won')

    const quoteId = ok(await dales.quote(about.open_job, quoteTerms({ availability: 'confirmed' }))).my_quote.id
    const booking = { quote_id: quoteId, payment_method: 'pm_card_visa' }
    ok(await market.call('POST', '/customer/v1/trip/book', { token: about.open_job.customer_token, body: booking }))
    expect(ok(await dales.job(about.open_job)).status).toBe('won')
    expect(statusAndCode(await dales.assign(about.open_job, ok(await dales.get('/drivers'))[0].id))).toBe('200')
  })
})

describe('a database of 0.1.0 without the ends of quoting', () => {
  for (const [when, startsAfterDays] of [
    ['closes overdue jobs at the start', 30],
    ['closes later jobs when their quoting ends', 0],
  ] as const) {
    test(when, async () => {
      using folder = makeFolder()
      const about = copyReleaseInto('release-0.1.0', folder.at('data'))
      const env = { CHARABANC_PAYMENTS: 'sandbox' }
      const startsAt = about.made_at_ms + startsAfterDays * 86_400_000
      await using server = await startServer({ isFile: true, dataDir: folder.at('data'), env, startsAt })
      const market = new Market(server, about.platform_token)
      const dales = new OperatorClient(market, about.operators.dales.ref, about.operators.dales.token)
      const { quote_by } = ok(await dales.job(about.open_job))
      if (market.now() < Date.parse(quote_by)) await market.advanceTo(quote_by, 1)

      const since = market.at(-60)
      const job = await eventually(async () => {
        const updated = ok(await dales.jobs(`?updated_since=${since}`))
        return updated.find(({ ref }: { ref: string }) => ref === about.open_job.ref)
      })

      expect(job).toMatchObject({ status: 'expired', closed_at: quote_by })
    })
  }

  test('links its assignments to vehicles of the fleet', async () => {
    using folder = makeFolder()
    copyReleaseInto('release-0.1.0', folder.at('data'))
    const path = folder.at('data/charabanc.sqlite')
    const [assigned] = querySqliteFile<{ reg: string; operator: number }>(
      path,
      'SELECT vehicle_reg AS reg, operator_id AS operator FROM assignments JOIN bookings ON bookings.id = booking_id WHERE vehicle_id IS NULL',
    )
    const columns = 'id, operator_id, registration, type, seats, amenities, wheelchair_spaces, removed_at, created_at, updated_at'
    const add = (id: number, operator: number, removedAt: number | null) =>
      writeToSqliteFile(
        path,
        `INSERT INTO vehicles (${columns}) VALUES (${id}, ${operator}, '${assigned?.reg}', 'bus', 49, '[]', 0, ${removedAt}, 0, 0)`,
      )
    add(71, assigned?.operator ?? 0, 1)
    add(72, (assigned?.operator ?? 0) === 1 ? 2 : 1, null)
    add(73, assigned?.operator ?? 0, null)

    await runExecutableJson<Migrated>(['migrate'], { dataDir: folder.at('data') })

    const named = querySqliteFile<{ vehicle_id: number }>(path, 'SELECT DISTINCT vehicle_id FROM assignments')
    expect(named).toEqual([{ vehicle_id: 73 }])
  })
})

test('masks the trips of another masking version again, and no current ones', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  copyReleaseInto(releases.at(-1) ?? '', dataDir)
  const path = folder.at('data/charabanc.sqlite')
  const masks = () =>
    querySqliteFile<{ masked_itinerary: string }>(path, 'SELECT id, masked_itinerary, mask_version FROM trips ORDER BY id').map(
      ({ masked_itinerary, ...row }) => ({ ...row, masked: packedMaskedItinerary.unpack(masked_itinerary) }),
    )
  await runExecutableJson<Migrated>(['migrate'], { dataDir })
  const made = masks()
  writeToSqliteFile(path, "UPDATE trips SET masked_itinerary = '[[[]],[]]', mask_version = 0 WHERE id > 1")
  writeToSqliteFile(path, `UPDATE trips SET masked_itinerary = '[[["own"]],[]]' WHERE id = 1`)

  await runExecutableJson<Migrated>(['migrate'], { dataDir })

  expect(masks().slice(1)).toEqual(made.slice(1))
  expect(masks()[0]).toMatchObject({ masked: { pickup: { label: 'own' } } })
})

test('adds search texts to rows of earlier releases and to trips that are masked again', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  copyReleaseInto(releases.at(-1) ?? '', dataDir)
  const path = folder.at('data/charabanc.sqlite')
  const texts = () => [
    ...querySqliteFile<{ id: number; search_text: string | null }>(path, 'SELECT id, search_text FROM offers ORDER BY id'),
    ...querySqliteFile<{ id: number; search_text: string | null }>(path, 'SELECT id, search_text FROM bookings ORDER BY id'),
  ]
  await runExecutableJson<Migrated>(['migrate'], { dataDir })
  const made = texts()
  expect(made.length).toBeGreaterThan(1)
  for (const { search_text } of made) expect(search_text).toMatch(/^tr-[a-z0-9]{6} /)
  writeToSqliteFile(path, 'UPDATE trips SET mask_version = 0', 'UPDATE bookings SET search_text = null')

  await runExecutableJson<Migrated>(['migrate'], { dataDir })

  expect(texts()).toEqual(made)
})

describe('the migration of a database with data', () => {
  /** Creates a database with data from before the first migration of this release. */
  function layOutEarlier(folder: Folder, ...more: readonly string[]): string {
    const path = folder.at('data/charabanc.sqlite')
    mkdirSync(folder.at('data'))
    const steps = 'CREATE TABLE schema_migrations (name text PRIMARY KEY NOT NULL, applied_at integer NOT NULL) STRICT'
    writeToSqliteFile(path, steps, "INSERT INTO schema_migrations VALUES ('0000_draft', 0)")
    writeToSqliteFile(path, "CREATE TABLE notes (text text); INSERT INTO notes VALUES ('from earlier')", ...more)
    return path
  }

  test('makes a verified backup first and reports it', async () => {
    using folder = makeFolder()
    const path = layOutEarlier(folder)

    const { exitCode, stdout, stderr } = await runExecutable(['migrate'], { dataDir: folder.at('data') })

    const [name = ''] = wholeBackupsIn(folder.at('data/backups'))
    expect(name).toMatch(/^before-0000_first-\d{8}T\d{6}Z\.sqlite$/)
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `Applied ${migrations.map((step) => step.name).join(', ')}. The database as it was before: ${folder.at(`data/backups/${name}`)}\n`,
    })
    expect(stderr).toContain('Backed up the database to')
    expect(querySqliteFile(folder.at(`data/backups/${name}`), 'SELECT * FROM notes')).toEqual([{ text: 'from earlier' }])
    expect(querySqliteFile(folder.at(`data/backups/${name}`), "SELECT 1 FROM sqlite_schema WHERE name = 'trips'")).toEqual([])
    expect(querySqliteFile(path, 'SELECT * FROM notes')).toEqual([{ text: 'from earlier' }])
    expect(await runExecutableJson<Migrated>(['migrate'], { dataDir: folder.at('data') })).toEqual({ applied: [], backup: null })
  })

  test('makes no backup if the database is empty except for a table of Litestream', async () => {
    using folder = makeFolder()
    mkdirSync(folder.at('data'))
    writeToSqliteFile(folder.at('data/charabanc.sqlite'), 'CREATE TABLE _litestream_seq (id integer PRIMARY KEY, seq integer)')

    const migrated = await runExecutableJson<Migrated>(['migrate'], { dataDir: folder.at('data') })

    expect(migrated).toEqual({ applied: migrations.map(({ name }) => name), backup: null })
    expect(existsSync(folder.at('data/backups'))).toBe(false)
  })

  test('does not begin if the backup fails', async () => {
    using folder = makeFolder()
    const path = layOutEarlier(folder)
    writeFileSync(folder.at('data/backups'), 'a file in the way')

    const { exitCode, stderr } = await runExecutable(['serve', '--listen', '127.0.0.1:0'], { dataDir: folder.at('data') })

    expect(exitCode).toBe(1)
    expect(stderr).toContain('EEXIST')
    expect(existsSync(folder.at('data/master.key'))).toBe(false)
    expect(querySqliteFile(path, "SELECT name FROM sqlite_schema WHERE type = 'table'")).toEqual([
      { name: 'schema_migrations' },
      { name: 'notes' },
    ])
  })

  test('is rolled back on failure, names the backup, and keeps one after several attempts', async () => {
    using folder = makeFolder()
    const path = layOutEarlier(folder, "CREATE TABLE trips (mine text); INSERT INTO trips VALUES ('in the way')")
    for (let round = 0; round < 3; round++) {
      const { exitCode, stderr } = await runExecutable(['serve', '--listen', '127.0.0.1:0'], { dataDir: folder.at('data') })
      expect(exitCode).toBe(1)
      const names = wholeBackupsIn(folder.at('data/backups'))
      expect(names).toHaveLength(1)
      expect(stderr).toContain(`Backup of the database before all steps: ${folder.at(`data/backups/${names[0]}`)}`)
    }
    expect(querySqliteFile(path, 'SELECT * FROM trips')).toEqual([{ mine: 'in the way' }])
    expect(querySqliteFile(path, "SELECT 1 FROM sqlite_schema WHERE name = 'operators'")).toEqual([])
  })

  test('is rejected while the server of the earlier release runs', async () => {
    using folder = makeFolder()
    const path = layOutEarlier(folder)
    const script = resolve(import.meta.dir, '../processes/hold-lock.ts')
    const holder = Bun.spawn([process.execPath, script, folder.at('data'), 'http://127.0.0.1:1'], {
      stdin: 'pipe',
      stdout: 'pipe',
    })
    await holder.stdout.getReader().read()

    for (const words of [['operator', 'list'], ['migrate'], ['serve']]) {
      const { exitCode, stderr } = await runExecutable(words, { dataDir: folder.at('data'), env: anyPort })
      expect({ words, exitCode }).toEqual({ words, exitCode: 3 })
      expect(stderr).toContain(`Process ${holder.pid}`)
    }

    holder.kill()
    await holder.exited
    expect(querySqliteFile(path, "SELECT 1 FROM sqlite_schema WHERE name = 'trips'")).toEqual([])
    expect(await runExecutable(['operator', 'list'], { dataDir: folder.at('data') })).toMatchObject({ exitCode: 0 })
  })
})

describe('a database of a later release', () => {
  test('is rejected by every command, with both schemas and the newest readable backup', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await runExecutable(['migrate'], { dataDir })
    const { file } = await runExecutableJson<{ file: string }>(['backup'], { dataDir })
    writeToSqliteFile(folder.at('data/charabanc.sqlite'), "INSERT INTO schema_migrations VALUES ('9999_later', 0)")
    const later = await runExecutableJson<{ file: string; schema: string }>(['backup'], { dataDir })
    expect(later.schema).toBe('9999_later')

    for (const words of [['serve'], ['migrate'], ['operator', 'list']]) {
      const { exitCode, stderr } = await runExecutable(words, { dataDir, env: anyPort })
      expect(exitCode).toBe(4)
      expect(stderr).toContain(`schema 9999_later. This release supports schemas up to ${newest}`)
      expect(stderr).toContain(`The newest readable backup is ${file} (schema ${newest})`)
    }
    expect((await runExecutable(['restore', later.file], { dataDir })).exitCode).toBe(4)
    expect((await runExecutable(['restore', file], { dataDir })).exitCode).toBe(0)
    expect((await runExecutable(['operator', 'list'], { dataDir })).exitCode).toBe(0)
  })
})
