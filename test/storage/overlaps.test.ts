import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { migrateSqlite } from '../../src/storage/migrate.ts'
import { openSqlite } from '../../src/storage/open.sqlite.ts'
import { findOverlaps } from '../../src/storage/queries/bookings.ts'
import { openAssignmentsOf } from '../../src/storage/queries/drivers.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { executedBy } from '../support/executed.ts'
import { emptyItinerary, fillTable } from '../support/filled.ts'
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
  fillTable(plain, 'trips', rows, { ref: "'TR-' || n", itinerary: emptyItinerary, masked_itinerary: emptyItinerary })
  fillTable(plain, 'bookings', rows, {
    trip_id: 'n',
    ref: "'TR-' || n",
    operator_id: '1 + n % 2',
    status: "CASE WHEN n % 9 = 0 THEN 'cancelled' ELSE 'active' END",
    departs_at: departsAt,
    ends_at: endsAt,
    assignment_id: 'n',
  })
  fillTable(plain, 'assignments', rows, {
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

afterAll(async () => {
  await storage.close()
  plain.close()
  folder[Symbol.dispose]()
})

const whose = fc.constantFrom(
  { driverId: 1 },
  { driverId: 3 },
  { operatorId: 1, vehicleReg: 'P2' },
  { operatorId: 2, vehicleReg: 'P3' },
)

test('those on the road at the same time are found as they were assigned, and no one else', async () => {
  const instant = fc.integer({ min: -10, max: 560 })
  await fc.assert(
    fc.asyncProperty(whose, instant, instant, fc.integer({ min: 1, max: rows }), async (who, one, other, exceptBookingId) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const isTheirs =
        'driverId' in who
          ? `driver_id = ${who.driverId}`
          : `operator_id = ${who.operatorId} AND vehicle_reg = '${who.vehicleReg}'`
      const wanted = plain.query<{ ref: string }, []>(
        `SELECT ref FROM bookings JOIN assignments ON assignments.id = assignment_id WHERE ${isTheirs} AND ended_at IS NULL
           AND declined_at IS NULL AND status = 'active' AND bookings.id <> ${exceptBookingId}
           AND bookings.departs_at < ${to} AND bookings.ends_at > ${from} ORDER BY assignments.id`,
      )
      const found = await storage.read((db) => findOverlaps(db, who, { from, to, exceptBookingId }))
      expect(found.map(({ ref }) => ref)).toEqual(wanted.all().map(({ ref }) => ref))
    }),
  )
})

test('what a driver is still to drive stands as it was assigned', async () => {
  const open = await storage.read((db) => openAssignmentsOf(db, 1))
  const ids = open.map(({ assignment }) => assignment.id)
  expect(ids.length).toBeGreaterThan(50)
  expect(ids).toEqual(ids.toSorted((one, other) => one - other))
})

test.each([
  ['a driver', { driverId: 1 }, 'assignments_driver (driver_id=? AND ends_at>?)'],
  ['a coach', { operatorId: 1, vehicleReg: 'P2' }, 'assignments_vehicle (vehicle_reg=? AND ends_at>?)'],
])('what %s has driven long ago is not looked at', async (_, who, index) => {
  const span = { from: 100, to: 110, exceptBookingId: 1 }
  const [asked] = await executedBy(path, (db) => findOverlaps(db, who, span))

  const plan = plain.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${asked?.sql}`).all()
  expect(plan.map(({ detail }) => detail)).toEqual([
    `SEARCH assignments USING INDEX ${index}`,
    'SEARCH bookings USING INTEGER PRIMARY KEY (rowid=?)',
  ])
})
