import { describe, expect, test } from 'bun:test'
import { findPrimaryAction } from '../../src/web/plain/booking-primary.ts'

const duty = (acknowledged_at: string | null, phone: string | null = '07700 900111') => ({
  acknowledged_at,
  declined_at: null,
  driver: { name: 'Pat Moss', phone },
})

const booking = (fields: Partial<Parameters<typeof findPrimaryAction>[0]>) => ({
  status: 'active',
  trip_status: 'acknowledged',
  needs_driver: false,
  due_amount: 0,
  duties: [duty('2027-03-01T08:00:00Z')],
  ...fields,
})

const everything = { mayAssign: true, mayReport: true, mayRecord: true }
const nothing = { mayAssign: false, mayReport: false, mayRecord: false }

describe('the next action of a booking', () => {
  test.each([
    ['cancelled', { status: 'cancelled', needs_driver: true }, null, null],
    ['without a driver', { trip_status: 'unassigned', needs_driver: true, duties: [] }, 'assign', 'print'],
    ['whose driver has not answered', { trip_status: 'assigned', duties: [duty(null)] }, 'call', 'call'],
    ['whose driver has no phone number', { trip_status: 'assigned', duties: [duty(null, null)] }, 'print', 'print'],
    ['with a confirmed driver', {}, 'print', 'print'],
    ['with the status set off', { trip_status: 'en_route' }, 'report', 'print'],
    ['on board, with a balance due', { trip_status: 'on_board', due_amount: 100 }, 'report', 'print'],
    ['between two legs', { trip_status: 'between_legs' }, 'report', 'print'],
    ['completed, with a balance due', { trip_status: 'completed', due_amount: 100 }, 'pay', 'print'],
    ['with a no-show, and paid', { trip_status: 'no_show' }, 'print', 'print'],
  ] as const)('returns the next action of a booking: %s', (_, fields, kind, without) => {
    expect(findPrimaryAction(booking(fields), everything)?.kind ?? null).toBe(kind)
    expect(findPrimaryAction(booking(fields), nothing)?.kind ?? null).toBe(without)
  })

  test('calls the driver who has not answered', () => {
    const silent = booking({ trip_status: 'assigned', duties: [duty('2027-03-01T08:00:00Z'), duty(null, '07700 900222')] })
    expect(findPrimaryAction(silent, everything)).toEqual({ kind: 'call', name: 'Pat Moss', phone: '07700 900222' })
  })
})
