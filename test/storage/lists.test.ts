import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { type BookingRecord, listBookings } from '../../src/storage/queries/bookings.ts'
import { listDeliveries } from '../../src/storage/queries/delivery-log.ts'
import { findDriverTrips } from '../../src/storage/queries/driver-trips.ts'
import { listDrivers } from '../../src/storage/queries/drivers.ts'
import { type JobRow, listJobs } from '../../src/storage/queries/jobs.ts'
import { listOperators } from '../../src/storage/queries/operators.ts'
import { listLedger, listPayouts } from '../../src/storage/queries/payouts.ts'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { openSqlite } from '../../src/storage/sqlite/open.ts'
import type { Reader, Storage } from '../../src/storage/storage.ts'
import { emptyItinerarySql, fillSqliteTable } from '../support/filled-sqlite-table.ts'
import { makeFolder } from '../support/folder.ts'

const now = 1_000_000
const rows = 90

type Span = { limit: number; offset: number }
type Found = { items: readonly unknown[]; total: number }

/** A list, the table of its ids, and SQL that reads all its ids in order. */
type List = { table: string; find: (db: Reader, span: Span) => Promise<Found>; idOf: (item: never) => number; wanted: string }

const jobFilters = {
  all: "outcome IS NULL OR outcome <> 'won'",
  fresh: `outcome IS NULL AND declined_at IS NULL AND quote_by > ${now} AND live_quote_id IS NULL`,
  quoted: 'outcome IS NULL AND live_quote_id IS NOT NULL',
  closing: `outcome IS NULL AND declined_at IS NULL AND quote_by > ${now} AND quote_by <= ${now + 10}`,
  expired: `declined_at IS NULL AND (outcome = 'expired' OR (outcome IS NULL AND live_quote_id IS NULL AND quote_by <= ${now}))`,
} as const

const isOver = `finished_at IS NOT NULL OR (status = 'cancelled' AND ends_at <= ${now})`
const driverTrips = {
  upcoming: [`NOT (${isOver})`, 'departs_at, id'],
  past: [isOver, 'departs_at DESC, id DESC'],
  all: ['1', 'departs_at DESC, id DESC'],
} as const

const lists: Record<string, List> = {
  operators: {
    table: 'operators',
    find: (db, { limit, offset }) => listOperators(db, { limit, offset }),
    idOf: ({ id }: { id: number }) => id,
    wanted: 'SELECT id FROM operators ORDER BY created_at DESC, id DESC',
  },
  drivers: {
    table: 'drivers',
    find: (db, { limit, offset }) => listDrivers(db, { operatorId: 1, limit, offset }),
    idOf: ({ id }: { id: number }) => id,
    wanted: 'SELECT id FROM drivers WHERE operator_id = 1 AND removed_at IS NULL ORDER BY created_at DESC, id DESC',
  },
  ...Object.fromEntries(
    (['all', 'fresh', 'quoted', 'closing', 'expired'] as const).flatMap((filter) =>
      [null, now - 20].map((updatedSince): [string, List] => {
        const order = filter === 'fresh' || filter === 'closing' ? 'quote_by, id' : 'offered_at DESC, id DESC'
        const where = `operator_id = 1 AND updated_at >= ${updatedSince ?? 0} AND (${jobFilters[filter]})`
        const asked = { operatorId: 1, filter, updatedSince, now, closingUntil: now + 10 }
        return [
          `jobs, ${filter}${updatedSince === null ? '' : ', since'}`,
          {
            table: 'offers',
            find: (db, span) => listJobs(db, { ...asked, ...span }),
            idOf: ({ offer }: JobRow) => offer.id,
            wanted: `SELECT id FROM offers WHERE ${where} ORDER BY ${order}`,
          },
        ]
      }),
    ),
  ),
  ...Object.fromEntries(
    (['active', 'cancelled', 'all'] as const).flatMap((status) =>
      [null, now - 20].map((updatedSince): [string, List] => {
        const is = status === 'all' ? '1' : `status = '${status}'`
        const span = `departs_at BETWEEN ${now - 40} AND ${now + 40} AND updated_at >= ${updatedSince ?? 0}`
        const asked = { operatorId: 1, status, departsFrom: now - 40, departsTo: now + 40, updatedSince }
        return [
          `bookings, ${status}${updatedSince === null ? '' : ', since'}`,
          {
            table: 'bookings',
            find: (db, page) => listBookings(db, { ...asked, ...page }),
            idOf: ({ booking }: BookingRecord) => booking.id,
            wanted: `SELECT id FROM bookings WHERE operator_id = 1 AND ${is} AND ${span} ORDER BY departs_at DESC, id DESC`,
          },
        ]
      }),
    ),
  ),
  ...Object.fromEntries(
    ([null, 'pending'] as const).map((status): [string, List] => {
      const is = status === null ? '1' : `status = '${status}'`
      return [
        `payouts, ${status}`,
        {
          table: 'payouts',
          find: (db, span) => listPayouts(db, { operatorId: 1, status, ...span }),
          idOf: ({ payout }: { payout: { id: number } }) => payout.id,
          wanted: `SELECT id FROM payouts WHERE operator_id = 1 AND ${is} ORDER BY created_at DESC, id DESC`,
        },
      ]
    }),
  ),
  ...Object.fromEntries(
    ([null, 1] as const).flatMap((operatorId) =>
      ([null, 'paid'] as const).flatMap((status) =>
        [null, now].map((scheduledBefore): [string, List] => {
          const isOwn = operatorId === null ? '1' : `operator_id = ${operatorId}`
          const isOfStatus = status === null ? '1' : `status = '${status}'`
          const [leaves, order] =
            scheduledBefore === null
              ? ['1', 'created_at DESC, id DESC']
              : [`scheduled_for < ${scheduledBefore}`, 'scheduled_for, id']
          return [
            ['ledger', operatorId && 'of one', status, scheduledBefore && 'leaving'].filter(Boolean).join(', '),
            {
              table: 'payouts',
              find: (db, span) => listLedger(db, { operatorId, status, scheduledBefore, ...span }),
              idOf: ({ payout }: { payout: { id: number } }) => payout.id,
              wanted: `SELECT id FROM payouts WHERE ${isOwn} AND ${isOfStatus} AND ${leaves} ORDER BY ${order}`,
            },
          ]
        }),
      ),
    ),
  ),
  ...Object.fromEntries(
    ['', 'failed'].flatMap((status) =>
      ['', 'booking.confirmed'].map((event): [string, List] => {
        const where = `subscription_id = 1 AND ('${status}' IN ('', status)) AND ('${event}' IN ('', event))`
        const asked = { subscriptionId: 1, status: status || null, event: event || null }
        return [
          `deliveries, ${status}, ${event}`,
          {
            table: 'webhook_deliveries',
            find: (db, span) => listDeliveries(db, { ...asked, ...span }),
            idOf: ({ delivery }: { delivery: { id: number } }) => delivery.id,
            wanted: `SELECT id FROM webhook_deliveries WHERE ${where} ORDER BY created_at DESC, id DESC`,
          },
        ]
      }),
    ),
  ),
  ...Object.fromEntries(
    (['upcoming', 'past', 'all'] as const).map((list): [string, List] => {
      const [which, order] = driverTrips[list]
      return [
        `driver trips, ${list}`,
        {
          table: 'bookings',
          find: (db, span) => findDriverTrips(db, list, { driverId: 1, now, ...span }),
          idOf: ({ booking }: { booking: { id: number } }) => booking.id,
          wanted: `SELECT id FROM bookings WHERE assignment_id IN (SELECT id FROM assignments WHERE driver_id = 1) AND (${which}) ORDER BY ${order}`,
        },
      ]
    }),
  ),
}

