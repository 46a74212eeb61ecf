import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { databaseSettings, dropDatabase, ensureDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { fillPostgres } from '../support/filled-postgres.ts'
import { makeFolder } from '../support/folder.ts'
import { goodCard, ok, openMarket } from '../support/market.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl } from '../support/postgres.ts'
import { openPostgresPlanChecker, type PostgresPlanChecker } from '../support/postgres-query-plans.ts'
import { openWireRecorder, type SentStatement } from '../support/postgres-wire-recorder.ts'
import { placesOfStatements } from '../support/recorded-statements.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/** Tables that a statement may read whole, with the reason. */
const smallTables: Readonly<Record<string, string>> = {
  master_key: 'it has one row',
  schema_migrations: 'it has a row for each step',
  leases: 'there is one of a kind',
  nodes: 'nodes are few, and are forgotten a week after their death',
  postcode_sets: 'it has one row',
  brands: 'it has a row for each account at most',
  operators: 'a marketplace has some hundred accounts, and each is looked up by its number or its ref',
}

/** Statements that may read more than they need, by name or by text, with the reason. */
const exceptions: readonly (readonly [which: RegExp, why: string])[] = [
  [/^update "scheduler" .* where \("scheduler"."lease_token" is not null and "scheduler"."boot_id" in /, 'a boot dies but once'],
  [/^select distinct "boot_id" from "scheduler"/, 'a worker begins but once'],
  [/ from "messages"$/, 'the walk itself looks for a code'],
  [/^ledger_(total|near|far)$/, 'the platform pays all of them'],
  [/ from "payments" inner join "trips" .* order by "payments"."id" desc limit \$1$/, 'the newest are at the end of it'],
  [
    /^update "(stored_responses|credentials|quotes)" set "(lease_until|expires_at|locked_until)" = \S+ where \(?\S+ > \S+ (and .*\) )?returning /,
    'a clock that ran ahead is put right but once',
  ],
  [
    /^update "(amendments|drivers|privacy_requests)" .* in \(select "subject_id" from "scheduler" /,
    'the same, and few are planned',
  ],
  [/^update "(activities|messages|trip_places)" set "(at|created_at|used_at)" = \S+ where \S+ > \S+ returning /, 'the same'],
  [/ from "messages" where \("messages"."driver_id" = .* order by/, 'an export of one driver reads the messages of a week'],
  [/^delete from "messages" where \("messages"."(driver_id|trip_id)" /, 'an erasure reads the messages of a week'],
  [
    /^delete from "(activities|messages|trip_places)" .* <= \(select max\(id\) from /,
    'it reads no more of the oldest than can be deleted',
  ],
  [/^newest_payment$/, 'it ends with the first'],
  [/^oldest_open_dispute$/, 'disputes are few, and are asked for once an hour'],
]

type Listed = { named: { name: string; text: string }[]; places: string[] }

/** Time for all statements (ms): each waits for its transaction to be committed, one after the other. */
const patienceMs = 300_000

const isAsked = ({ text }: SentStatement) => /^(select|insert|update|delete|with)\b/i.test(text)

/** Lowers the limit of a purge. 500 rows are 5 % of these tables, but one in thousands of tables worth a purge. */
const asInLife = ({ text, types }: SentStatement) => ({ text: text.replace(' limit 500 ', ' limit 50 '), types })

if (postgresUrl !== null) {
  describe('statements on PostgreSQL tables of ten thousand rows', () => {
    let filled: PostgresDatabase
    let planner: PostgresPlanChecker
    let listed: Listed
    let walked: SentStatement[] = []
    let served: SentStatement[] = []
    const found: { name: string; faults: string[] }[] = []

    // Separate hooks, each with its own time limit: together they are too slow for a busy machine.
    beforeAll(async () => {
      filled = await makePostgresDatabase()
      await fillPostgres(filled)
    })
    beforeAll(() => listStatements(), patienceMs)
    beforeAll(() => recordServer(), patienceMs)
    beforeAll(async () => {
      planner = await openPostgresPlanChecker(filled.url)
      const names = new Map(listed.named.map(({ name, text }) => [text, name]))
      const sent = [...walked, ...served].filter(isAsked)
      const texts = new Set(sent.map(({ text }) => text))
      const unsent = listed.named.filter(({ text }) => !texts.has(text)).map(({ text }) => ({ text, types: [] }))
      for (const statement of [...sent, ...unsent]) {
        const faults = await planner.faultsOf(asInLife(statement))
        found.push({ name: names.get(statement.text) ?? statement.text, faults })
      }
    })

    afterAll(async () => {
      await planner?.[Symbol.asyncDispose]()
      await filled?.[Symbol.asyncDispose]()
    })

    async function listStatements(): Promise<void> {
      await using database = await makePostgresDatabase()
      using wire = openWireRecorder(database.url)
      const script = resolve(import.meta.dir, '../processes/list-statements.ts')
      const child = Bun.spawn([process.execPath, script, wire.url, database.url], { stdout: 'pipe', stderr: 'inherit' })
      listed = await child.stdout.json()
      walked = wire.sent()
    }

    /** The statements that the executable prepares on both of its threads until a trip is booked and its notices are sent. */
    async function recordServer(): Promise<void> {
      using folder = makeFolder()
      using receiver = startWebhookReceiver()
      const dataDir = folder.at('data')
      await ensureDatabase(dataDir)
      using wire = openWireRecorder(databaseSettings(dataDir).CHARABANC_DATABASE_URL ?? '')
      const env = { ...receiver.env, CHARABANC_DATA_DIR: dataDir, CHARABANC_DATABASE_URL: wire.url }
      await using market = await openMarket({ env })
      const dales = await market.operator()
      receiver.answer('/in', 204)
      await receiver.subscribe(dales, '/in', ['job.offered', 'booking.confirmed'])
      const trip = await market.trip([dales])
      ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), goodCard))
      await eventually(() => receiver.received.some(({ event }) => event === 'booking.confirmed'))
      await market.server.stop()
      await dropDatabase(dataDir)
      served = wire.sent()
    }

    const isSmall = (fault: string) => Object.keys(smallTables).some((table) => new RegExp(`^scan of ${table}(_|$)`).test(fault))
    const faults = () =>
      found
        .map(({ name, faults }) => ({ name, faults: faults.filter((fault) => !isSmall(fault)) }))
        .filter((one) => one.faults.length > 0)

    test('include every statement in the source and in the executable', () => {
      const places = placesOfStatements('locks.ts', 'database-time.ts')
      expect(places.filter((place) => !listed.places.includes(place))).toEqual([])
      expect(walked.filter(isAsked).length).toBeGreaterThan(300)
      expect(served.filter(isAsked).length).toBeGreaterThan(100)
    })

    test('read no whole tables or indexes, and sort no list', () => {
      expect(faults().filter(({ name }) => !exceptions.some(([which]) => which.test(name)))).toEqual([])
    })

    test('need every exception in the lists', () => {
      const needed = faults().map(({ name }) => name)
      expect(exceptions.filter(([which]) => !needed.some((name) => which.test(name)))).toEqual([])
      const scanned = found.flatMap(({ faults }) => faults)
      expect(Object.keys(smallTables).filter((table) => !scanned.includes(`scan of ${table}`))).toEqual([])
    })

    test.each([
      ['reads a whole table', 'select * from trips where status = $1', [0], 'scan of trips'],
      ['reads a whole index', 'select id from trips order by id', [], 'scan of trips_pkey'],
      ['sorts a list', 'select id from bookings where operator_id = $1 order by confirmed_at', [20], 'sort of 1000 rows'],
      ['gives a value a type that no index is for', 'select id from trips where id = $1', [701], /^scan of trips(_pkey)?$/],
    ])('are reported if one %s', async (_, text, types, said) => {
      // The last vacuum decides whether PostgreSQL reads the table or the whole of its index.
      expect(await planner.faultsOf({ text, types })).toEqual([expect.stringMatching(said)])
    })

    test('are not reported if they find a row by its key', async () => {
      expect(await planner.faultsOf({ text: 'select id from trips where ref = $1', types: [0] })).toEqual([])
    })
  })
}
