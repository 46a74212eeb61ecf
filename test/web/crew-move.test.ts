import { describe, expect, test } from 'bun:test'
import { heldBefore, legsWanting } from '../../src/web/plain/crew-move.ts'

const duty = (id: number, fields: object = {}) => ({
  id,
  vehicle_no: 1,
  role: 'driver',
  legs: null as readonly number[] | null,
  declined_at: null as string | null,
  ...fields,
})

describe('what a new duty takes its place from', () => {
  const place = { vehicle_no: 1, role: 'driver', legs: null }

  test('is who stands on the same coach in the same part', () => {
    const duties = [duty(1), duty(2, { vehicle_no: 2 }), duty(3, { role: 'second' }), duty(4, { declined_at: '2027-03-02' })]
    expect(heldBefore(duties, place).map(({ id }) => id)).toEqual([1])
  })

  test('is only who shares a leg with it', () => {
    const duties = [duty(1, { legs: [1] }), duty(2, { legs: [2, 3] })]
    expect(heldBefore(duties, { ...place, legs: [1] }).map(({ id }) => id)).toEqual([1])
    expect(heldBefore(duties, place).map(({ id }) => id)).toEqual([1, 2])
  })
})

describe('the legs that want somebody', () => {
  const legs = [
    { sequence: 1, kind: 'transfer' },
    { sequence: 2, kind: 'standby' },
    { sequence: 3, kind: 'transfer' },
  ]

  test('are those that no driver and no relief has', () => {
    expect(legsWanting(legs, [duty(1, { legs: [1, 2] })], 1)).toEqual([3])
    expect(legsWanting(legs, [duty(1, { legs: [1, 2] }), duty(2, { role: 'relief', legs: [3] })], 1)).toBeNull()
    expect(legsWanting(legs, [duty(1, { legs: [1, 2] }), duty(2, { role: 'second' })], 1)).toEqual([3])
  })

  test('are all of them where nobody drives the coach', () => {
    expect(legsWanting(legs, [], 1)).toBeNull()
    expect(legsWanting(legs, [duty(1, { vehicle_no: 2 }), duty(2, { declined_at: '2027-03-02' })], 1)).toBeNull()
  })
})
