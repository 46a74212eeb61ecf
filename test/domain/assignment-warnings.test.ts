import { describe, expect, test } from 'bun:test'
import {
  type AssignmentFacts,
  type CrewAround,
  dailyRestMs,
  listAssignmentWarnings,
} from '../../src/domain/assignment-warnings.ts'
import type { Driver } from '../../src/domain/driver.ts'
import { dayMs, hourMs } from '../../src/domain/instant.ts'
import { dbsLevels } from '../../src/domain/itinerary.ts'

const now = Date.UTC(2026, 4, 20, 8)

const pat: Driver = {
  email: 'pat@example.org',
  phone: null,
  licenseNumber: 'MOSS901234P99AB',
  licenseExpiresAt: now + 400 * dayMs,
  dbsCheckKind: 'enhanced',
  dbsCertificateNumber: '001234567890',
  dbsExpiresAt: now + 400 * dayMs,
  invitedAt: now - 2 * dayMs,
  activatedAt: now - dayMs,
  removedAt: null,
}

const trip = {
  departsAt: now + 10 * dayMs,
  endsAt: now + 10 * dayMs + 9 * hourMs,
  passengerCount: 45,
  dbsRequired: 'enhanced',
  vehicleCount: 1,
}

const unblocked = { driverBlocks: [], vehicleBlocks: [] }

function warnings(differing: Partial<AssignmentFacts> = {}, driver: Partial<Driver> = {}): string[] {
  const facts: AssignmentFacts = {
    driver: { ...pat, ...driver },
    seats: 49,
    isVehicleUnsafe: false,
    trip,
    driverTrips: [],
    vehicleTrips: [],
    ...unblocked,
    ...differing,
  }
  return listAssignmentWarnings(facts, now).map(({ code }) => code)
}

const other = (departsAt: number, endsAt: number) => [{ ref: 'TR-AAAAAA', departsAt, endsAt }]

describe('an assignment without warnings', () => {
  test('returns no warning if everything is in order', () => {
    expect(warnings()).toEqual([])
  })

  test('returns no warning for an unknown licence, unknown seats and no required check', () => {
    const unknown = { licenseNumber: null, licenseExpiresAt: null, dbsCheckKind: null, dbsExpiresAt: null }
    expect(warnings({ seats: null, trip: { ...trip, dbsRequired: 'none' } }, unknown)).toEqual([])
  })
})

describe('two overlapping trips', () => {
  test('warns of the driver for an overlap of a millisecond on either side', () => {
    expect(warnings({ driverTrips: other(trip.departsAt - dayMs, trip.departsAt + 1) })).toEqual(['driver_overlap'])
    expect(warnings({ driverTrips: other(trip.endsAt - 1, trip.endsAt + dayMs) })).toEqual(['driver_overlap'])
  })

  test('warns of the vehicle', () => {
    expect(warnings({ vehicleTrips: other(trip.departsAt, trip.endsAt) })).toEqual(['vehicle_overlap'])
    expect(warnings({ vehicleTrips: other(trip.departsAt - hourMs, trip.departsAt) })).toEqual([])
  })

  test('warns of short rest for two trips without a gap', () => {
    expect(warnings({ driverTrips: other(trip.departsAt - hourMs, trip.departsAt) })).toEqual(['short_rest'])
    expect(warnings({ driverTrips: other(trip.endsAt, trip.endsAt + hourMs) })).toEqual(['short_rest'])
  })

  test('names the other trip in the message', () => {
    const facts = { driver: pat, seats: 49, isVehicleUnsafe: false, trip, vehicleTrips: [], ...unblocked }
    const [warning] = listAssignmentWarnings({ ...facts, driverTrips: other(trip.departsAt, trip.endsAt) }, now)
    expect(warning?.message).toContain('TR-AAAAAA')
  })

  test('requires a daily rest of 11 hours', () => {
    expect(dailyRestMs).toBe(11 * hourMs)
  })
})

describe('the driving licence', () => {
  test('expires to the millisecond', () => {
    expect(warnings({}, { licenseExpiresAt: now })).toEqual(['license_expired'])
    expect(warnings({}, { licenseExpiresAt: now + 1 })).toEqual(['license_expires_before_trip'])
  })

  test('must be valid until after the trip', () => {
    expect(warnings({}, { licenseExpiresAt: trip.endsAt })).toEqual(['license_expires_before_trip'])
    expect(warnings({}, { licenseExpiresAt: trip.endsAt + 1 })).toEqual([])
  })
})

