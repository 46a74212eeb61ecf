import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findOverlaps } from '../../src/storage/queries/assignments.ts'
import { listOpenAssignments } from '../../src/storage/queries/drivers.ts'
import {
  listOccupationsOfDrivers,
  listOccupationsOfQuotes,
  listOccupationsOfVehicles,
} from '../../src/storage/queries/occupations.ts'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { openSqlite } from '../../src/storage/sqlite/open.ts'
import type { Reader, Storage } from '../../src/storage/storage.ts'
import { statementsExecutedBy } from '../support/executed-statements.ts'
import { emptyItinerarySql, fillSqliteTable } from '../support/filled-sqlite-table.ts'
import { makeFolder } from '../support/folder.ts'

const rows = 600

const folder = makeFolder()
const path = folder.at('charabanc.sqlite')
let storage: Storage
let plain: Database

beforeAll(() => {
  plain = new Database(path, { create: true })
  migrateSqlite(plain, 0)
  plain.run('PRAGMA foreign_keys = OFF')
  const departsAt = '(n * 7) % 500'
  const endsAt = `${departsAt} + n % 40`
  fillSqliteTable(plain, 'trips', rows, { ref: "'TR-' || n", itinerary: emptyItinerarySql, masked_itinerary: emptyItinerarySql })
  fillSqliteTable(plain, 'bookings', rows, {
    trip_id: 'n',
    ref: "'TR-' || n",
    operator_id: '1 + n % 2',
    status: "CASE WHEN n % 9 = 0 THEN 'cancelled' ELSE 'active' END",
    departs_at: departsAt,
    ends_at: endsAt,
    assignment_id: 'n',
  })
  fillSqliteTable(plain, 'assignments', rows, {
    booking_id: 'n',
    driver_id: '1 + n % 3',
    vehicle_reg: "'P' || n % 4",
    departs_at: departsAt,
    ends_at: endsAt,
    declined_at: 'CASE WHEN n % 11 = 0 THEN 1 END',
    ended_at: 'CASE WHEN n % 7 = 0 THEN 1 END',
  })
  storage = openSqlite(path)
})

/** Reads from the database directly, without the storage. */
function plainly<Row>(sql: string): () => Row[] {
  return () => plain.query<Row, []>(sql).all()
}

afterAll(async () => {
  await storage.close()
  plain.close()
  folder[Symbol.dispose]()
})

type Own = { id: number; driver: number; plate: string; operator: number; departs: number; ends: number }

const own = plainly<Own>(
  `SELECT assignments.id, driver_id AS driver, vehicle_reg AS plate, operator_id AS operator, assignments.departs_at AS departs,
     assignments.ends_at AS ends FROM assignments JOIN bookings ON bookings.id = booking_id WHERE ended_at IS NULL`,
)

const which = fc.constantFrom('drivers' as const, 'plates' as const)

test('finds exactly the duties on the road at the same time, in order of assignment', async () => {
  const nth = fc.integer({ min: 0, max: own().length - 1 })
  await fc.assert(
    fc.asyncProperty(which, nth, fc.integer({ min: 0, max: 60 }), async (whose, index, restMs) => {
      const { id, driver, plate, operator, departs, ends } = own()[index] as Own
      const wanted = plainly<{ ref: string }>(
        `SELECT ref FROM bookings JOIN assignments ON assignments.id = assignment_id
           WHERE ${whose === 'drivers' ? `driver_id = ${driver}` : `vehicle_reg = '${plate}'`} AND operator_id = ${operator}
           AND ended_at IS NULL AND declined_at IS NULL AND status = 'active' AND bookings.id <> ${id}
           AND bookings.departs_at < ${ends + restMs} AND bookings.ends_at > ${departs - restMs} ORDER BY assignments.id`,
      )
      const booking = { id, operatorId: operator, cancelledAt: null }
      const found = await storage.read((db) => findOverlaps(db, whose, booking, restMs))
      expect(found.map(({ ref }) => ref)).toEqual(wanted().map(({ ref }) => ref))
      expect(new Set(found.map(({ dutyId }) => dutyId)).size).toBeLessThanOrEqual(1)
    }),
  )
})

test("lists a driver's open duties in order of assignment", async () => {
  const open = await storage.read((db) => listOpenAssignments(db, 1))
  const ids = open.map(({ assignment }) => assignment.id)
  expect(ids.length).toBeGreaterThan(50)
  expect(ids).toEqual(ids.toSorted((one, other) => one - other))
})

test.each([
  ['a driver', 'drivers' as const, 'assignments_driver (driver_id=? AND ends_at>?)'],
  ['a coach', 'plates' as const, 'assignments_vehicle (vehicle_reg=? AND ends_at>?)'],
])('reads none of the past duties of %s', async (_, whose, index) => {
  const booking = { id: 1, operatorId: 1, cancelledAt: null }
  const [asked] = await statementsExecutedBy(path, (db) => findOverlaps(db, whose, booking, 0))

  const plan = plain.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${asked?.sql}`).all()
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH own USING INDEX assignments_booking (booking_id=?)',
    `SEARCH assignments USING INDEX ${index}`,
    'SEARCH bookings USING INTEGER PRIMARY KEY (rowid=?)',
  ])
})

const span = { from: 100, to: 200 }
const promised = [
  'SEARCH promised_vehicles USING INDEX promised_vehicles_vehicle (vehicle_id=? AND ends_at>?)',
  'SEARCH quotes USING INTEGER PRIMARY KEY (rowid=?)',
  'SEARCH trips USING INTEGER PRIMARY KEY (rowid=?)',
  'SEARCH bookings USING INDEX bookings_trip (trip_id=?) LEFT-JOIN',
  'CORRELATED SCALAR SUBQUERY 2',
  'SEARCH assignments USING INDEX assignments_booking (booking_id=?)',
]
const booked = 'SEARCH bookings USING INTEGER PRIMARY KEY (rowid=?)'
const asked = (table: string) => `SEARCH ${table} USING INTEGER PRIMARY KEY (rowid=?)`
const named = 'SEARCH own USING INDEX promised_vehicles_quote (quote_id=?)'
const fleet = 'SEARCH assignments USING INDEX assignments_fleet (vehicle_id=? AND ends_at>?)'
const workshop = 'SEARCH blocks USING INDEX blocks_vehicle (vehicle_id=? AND ends_at>?)'

test.each([
  [
    'a fleet',
    (db: Reader) => listOccupationsOfVehicles(db, [1, 2], span),
    [asked('vehicles'), fleet, booked, asked('vehicles'), ...promised, asked('vehicles'), workshop],
  ],
  [
    'a roster',
    (db: Reader) => listOccupationsOfDrivers(db, [1, 2], span),
    [
      asked('drivers'),
      'SEARCH assignments USING INDEX assignments_driver (driver_id=? AND ends_at>?)',
      booked,
      asked('drivers'),
      'SEARCH blocks USING INDEX blocks_driver (driver_id=? AND ends_at>?)',
    ],
  ],
  ['quotes', (db: Reader) => listOccupationsOfQuotes(db, [1, 2]), [named, fleet, booked, named, ...promised, named, workshop]],
])('reads none of the past assignments of %s', async (_, find, steps) => {
  const [statement] = await statementsExecutedBy(path, find)
  const plan = plain.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${statement?.sql}`).all()
  const isStep = (detail: string) => !/^(COMPOUND QUERY|LEFT-MOST SUBQUERY|UNION ALL)$/.test(detail)
  expect(plan.map(({ detail }) => detail.replace('USING COVERING INDEX', 'USING INDEX')).filter(isStep)).toEqual(steps)
})
