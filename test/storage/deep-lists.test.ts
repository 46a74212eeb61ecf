import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type BookingRecord, listBookings } from '../../src/storage/queries/bookings.ts'
import { type JobRow, listJobs } from '../../src/storage/queries/jobs.ts'
import { listPayouts } from '../../src/storage/queries/payouts.ts'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { openSqlite } from '../../src/storage/sqlite/open.ts'
import type { Reader, Storage } from '../../src/storage/storage.ts'
import { statementsExecutedBy } from '../support/executed-statements.ts'
import { emptyItinerarySql, fillSqliteTable } from '../support/filled-sqlite-table.ts'
import { makeFolder } from '../support/folder.ts'
import { recountSqlite } from '../support/list-recount.ts'

const now = Date.UTC(2026, 4, 20, 8, 11, 2)
const hourMs = 3_600_000
const rows = 12_000
/** The most rows of one operator that may be on one day. The list knows the day of a row, and nothing finer. */
const mostOfADay = 400

type Found = { items: readonly unknown[]; total: number }
type PageQuery = { limit: number; offset: number; from: number; to: number }

type DeepList = {
  readonly find: (db: Reader, asked: PageQuery) => Promise<Found>
  readonly idOf: (item: never) => number
  /** SQL that reads the whole list. */
  readonly wanted: (asked: PageQuery) => string
}

const lapsed = `declined_at IS NULL AND (outcome = 'expired' OR (outcome IS NULL AND live_quote_id IS NULL AND quote_by <= ${now}))`
const jobsListed = {
  all: 'outcome IS NULL OR outcome <> ' + "'won'",
  expired: lapsed,
  quoted: 'outcome IS NULL AND live_quote_id IS NOT NULL',
} as const

function jobs(filter: keyof typeof jobsListed, updatedSince: number | null): DeepList {
  const which = `operator_id = 1 AND (${jobsListed[filter]}) AND updated_at >= ${updatedSince ?? 0}`
  return {
    find: (db, { limit, offset }) => listJobs(db, { operatorId: 1, filter, updatedSince, now, closingUntil: now, limit, offset }),
    idOf: ({ offer }: JobRow) => offer.id,
    wanted: () => `SELECT id FROM offers WHERE ${which} ORDER BY offered_at DESC, id DESC`,
  }
}

function bookings(status: 'active' | 'all', updatedSince: number | null): DeepList {
  const which = `operator_id = 1 AND ${status === 'all' ? '1' : `status = '${status}'`} AND updated_at >= ${updatedSince ?? 0}`
  return {
    find: (db, { from, to, ...page }) =>
      listBookings(db, { operatorId: 1, status, updatedSince, departsFrom: from, departsTo: to, ...page }),
    idOf: ({ booking }: BookingRecord) => booking.id,
    wanted: ({ from, to }) =>
      `SELECT id FROM bookings WHERE ${which} AND departs_at BETWEEN ${from} AND ${to} ORDER BY departs_at DESC, id DESC`,
  }
}

const lists: Record<string, DeepList> = {
  'all jobs': jobs('all', null),
  'expired jobs': jobs('expired', null),
  'all jobs, many changed': jobs('all', now - 400 * hourMs),
  'all jobs, all of them changed': jobs('all', now - 5_000 * hourMs),
  'expired jobs, all of them changed': jobs('expired', now - 5_000 * hourMs),
  'quoted jobs, few changed': jobs('quoted', now - 40 * hourMs),
  'active bookings': bookings('active', null),
  'all bookings': bookings('all', null),
  'all bookings, many changed': bookings('all', now - 400 * hourMs),
  payouts: {
    find: (db, { limit, offset }) => listPayouts(db, { operatorId: 1, status: null, limit, offset }),
    idOf: ({ payout }: { payout: { id: number } }) => payout.id,
    wanted: () => 'SELECT id FROM payouts WHERE operator_id = 1 ORDER BY created_at DESC, id DESC',
  },
}

const folder = makeFolder()
const path = folder.at('charabanc.sqlite')
let storage: Storage
let plain: Database

beforeAll(() => {
  plain = new Database(path, { create: true })
  migrateSqlite(plain, now)
  plain.run('PRAGMA foreign_keys = OFF')
  const around = (step: number, hours: number) => `${now} + ((n * ${step}) % ${hours} - ${Math.floor(hours / 2)}) * ${hourMs}`
  const whose = 'CASE WHEN n % 5 = 0 THEN 2 ELSE 1 END'
  fillSqliteTable(plain, 'operators', 2, { ref: "'OP-' || n", trip_visibility_days: '30' })
  fillSqliteTable(plain, 'trips', rows, { ref: "'TR-' || n", itinerary: emptyItinerarySql, masked_itinerary: emptyItinerarySql })
  fillSqliteTable(plain, 'quotes', rows, { trip_id: 'n', offer_id: 'n' })
  fillSqliteTable(plain, 'offers', rows, {
    trip_id: 'n',
    operator_id: whose,
    offered_at: around(7, 901),
    updated_at: around(17, 833),
    quote_by: around(19, 997),
    outcome:
      "CASE n % 8 WHEN 1 THEN 'won' WHEN 2 THEN 'expired' WHEN 3 THEN 'lost' WHEN 4 THEN 'expired' WHEN 6 THEN 'expired' END",
    live_quote_id: 'CASE WHEN n % 3 = 0 THEN n END',
    declined_at: 'CASE WHEN n % 7 = 1 THEN 9 END',
  })
  fillSqliteTable(plain, 'bookings', rows, {
    trip_id: 'n',
    ref: "'TR-' || n",
    quote_id: 'n',
    operator_id: whose,
    status: "CASE WHEN n % 4 = 0 THEN 'cancelled' ELSE 'active' END",
    departs_at: around(23, 1_009),
    updated_at: around(31, 809),
  })
  fillSqliteTable(plain, 'payouts', rows, {
    booking_id: 'n',
    operator_id: whose,
    status: "CASE n % 3 WHEN 0 THEN 'paid' WHEN 1 THEN 'pending' ELSE 'failed' END",
    created_at: around(37, 907),
  })
  storage = openSqlite(path)
})