describe('the DBS check', () => {
  test('warns of a missing check only if the trip requires one', () => {
    expect(warnings({}, { dbsCheckKind: null, dbsExpiresAt: null })).toEqual(['dbs_missing'])
    expect(warnings({ trip: { ...trip, dbsRequired: 'none' } }, { dbsCheckKind: null })).toEqual([])
  })

  for (const [wanted, level] of dbsLevels.entries()) {
    for (const [held, kind] of dbsLevels.entries()) {
      if (kind === 'none') continue
      test(`treats ${kind} for a job with ${level} as ${held < wanted ? 'below' : 'enough'}`, () => {
        const codes = warnings({ trip: { ...trip, dbsRequired: level } }, { dbsCheckKind: kind })
        expect(codes).toEqual(held < wanted ? ['dbs_below_required'] : [])
      })
    }
  }

  test('must be valid until after the trip', () => {
    expect(warnings({}, { dbsExpiresAt: trip.endsAt })).toEqual(['dbs_expired'])
    expect(warnings({}, { dbsExpiresAt: trip.endsAt + 1 })).toEqual([])
    expect(warnings({}, { dbsExpiresAt: null })).toEqual([])
  })
})

describe('the vehicle', () => {
  test('needs a seat for every passenger', () => {
    expect(warnings({ seats: 45 })).toEqual([])
    expect(warnings({ seats: 44 })).toEqual(['seats_below_passengers'])
  })

  test('needs no seat for every passenger if the trip has several vehicles', () => {
    expect(warnings({ seats: 16, trip: { ...trip, vehicleCount: 3 } })).toEqual([])
  })

  test('warns of an unsafe vehicle', () => {
    expect(warnings({ isVehicleUnsafe: true })).toEqual(['vehicle_unsafe'])
  })
})

test('warns of a driver who has never signed in', () => {
  expect(warnings({}, { activatedAt: null })).toEqual(['driver_not_in_app'])
})

test('returns all warnings together', () => {
  const wrong = { licenseExpiresAt: now, dbsCheckKind: 'basic', dbsExpiresAt: now, activatedAt: null }
  const busy = [...other(trip.departsAt, trip.endsAt), ...other(trip.endsAt, trip.endsAt + hourMs)]
  expect(warnings({ seats: 8, isVehicleUnsafe: true, driverTrips: busy, vehicleTrips: busy }, wrong)).toEqual([
    'driver_overlap',
    'vehicle_overlap',
    'short_rest',
    'license_expired',
    'dbs_below_required',
    'dbs_expired',
    'seats_below_passengers',
    'vehicle_unsafe',
    'driver_not_in_app',
  ])
})

test('names no document of the driver to a reader of the booking', () => {
  const driver = { ...pat, dbsCheckKind: 'basic', licenseExpiresAt: now - dayMs, dbsExpiresAt: now - dayMs }
  const facts = { driver, seats: 16, isVehicleUnsafe: true, trip, driverTrips: [], vehicleTrips: [], ...unblocked }
  const messages = listAssignmentWarnings(facts, now).map(({ message }) => message)
  expect(messages).toContain('The job requires a higher DBS check (enhanced) than the driver has.')
  for (const secret of ['basic', 'MOSS901234P99AB', '001234567890']) expect(messages.join(' ')).not.toContain(secret)
})

describe('the crew of a trip', () => {
  const several = { trip: { ...trip, passengerCount: 90, vehicleCount: 2 } }
  const around: CrewAround = { seats: 98, isVehicleMissing: false, isSecondMissing: false, driverAlsoOn: [], vehicleAlsoAs: [] }

  test.each<[string, Partial<CrewAround>, string[]]>([
    ['returns no warning for a complete crew', {}, []],
    ['counts the seats of all vehicles', { seats: 90 }, []],
    ['warns of too few seats of all vehicles', { seats: 89 }, ['seats_below_passengers']],
    ['returns no warning for unknown seats', { seats: null }, []],
    ['warns of a missing vehicle', { isVehicleMissing: true }, ['vehicle_missing']],
    ['warns of a missing second driver', { isSecondMissing: true }, ['second_driver_missing']],
    ['warns of the same driver on two vehicles', { driverAlsoOn: [2] }, ['driver_overlap']],
    ['warns of the same vehicle twice', { vehicleAlsoAs: [2] }, ['vehicle_overlap']],
  ])('%s', (_, crew, expected) => {
    expect(warnings({ ...several, seats: 33, crew: { ...around, ...crew } })).toEqual(expected)
  })

  test('names the other vehicle beside the other trips', () => {
    const facts = { driver: pat, seats: 49, isVehicleUnsafe: false, trip, vehicleTrips: [], ...unblocked }
    const busy = other(trip.departsAt, trip.endsAt)
    const crew = { ...around, driverAlsoOn: [2] }
    const [warning] = listAssignmentWarnings({ ...facts, driverTrips: [...busy, ...busy], crew }, now)
    expect(warning?.message).toBe('The driver is also on TR-AAAAAA, coach 2 of this trip at that time.')
  })
})
