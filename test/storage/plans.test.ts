import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { placesOfStatements } from '../support/recorded-statements.ts'
import { startServer } from '../support/server.ts'
import { indexesChosen, sqlitePlanFaults } from '../support/sqlite-query-plans.ts'

/** Statements that may read more than they need, by name or by text, with the reason. */
const exceptions: readonly (readonly [which: RegExp, why: string])[] = [
  [/^(operators_(total|near|far)|locations_of_operators)$/, 'operators are few'],
  [/^postcode_set$/, 'there is one'],
  [/^first_two_operators$/, 'it ends with the second'],
  [/^newest_payment$/, 'it ends with the first'],
  [/^drop_operators_by_id$/, 'the walk itself begins before its operator'],
  [/^ledger_(total|near|far)$/, 'the platform pays all of them'],
  [/ from "operators" order by/, 'a trip is offered to all of them'],
  [/ from "operators" where "operators"."ref" in /, 'as many are sorted as were named'],
  [/^(offers|quotes)_of_trip$/, 'as many are sorted as operators were asked'],
  [/^webhook_queues$/, 'as many are sorted as queues are not empty'],
  [/^dbsReadings_by_driverId$/, 'an export tells all of it'],
  [/ from "messages" where .* order by/, 'an export tells all of it'],
  [/ from "assignments" inner join "bookings" .* order by "assignments"."id"/, 'an export tells all of it'],
  [/ from "assignments" inner join "bookings" .* "bookings"."is_crewed" = /, 'a driver leaves but once'],
  [/ from "trip_events" inner join "bookings" .* order by/, 'an export tells all of it'],
  [/^delete from "stored_responses" .* or /, 'what is overdue goes, but for what is in flight'],
  [/ from "webhook_events" inner join "webhook_deliveries" /, 'an event has few deliveries'],
  [/^update "scheduler" .* where \("scheduler"."lease_token" is not null and "scheduler"."boot_id" in /, 'a boot dies but once'],
  [/ from "nodes" (where (\("nodes"."died_at" is null and |"nodes"."died_at" )|order by)/, 'nodes are few'],
  [/^update "nodes" .* where \("nodes"."node" = /, 'nodes are few'],
  [
    /^update "(stored_responses|credentials|quotes)" set "(lease_until|expires_at|locked_until)" = \S+ where \(?\S+ > \S+ (and .*\) )?returning /,
    'a clock that ran ahead is put right but once',
  ],
  [
    /^update "(activities|messages|trip_places)" set "(at|created_at|used_at)" = \S+ where \S+ > \S+ returning /,
    'a clock that ran ahead is put right but once',
  ],
  [
    /^update "scheduler" set "due_at" = .*"scheduler"."kind" = .*"scheduler"."ready_at" > /,
    'only a clock that ran ahead plans so far',
  ],
  [/^update "leases" set "until" = \? where/, 'leases are few'],
  [/^delete from "leases" where "leases"."boot_id" in /, 'leases are few'],
  [/^update "scheduler" .* where \("scheduler"."lease_token" is not null and /, 'a worker begins but once'],
  [/^select distinct "boot_id" from "scheduler"/, 'a worker begins but once'],
  [/^select distinct "boot_id" from "stored_responses"/, 'what is overdue goes every hour, so that it is little'],
  [/ from "messages"$/, 'the walk itself looks for a code'],
  [/^delete from "messages" where \("messages"."(driver_id|trip_id)" /, 'an erasure looks through what was told in a week'],
  [
    /^delete from "(activities|messages|trip_places)" .* <= \(select max\(id\) from /,
    'it looks at no more of the oldest than may go',
  ],
  [/ from "payments" inner join "trips" .* order by "payments"."id" desc limit \?$/, 'the newest are at the end of it'],
  [/^driver_trips_/, 'the assignments of one driver are sorted'],
  [/^calendar_of_/, 'a booking is changed a few times'],
]

const database = new Database(':memory:')
migrateSqlite(database, 0)

type Listed = { named: { name: string; text: string }[]; texts: string[]; places: string[] }

const onThreads = { main: new Set<string>(), worker: new Set<string>() }
let listed: Listed
/** The name of each statement, or its text if it has none. */
let names: ReadonlyMap<string, string>

// Separate hooks, each with its own time limit: together they are too slow for a busy machine.
beforeAll(recordDemo)

beforeAll(async () => {
  listed = await listStatements()
  const texts = [...listed.texts, ...onThreads.main, ...onThreads.worker]
  names = new Map([...texts.map((text) => [text, text] as const), ...listed.named.map(({ name, text }) => [text, name] as const)])
})

afterAll(() => database.close())

async function listStatements(): Promise<Listed> {
  const script = resolve(import.meta.dir, '../processes/list-statements.ts')
  const child = Bun.spawn([process.execPath, script], { stdout: 'pipe', stderr: 'inherit' })
  return child.stdout.json()
}

/** The statements that the executable prepares on both of its threads while its demo runs, until webhooks arrive. */
async function recordDemo(): Promise<void> {
  using folder = makeFolder()
  const path = folder.at('statements')
  const preload = resolve(import.meta.dir, '../processes/record-statements.ts')
  await using demo = await startServer({
    words: ['demo', '--pace', '0.1'],
    env: { BUN_OPTIONS: `--preload=${preload}`, RECORDED_STATEMENTS: path },
  })
  await eventually(() => demo.stdout.includes('signature verified'))
  await demo.stop()
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const { thread, text } = JSON.parse(line) as { thread: 'main' | 'worker'; text: string }
    onThreads[thread].add(text)
  }
}

const isAsked = (text: string) => /^(select|insert|update|delete|with)\b/i.test(text)

const faults = () =>
  [...names]
    .filter(([text]) => isAsked(text))
    .map(([text, name]) => ({ name, faults: sqlitePlanFaults(database, text) }))
    .filter(({ faults }) => faults.length > 0)

describe('statements', () => {
  test('have unique names', () => {
    const all = listed.named.map(({ name }) => name)
    expect(all.length).toBeGreaterThan(200)
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
  })

  test('include every statement in the source', () => {
    expect(placesOfStatements().filter((place) => !listed.places.includes(place))).toEqual([])
    expect(onThreads.main.size).toBeGreaterThan(100)
    expect(onThreads.worker.size).toBeGreaterThan(20)
  })

  test('scan no whole table, sort nothing, and use an index with every compared column', () => {
    expect(faults().filter(({ name }) => !exceptions.some(([which]) => which.test(name)))).toEqual([])
  })

  test('need every exception in the list', () => {
    const needed = faults().map(({ name }) => name)
    expect(exceptions.filter(([which]) => !needed.some((name) => which.test(name)))).toEqual([])
  })
})

test('uses every index in a statement or as a unique constraint', () => {
  type Index = { name: string }
  const indexes = database.query<Index, []>("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE INDEX%'").all()
  const chosen = new Set([...names.keys()].filter(isAsked).flatMap((text) => indexesChosen(database, text)))
  expect(indexes.map(({ name }) => name).filter((name) => !chosen.has(name))).toEqual([])
})

describe('the plan check', () => {
  test.each([
    ['reads a whole table', 'select * from trips', ['SCAN trips']],
    ['reads a whole index', 'select count(*) from operators', [expect.stringMatching(/^SCAN operators USING COVERING INDEX/)]],
    ['sorts', 'select id from offers where trip_id = ? order by updated_at', ['USE TEMP B-TREE FOR ORDER BY']],
    [
      'compares what its index does not hold',
      'select "id" from "quotes" where "quotes"."trip_id" = ? and "quotes"."status" = ?',
      ['status = ? beside SEARCH quotes USING INDEX quotes_trip (trip_id=?)'],
    ],
    [
      'looks for a least value in a whole index',
      "select min(created_at) from payments where status = 'in_doubt'",
      [expect.stringMatching(/^SEARCH payments USING COVERING INDEX payments_written$/)],
    ],
    [
      'searches a whole index although an index with a condition fits',
      'select count(*) from "offers" where operator_id = ? and outcome is null and live_quote_id is not null',
      ['listed', 'quoted', 'search'].map((name) =>
        expect.stringMatching(new RegExp(` offers_changed .* although offers_${name} `)),
      ),
    ],
  ])('finds a statement that %s', (_, sql, said) => {
    expect(sqlitePlanFaults(database, sql)).toEqual(said)
  })

  test('allows a search by a unique key and by the condition of an index', () => {
    expect(sqlitePlanFaults(database, 'select "id" from "trips" where "trips"."ref" = ? and "trips"."status" = ?')).toEqual([])
    expect(sqlitePlanFaults(database, "select count(*) from payments where status = 'in_doubt'")).toEqual([])
  })
})