afterAll(async () => {
  await storage.close()
  plain.close()
  folder[Symbol.dispose]()
})

const idsOf = (list: DeepList, asked: PageQuery) =>
  plain
    .query<{ id: number }, []>(list.wanted(asked))
    .all()
    .map(({ id }) => id)

test('counts rows that another program wrote', () => {
  const { kept, found } = recountSqlite(plain)
  expect(kept).toEqual(found)
  expect(Math.max(...found.map(({ total }) => total))).toBeLessThan(mostOfADay)
})

describe.each(Object.entries(lists))('%s', (_, list) => {
  test('reads the same rows as a full read, at any depth and in any span', async () => {
    const instant = fc.oneof(
      fc.integer({ min: -600 * hourMs, max: 600 * hourMs }),
      fc.integer({ min: -25, max: 25 }).map((day) => day * 24 * hourMs - (now % (24 * hourMs))),
    )
    const span = fc.oneof(
      fc.constant([0, Number.MAX_SAFE_INTEGER] as const),
      fc.tuple(instant, instant).map((ends) => [now + Math.min(...ends), now + Math.max(...ends)] as const),
    )
    const page = [fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 10_500 })] as const
    await fc.assert(
      fc.asyncProperty(...page, span, async (limit, offset, [from, to]) => {
        const asked = { limit, offset, from, to }
        const ids = idsOf(list, asked)
        const { items, total } = await storage.read((db) => list.find(db, asked))
        expect(total).toBe(ids.length)
        expect(items.map((item) => list.idOf(item as never))).toEqual(ids.slice(offset, offset + limit))
      }),
      { numRuns: 60 },
    )
  })
})

describe.each(['all jobs', 'all jobs, all of them changed', 'expired jobs', 'active bookings', 'all bookings', 'payouts'])(
  '%s',
  (name) => {
    test('skips only rows of one day for a page in the middle', async () => {
      const list = lists[name]
      if (list === undefined) throw new Error(name)
      const whole = { limit: 25, offset: 0, from: 0, to: Number.MAX_SAFE_INTEGER }
      const middle = Math.floor(idsOf(list, whole).length / 2)
      expect(middle).toBeGreaterThan(mostOfADay * 3)

      const passed = await offsetsOf((db) => list.find(db, { ...whole, offset: middle }))

      expect(passed).toHaveLength(1)
      expect(passed[0]).toBeLessThan(mostOfADay + openAndPastQuoting())
    })
  },
)

/** The number of open offers past their time to quote. The clock ends that time without a write, so they may be on any day. */
function openAndPastQuoting(): number {
  const query = `SELECT count(*) AS total FROM offers WHERE operator_id = 1 AND outcome IS NULL AND ${lapsed}`
  return plain.query<{ total: number }, []>(query).get()?.total ?? 0
}

/** The numbers of rows that the pages read by `work` skip. */
async function offsetsOf(work: (db: Reader) => Promise<unknown>): Promise<number[]> {
  const pages = (await statementsExecutedBy(path, work)).filter(({ sql }) => /limit \? offset \?/.test(sql))
  return pages.map(({ values }) => Number(values.at(-1)))
}

describe.each(Object.entries(lists))('%s', (_, list) => {
  test('scans and sorts no more than a page', async () => {
    const whole = { limit: 25, from: now - 300 * hourMs, to: now + 300 * hourMs }
    const pages = [0, 3_000, idsOf(list, { ...whole, offset: 0 }).length - 1]
    const executed = await statementsExecutedBy(path, async (db) => {
      for (const offset of pages) await list.find(db, { ...whole, offset })
    })
    expect(executed.length).toBeGreaterThan(3)
    for (const { sql } of executed) expect(costlySteps(plain, sql), sql).toEqual([])
  })
})

/** The steps of a plan that scan every row or sort. Sorting the chosen rows of one page is cheap enough. */
function costlySteps(database: Database, sql: string): string[] {
  const plan = database.query<{ parent: number; detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
  const isOfOnePage = plan.some(({ detail }) => detail.startsWith('LIST SUBQUERY'))
  const isSort = ({ parent, detail }: (typeof plan)[number]) => detail.includes('TEMP B-TREE') && !(isOfOnePage && parent === 0)
  return plan.filter((step) => step.detail.startsWith('SCAN') || isSort(step)).map(({ detail }) => detail)
}
