import { describe, expect, test } from 'bun:test'
import { compareQuotes, listQuoteParts, type SentTerms } from '../../src/web/plain/quote-words.ts'
import { findFreeFor, listWarningsBefore } from '../../src/web/portal/jobs/free.ts'

const reader = {
  zone: 'Europe/London',
  now: Date.parse('2026-05-20T08:00:00Z'),
  plateOf: (id: number) => (id === 3 ? 'YX20 ABC' : null),
}

function quote(differing: Partial<SentTerms> = {}): SentTerms {
  return {
    price_amount: 64_000,
    payout_amount: 57_600,
    deposit_amount: 12_800,
    currency_code: 'GBP',
    vehicles: [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: 3 }],
    inclusions: ['driver', 'vat'],
    exclusions: ['parking'],
    included_waiting_minutes: 60,
    extra_hour_amount: 4_000,
    extra_mile_amount: null,
    note: 'Water on board.',
    valid_until: '2026-06-01T11:00:00Z',
    ...differing,
  }
}

describe('a sent quote', () => {
  test('shows all its parts with registrations, seats and money', () => {
    expect(listQuoteParts(quote(), reader).map(({ name, says }) => `${name}: ${says}`)).toEqual([
      'Price: £640.00',
      'You receive (after commission): £576.00',
      'Deposit: £128.00',
      'Balance: £512.00',
      'Vehicles: YX20 ABC: Coach, 49 seats',
      'Included: Driver, VAT',
      'Not included: Parking',
      'Waiting included: 60 minutes',
      'Extra hour: £40.00',
      'Extra mile: ',
      'Valid until: Mon 1 Jun, 12:00',
      'Note: Water on board.',
    ])
  })

  test('adds the seats if the vehicle type does not name them', () => {
    const vehicles = [
      { type: 'minibus_16', count: 2, seats: 14, vehicle_id: 9 },
      { type: 'mpv', count: 1, seats: 7, vehicle_id: null },
    ]
    const coaches = listQuoteParts(quote({ vehicles }), reader).find(({ name }) => name === 'Vehicles')
    expect(coaches?.says).toBe('2 × Minibus, 16 seats, 14 seats each; MPV, 7 seats')
  })

  test('marks the parts that differ from the version before', () => {
    const parts = compareQuotes([quote(), quote({ price_amount: 60_000, note: null })].map((one) => listQuoteParts(one, reader)))
    const changed = parts.filter(({ cells }) => cells.some(({ isChanged }) => isChanged)).map(({ name }) => name)
    expect(changed).toEqual(['Price', 'Balance', 'Note'])
    expect(parts.find(({ name }) => name === 'Price')?.cells).toEqual([
      { says: '£640.00', isChanged: false },
      { says: '£600.00', isChanged: true },
    ])
    expect(parts.map(({ name }) => name)).not.toContain('Extra mile')
  })
})

describe('the warnings before a quote is sent', () => {
  const span = { ref: 'TR-000001', departs_at: '2026-06-12T08:00:00Z', ends_at: '2026-06-12T18:00:00Z' }
  const busy = (what: string, ref: string | null, kind: string | null = null, hour = '09') => ({
    from: `2026-06-12T${hour}:00:00Z`,
    to: `2026-06-12T${hour}:30:00Z`,
    what,
    ref,
    kind,
  })
  const coach = (id: number, ...taken: ReturnType<typeof busy>[]) => ({
    id,
    registration: `YX2${id} ABC`,
    seats: 49,
    busy: taken,
  })
  const warnings = (vehicleIds: number[], vehicles: ReturnType<typeof coach>[], inclusions: string[] = [], isSecond = false) =>
    listWarningsBefore(
      { vehicleIds, inclusions },
      { ...span, hours_advice: { second_driver_likely: isSecond } },
      { vehicles },
      'Europe/London',
    )
  const codes = (...asked: Parameters<typeof warnings>) => warnings(...asked).map(({ code }) => code)

  test('warns of clashes of the named vehicles only', () => {
    const fleet = [
      coach(1, busy('booking', 'TR-000002')),
      coach(2, busy('confirmed', 'TR-000003'), busy('block', null, 'mot')),
      coach(3, busy('likely', 'TR-000004'), busy('booking', span.ref), busy('booking', 'TR-000005', null, '20')),
    ]
    expect(codes([1], fleet)).toEqual(['vehicle_overlap'])
    expect(codes([2], fleet)).toEqual(['vehicle_promised', 'vehicle_blocked'])
    expect(codes([3], fleet)).toEqual([])
    expect(codes([], fleet)).toEqual([])
    expect(
      findFreeFor({ vehicles: fleet, drivers: [] }, { ...span, passenger_count: 45 }, Infinity)?.coaches.map(({ id }) => id),
    ).toEqual([3])
  })

  test('names the vehicle and its times on the clocks of the office', () => {
    const until = (to: string) => ({ ...busy('booking', 'TR-000002', null, '07'), to })
    const of = (...taken: ReturnType<typeof busy>[]) => warnings([1], [coach(1, ...taken)]).map(({ message }) => message)
    expect(of(until('2026-06-12T13:00:00Z'))).toEqual(['YX21 ABC is out until 14:00 that day.'])
    expect(of(until('2026-06-13T23:30:00Z'))).toEqual(['YX21 ABC is out until Sun 14 Jun, 00:30.'])
    expect(of(until('2026-06-12T08:30:00Z'), busy('booking', 'TR-000003', null, '15'))).toEqual([
      'YX21 ABC is out until 09:30 that day. YX21 ABC is out from 16:00 that day.',
    ])
    expect(of(busy('confirmed', 'TR-000003'), busy('block', null, 'mot'))).toEqual([
      'YX21 ABC is in another quote from 10:00 that day. Only one can be booked.',
      'YX21 ABC is at its MOT from 10:00 that day.',
    ])
  })

  test('warns of a missing second driver until the quote includes one', () => {
    expect(codes([], [], [], true)).toEqual(['second_driver_likely'])
    expect(codes([], [], ['second_driver'], true)).toEqual([])
  })
})