const folder = makeFolder()
const path = folder.at('charabanc.sqlite')
let storage: Storage
let plain: Database

const fill = (table: string, differing: Record<string, string>) => fillSqliteTable(plain, table, rows, differing)

beforeAll(() => {
  plain = new Database(path, { create: true })
  migrateSqlite(plain, now)
  plain.run('PRAGMA foreign_keys = OFF')
  // Some instants are equal, so that the id must decide. Some rows belong to another operator at the same instants.
  const around = (step: number, spread: number) => `${now} + (n * ${step}) % ${spread} - ${Math.floor(spread / 2)}`
  const whose = 'CASE WHEN n % 5 = 0 THEN 2 ELSE 1 END'
  fill('operators', { ref: "'OP-' || n", created_at: around(7, 40), trip_visibility_days: '30' })
  fill('drivers', { operator_id: whose, created_at: around(11, 30), removed_at: 'CASE WHEN n % 7 = 0 THEN 5 END' })
  fill('trips', { ref: "'TR-' || n", itinerary: emptyItinerarySql, masked_itinerary: emptyItinerarySql })
  fill('quotes', { trip_id: 'n', offer_id: 'n' })
  fill('offers', {
    trip_id: 'n',
    operator_id: whose,
    offered_at: around(13, 50),
    updated_at: around(17, 60),
    quote_by: around(19, 45),
    outcome: "CASE n % 8 WHEN 1 THEN 'won' WHEN 2 THEN 'expired' WHEN 3 THEN 'lost' END",
    live_quote_id: 'CASE WHEN n % 3 = 0 THEN n END',
    declined_at: 'CASE WHEN n % 6 = 1 THEN 9 END',
  })
  fill('bookings', {
    trip_id: 'n',
    ref: "'TR-' || n",
    quote_id: 'n',
    operator_id: whose,
    status: "CASE WHEN n % 4 = 0 THEN 'cancelled' ELSE 'active' END",
    departs_at: around(23, 100),
    ends_at: around(29, 100),
    updated_at: around(31, 70),
    finished_at: 'CASE WHEN n % 6 = 0 THEN 9 END',
    assignment_id: 'n',
  })
  fill('assignments', { booking_id: 'n', driver_id: 'CASE WHEN n % 3 = 0 THEN 2 ELSE 1 END', vehicle_reg: "'YX20 ABC'" })
  fill('payouts', {
    booking_id: 'n',
    operator_id: whose,
    status: "CASE WHEN n % 3 = 0 THEN 'paid' ELSE 'pending' END",
    created_at: around(37, 33),
    scheduled_for: `CASE WHEN n % 4 > 0 THEN ${around(43, 31)} END`,
  })
  fill('webhook_events', {})
  fill('webhook_deliveries', {
    event_id: 'n',
    subscription_id: whose,
    status: "CASE WHEN n % 3 = 0 THEN 'failed' ELSE 'delivered' END",
    event: "CASE WHEN n % 2 = 0 THEN 'booking.confirmed' ELSE 'job.offered' END",
    created_at: around(41, 37),
  })
  storage = openSqlite(path)
})

