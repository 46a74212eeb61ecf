import { describe, expect, test } from 'bun:test'
import { primaryOf } from '../../src/web/plain/booking-primary.ts'

const duty = (acknowledged_at: string | null, phone: string | null = '07700 900111') => ({
  acknowledged_at,
  declined_at: null,
  driver: { name: 'Pat Moss', phone },
})

const booking = (fields: Partial<Parameters<typeof primaryOf>[0]>) => ({
  status: 'active',
  trip_status: 'acknowledged',
  needs_driver: false,
  due_amount: 0,
  duties: [duty('2027-03-01T08:00:00Z')],
  ...fields,
})

const everything = { mayAssign: true, mayReport: true, mayRecord: true }
const nothing = { mayAssign: false, mayReport: false, mayRecord: false }

describe('what a booking asks for next', () => {
  test.each([
    ['called off', { status: 'cancelled', needs_driver: true }, null, null],
    ['without a driver', { trip_status: 'unassigned', needs_driver: true, duties: [] }, 'assign', 'print'],
    ['whose driver has not answered', { trip_status: 'assigned', duties: [duty(null)] }, 'ring', 'ring'],
    ['whose driver has no telephone', { trip_status: 'assigned', duties: [duty(null, null)] }, 'print', 'print'],
    ['that everybody has answered', {}, 'print', 'print'],
    ['on the way', { trip_status: 'en_route' }, 'report', 'print'],
    ['on board, with money owing', { trip_status: 'on_board', due_amount: 100 }, 'report', 'print'],
    ['between two legs', { trip_status: 'between_legs' }, 'report', 'print'],
    ['over, with money owing', { trip_status: 'completed', due_amount: 100 }, 'pay', 'print'],
    ['over, where nobody came, and paid', { trip_status: 'no_show' }, 'print', 'print'],
  ] as const)('one %s', (_, fields, kind, without) => {
    expect(primaryOf(booking(fields), everything)?.kind ?? null).toBe(kind)
    expect(primaryOf(booking(fields), nothing)?.kind ?? null).toBe(without)
  })

  test('the driver who has not answered is rung under their own number', () => {
    const silent = booking({ trip_status: 'assigned', duties: [duty('2027-03-01T08:00:00Z'), duty(null, '07700 900222')] })
    expect(primaryOf(silent, everything)).toEqual({ kind: 'ring', name: 'Pat Moss', phone: '07700 900222' })
  })
})
