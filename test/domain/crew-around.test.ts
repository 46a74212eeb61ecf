import { describe, expect, test } from 'bun:test'
import { findCrewAround, type SeatedDuty } from '../../src/domain/crew-around.ts'
import type { Duty } from '../../src/domain/duty.ts'

function on(vehicleNo: number, differing: Partial<Duty> = {}, seats: number | null = 49): SeatedDuty {
  const id = differing.id ?? vehicleNo
  const duty: Duty = {
    id,
    vehicleNo,
    role: 'driver',
    legs: null,
    driverId: id,
    vehicleReg: `P${vehicleNo}`,
    vehicleId: null,
    tripStatus: 'assigned',
    departsAt: 1,
    assignedAt: 1,
    acknowledgedAt: null,
    declinedAt: null,
    endedAt: null,
    ...differing,
  }
  return { duty, seats }
}

const around = (crew: readonly SeatedDuty[], vehiclesNeeded = 2, isSecondWanted = false) =>
  findCrewAround((crew[0] as SeatedDuty).duty, crew, { vehiclesNeeded, isSecondWanted })

describe('the seats of a crew', () => {
  test('adds up all vehicles if each has a driver and is known', () => {
    expect(around([on(1), on(2, {}, 33)]).seats).toBe(82)
    expect(around([on(1)]).seats).toBeNull()
    expect(around([on(1), on(2, {}, null)]).seats).toBeNull()
    expect(around([on(1), on(2, { declinedAt: 2 })]).seats).toBeNull()
  })

  test('counts the smaller vehicle if a vehicle changes on some legs', () => {
    expect(around([on(1, { legs: [1] }), on(1, { id: 3, legs: [3] }, 16), on(2)]).seats).toBe(65)
  })
})

test('misses a vehicle while another needed one has no driver', () => {
  expect(around([on(1)]).isVehicleMissing).toBe(true)
  expect(around([on(1)], 1).isVehicleMissing).toBe(false)
  expect(around([on(1), on(2)]).isVehicleMissing).toBe(false)
  expect(around([on(1), on(2, { endedAt: 2 })]).isVehicleMissing).toBe(true)
  // Its own vehicle is not another one, also if this duty was declined.
  expect(around([on(1, { declinedAt: 2 }), on(2)]).isVehicleMissing).toBe(false)
})

test('misses a second driver on a vehicle that needs one and has only a driver', () => {
  expect(around([on(1)], 1, true).isSecondMissing).toBe(true)
  expect(around([on(1)], 1).isSecondMissing).toBe(false)
  for (const role of ['second', 'relief'] as const) {
    expect(around([on(1), on(1, { id: 3, role })], 1, true).isSecondMissing).toBe(false)
    expect(around([on(1), on(2, { role })], 2, true).isSecondMissing).toBe(true)
  }
})

describe('a double assignment', () => {
  test('finds a driver on another vehicle, or twice on one, on a common leg', () => {
    expect(around([on(1), on(2, { driverId: 1 })]).driverAlsoOn).toEqual([2])
    expect(around([on(1), on(1, { id: 3, driverId: 1, role: 'second' })]).driverAlsoOn).toEqual([1])
    expect(around([on(1, { legs: [1] }), on(2, { driverId: 1, legs: [3] })]).driverAlsoOn).toEqual([])
  })

  test('finds a vehicle that is assigned twice', () => {
    expect(around([on(1), on(2, { vehicleReg: 'P1' })]).vehicleAlsoAs).toEqual([2])
    expect(around([on(1), on(1, { id: 3, role: 'second' })]).vehicleAlsoAs).toEqual([])
  })
})
