import { describe, expect, test } from 'bun:test'
import { type AssignmentFacts, assignmentWarnings, type CrewAround, dailyRestMs } from '../../src/domain/assignment-warnings.ts'
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
  return assignmentWarnings(facts, now).map(({ code }) => code)
}

const other = (departsAt: number, endsAt: number) => [{ ref: 'TR-AAAAAA', departsAt, endsAt }]

describe('an assignment is without a warning', () => {
  test('when everything is in order', () => {
    expect(warnings()).toEqual([])
  })

  test('when nothing is known of the licence, the seats and a check no one asks for', () => {
    const unknown = { licenseNumber: null, licenseExpiresAt: null, dbsCheckKind: null, dbsExpiresAt: null }
    expect(warnings({ seats: null, trip: { ...trip, dbsRequired: 'none' } }, unknown)).toEqual([])
  })
})

describe('two trips at once', () => {
  test('warn of the driver, by a millisecond on either side', () => {
    expect(warnings({ driverTrips: other(trip.departsAt - dayMs, trip.departsAt + 1) })).toEqual(['driver_overlap'])
    expect(warnings({ driverTrips: other(trip.endsAt - 1, trip.endsAt + dayMs) })).toEqual(['driver_overlap'])
  })

  test('warn of the vehicle', () => {
    expect(warnings({ vehicleTrips: other(trip.departsAt, trip.endsAt) })).toEqual(['vehicle_overlap'])
    expect(warnings({ vehicleTrips: other(trip.departsAt - hourMs, trip.departsAt) })).toEqual([])
  })

  test('one right after the other leave no rest', () => {
    expect(warnings({ driverTrips: other(trip.departsAt - hourMs, trip.departsAt) })).toEqual(['short_rest'])
    expect(warnings({ driverTrips: other(trip.endsAt, trip.endsAt + hourMs) })).toEqual(['short_rest'])
  })

  test('are named in the message', () => {
    const facts = { driver: pat, seats: 49, isVehicleUnsafe: false, trip, vehicleTrips: [], ...unblocked }
    const [warning] = assignmentWarnings({ ...facts, driverTrips: other(trip.departsAt, trip.endsAt) }, now)
    expect(warning?.message).toContain('TR-AAAAAA')
  })

  test('the daily rest is 11 hours', () => {
    expect(dailyRestMs).toBe(11 * hourMs)
  })
})

describe('the driving licence', () => {
  test('has expired, to the millisecond', () => {
    expect(warnings({}, { licenseExpiresAt: now })).toEqual(['license_expired'])
    expect(warnings({}, { licenseExpiresAt: now + 1 })).toEqual(['license_expires_before_trip'])
  })

  test('must outlast the trip', () => {
    expect(warnings({}, { licenseExpiresAt: trip.endsAt })).toEqual(['license_expires_before_trip'])
    expect(warnings({}, { licenseExpiresAt: trip.endsAt + 1 })).toEqual([])
  })
})

describe('the DBS check', () => {
  test('is missing only where one is asked for', () => {
    expect(warnings({}, { dbsCheckKind: null, dbsExpiresAt: null })).toEqual(['dbs_missing'])
    expect(warnings({ trip: { ...trip, dbsRequired: 'none' } }, { dbsCheckKind: null })).toEqual([])
  })

  for (const [wanted, level] of dbsLevels.entries()) {
    for (const [held, kind] of dbsLevels.entries()) {
      if (kind === 'none') continue
      test(`${kind} for a job that asks ${level} is ${held < wanted ? 'below' : 'enough'}`, () => {
        const codes = warnings({ trip: { ...trip, dbsRequired: level } }, { dbsCheckKind: kind })
        expect(codes).toEqual(held < wanted ? ['dbs_below_required'] : [])
      })
    }
  }

  test('must be valid until the end of the trip', () => {
    expect(warnings({}, { dbsExpiresAt: trip.endsAt })).toEqual(['dbs_expired'])
    expect(warnings({}, { dbsExpiresAt: trip.endsAt + 1 })).toEqual([])
    expect(warnings({}, { dbsExpiresAt: null })).toEqual([])
  })
})

describe('the vehicle', () => {
  test('has a seat for everyone', () => {
    expect(warnings({ seats: 45 })).toEqual([])
    expect(warnings({ seats: 44 })).toEqual(['seats_below_passengers'])
  })

  test('need not, when it is one of several', () => {
    expect(warnings({ seats: 16, trip: { ...trip, vehicleCount: 3 } })).toEqual([])
  })

  test('was found unsafe', () => {
    expect(warnings({ isVehicleUnsafe: true })).toEqual(['vehicle_unsafe'])
  })
})

test('a driver who never signed in will not see the trip in the app', () => {
  expect(warnings({}, { activatedAt: null })).toEqual(['driver_not_in_app'])
})

test('everything that is wrong is told at once', () => {
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

test('no warning tells who reads the booking which check or licence the driver holds', () => {
  const driver = { ...pat, dbsCheckKind: 'basic', licenseExpiresAt: now - dayMs, dbsExpiresAt: now - dayMs }
  const facts = { driver, seats: 16, isVehicleUnsafe: true, trip, driverTrips: [], vehicleTrips: [], ...unblocked }
  const told = assignmentWarnings(facts, now).map(({ message }) => message)
  expect(told).toContain("The job asks for a higher DBS check (enhanced) than the driver's.")
  for (const secret of ['basic', 'MOSS901234P99AB', '001234567890']) expect(told.join(' ')).not.toContain(secret)
})

describe('the crew around a duty', () => {
  const several = { trip: { ...trip, passengerCount: 90, vehicleCount: 2 } }
  const around: CrewAround = { seats: 98, isVehicleMissing: false, isSecondMissing: false, driverAlsoOn: [], vehicleAlsoAs: [] }

  test.each<[string, Partial<CrewAround>, string[]]>([
    ['is in order', {}, []],
    ['has a seat for everyone, over all coaches', { seats: 90 }, []],
    ['has too few seats, over all coaches', { seats: 89 }, ['seats_below_passengers']],
    ['is not known', { seats: null }, []],
    ['lacks a coach', { isVehicleMissing: true }, ['vehicle_missing']],
    ['lacks a second driver', { isSecondMissing: true }, ['second_driver_missing']],
    ['has the driver twice', { driverAlsoOn: [2] }, ['driver_overlap']],
    ['has the vehicle twice', { vehicleAlsoAs: [2] }, ['vehicle_overlap']],
  ])('%s', (_, crew, expected) => {
    expect(warnings({ ...several, seats: 33, crew: { ...around, ...crew } })).toEqual(expected)
  })

  test('names the other coach beside the other trips', () => {
    const facts = { driver: pat, seats: 49, isVehicleUnsafe: false, trip, vehicleTrips: [], ...unblocked }
    const busy = other(trip.departsAt, trip.endsAt)
    const crew = { ...around, driverAlsoOn: [2] }
    const [warning] = assignmentWarnings({ ...facts, driverTrips: [...busy, ...busy], crew }, now)
    expect(warning?.message).toBe('The driver is also on TR-AAAAAA, coach 2 of this trip at that time.')
  })
})
