import { describe, expect, test } from 'bun:test'
import { listDutiesToReplace, listLegsWithoutDriver } from '../../src/web/plain/crew-move.ts'

const duty = (id: number, fields: object = {}) => ({
  id,
  vehicle_no: 1,
  role: 'driver',
  legs: null as readonly number[] | null,
  declined_at: null as string | null,
  ...fields,
})

describe('the duty that a new duty replaces', () => {
  const place = { vehicle_no: 1, role: 'driver', legs: null }

  test('returns the duty on the same vehicle in the same role', () => {
    const duties = [duty(1), duty(2, { vehicle_no: 2 }), duty(3, { role: 'second' }), duty(4, { declined_at: '2027-03-02' })]
    expect(listDutiesToReplace(duties, place).map(({ id }) => id)).toEqual([1])
  })

  test('returns only duties with a common leg', () => {
    const duties = [duty(1, { legs: [1] }), duty(2, { legs: [2, 3] })]
    expect(listDutiesToReplace(duties, { ...place, legs: [1] }).map(({ id }) => id)).toEqual([1])
    expect(listDutiesToReplace(duties, place).map(({ id }) => id)).toEqual([1, 2])
  })
})

describe('the legs that need a driver', () => {
  const legs = [
    { sequence: 1, kind: 'transfer' },
    { sequence: 2, kind: 'standby' },
    { sequence: 3, kind: 'transfer' },
  ]

  test('returns the legs without a driver and without a relief', () => {
    expect(listLegsWithoutDriver(legs, [duty(1, { legs: [1, 2] })], 1)).toEqual([3])
    expect(listLegsWithoutDriver(legs, [duty(1, { legs: [1, 2] }), duty(2, { role: 'relief', legs: [3] })], 1)).toBeNull()
    expect(listLegsWithoutDriver(legs, [duty(1, { legs: [1, 2] }), duty(2, { role: 'second' })], 1)).toEqual([3])
  })

  test('returns null for a vehicle without drivers', () => {
    expect(listLegsWithoutDriver(legs, [], 1)).toBeNull()
    expect(listLegsWithoutDriver(legs, [duty(1, { vehicle_no: 2 }), duty(2, { declined_at: '2027-03-02' })], 1)).toBeNull()
  })
})