afterAll(async () => {
  await storage.close()
  plain.close()
  folder[Symbol.dispose]()
})

const idsOf = (list: List) =>
  plain
    .query<{ id: number }, []>(list.wanted)
    .all()
    .map(({ id }) => id)

/** The statements that a list prepares for these spans, on a handle that it has not used before. */
async function preparedFor(list: List, spans: readonly Span[]): Promise<string[]> {
  const fresh = openSqlite(path)
  const spy = spyOn(Database.prototype, 'prepare')
  try {
    for (const span of spans) await fresh.read((db) => list.find(db, span))
    return spy.mock.calls.map(([text]) => text).filter((text) => text.startsWith('select'))
  } finally {
    spy.mockRestore()
    await fresh.close()
  }
}

describe.each(Object.entries(lists))('%s', (name, list) => {
  test('reads the same rows as a full read', async () => {
    const ids = idsOf(list)
    expect(ids.length).toBeGreaterThan(3)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: rows + 10 }), async (limit, offset) => {
        const { items, total } = await storage.read((db) => list.find(db, { limit, offset }))
        expect(items.map((item) => list.idOf(item as never))).toEqual(ids.slice(offset, offset + limit))
        expect(total).toBe(ids.length)
      }),
    )
  })

  test('only counts for a page past the end', async () => {
    const { length } = idsOf(list)
    const asked = await preparedFor(
      list,
      [length, length + 1, 100_000_000].map((offset) => ({ limit: 25, offset })),
    )
    expect(asked).toEqual(countingOf(name).map((counting) => expect.stringMatching(counting)))
  })

  test('counts and finds ids in one covering index', async () => {
    const { length } = idsOf(list)
    const asked = await preparedFor(
      list,
      [0, length - 1].map((offset) => ({ limit: 1, offset })),
    )
    const ofTheList = asked.filter((text) => text.includes('limit ?') || text.startsWith('select count'))
    expect(ofTheList).toHaveLength(statementsOf(name))
    for (const text of ofTheList) expect(choosing(text, list.table), text).toEqual(planOf(name))
  })

  test('sums stored counts by their day index', async () => {
    const asked = await preparedFor(list, [{ limit: 1, offset: 0 }])
    const sums = asked.filter((text) => summed.test(text))
    expect(sums).toHaveLength(countingOf(name).filter((counting) => counting === summed).length)
    for (const text of sums) expect(choosing(text, 'list_counts')).toEqual(['SEARCH USING COVERING INDEX list_counts_total'])
  })
})

const read = /^select count\(\*\)/
const summed = /^select coalesce\(sum\("total"\), 0\) from "list_counts"/
const changed = /"updated_at" >= \?.* limit \?$/

/** The statements that count a list. The bookings of this page are of one day, not a whole one. */
function countingOf(name: string): RegExp[] {
  if (name.endsWith('since')) return [changed]
  if (name === 'jobs, expired') return [summed, read]
  return name === 'jobs, all' || name.startsWith('payouts') ? [summed] : [read]
}

/** The number of statements that count a list and find its ids from either end. Changes need one. */
function statementsOf(name: string): number {
  if (name.endsWith('since')) return 1
  return countingOf(name).includes(read) ? 3 : 2
}

/** The plan that chooses the ids of a list: the steps on its own table, and any sort. */
function choosing(text: string, table: string): string[] {
  type Step = { id: number; parent: number; detail: string }
  const plan = plain.query<Step, []>(`EXPLAIN QUERY PLAN ${text}`).all()
  const ofOnePage = plan.find(({ detail }) => detail.startsWith('LIST SUBQUERY'))
  const steps = ofOnePage ? plan.filter(({ parent }) => parent === ofOnePage.id) : plan
  return steps.map(({ detail }) => detail.replace(new RegExp(` ${table} `), ' ')).map((detail) => detail.replace(/ \(.*$/, ''))
}

function planOf(name: string): string[] {
  if (name.startsWith('driver trips')) return expect.arrayContaining(['SEARCH assignments USING INDEX assignments_of_driver'])
  const how = name === 'operators' || name === 'ledger' ? 'SCAN' : 'SEARCH'
  const [what, ...which] = name.split(', ')
  const index = which.includes('since') ? `${what === 'jobs' ? 'offers' : what}_changed` : '\\w+'
  return [expect.stringMatching(new RegExp(`^${how} USING COVERING INDEX ${index}$`))]
}
