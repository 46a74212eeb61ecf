import { describe, expect, test } from 'bun:test'
import { type AmendableTrip, amendTrip, listReplacedValues, type TripChanges } from '../../src/domain/amended-trip.ts'
import { consentRules, isCustomerConsentNeeded, requireConsent } from '../../src/domain/amendment-consent.ts'
import { hourMs, minuteMs } from '../../src/domain/instant.ts'
import type { TripInput } from '../../src/domain/itinerary.ts'
import { planItinerary } from '../../src/domain/plan-itinerary.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { toTripChanges } from '../../src/domain/requested-changes.ts'
import { reckoned } from '../support/sample-roads.ts'

const now = Date.parse('2027-03-01T09:00:00Z')
const departsAt = now + 48 * hourMs
const returnsAt = departsAt + 9 * hourMs
const hall = { label: 'Leeds Town Hall', kind: 'venue', locality: 'Leeds' } as const
const minster = { label: 'York Minster', kind: 'venue', locality: 'York' } as const
const station = { label: 'Leeds Station', kind: 'station', locality: 'Leeds' } as const

function booked(input: Partial<TripInput> = {}): AmendableTrip {
  const asked = { pickup: hall, dropoff: minster, departsAt, returnsAt, passengerCount: 45, coachStaysWithGroup: true, ...input }
  return {
    itinerary: planItinerary(asked, { timezone: 'Europe/London', now, find: reckoned }),
    leadPassenger: null,
    customer: { name: 'Ann', email: 'ann@example.org', phone: null, organisation: null },
    vehicles: [{ type: 'coach_49', count: 1, seats: 49, description: null, vehicleId: null }],
  }
}

type WishedChange = Parameters<typeof toTripChanges>[0]

const amend = (asked: WishedChange, { trip = booked(), begun = [] as number[], at = now } = {}) =>
  amendTrip(trip, toTripChanges(asked, trip.itinerary), { now: at, begun: new Set(begun), find: reckoned })

function faultsOf(work: () => unknown): string[] {
  try {
    work()
  } catch (fault) {
    if (fault instanceof Refusal) return (fault.facts.faults ?? []).map(({ path, rule }) => `${path.join('.')} ${rule}`)
    throw fault
  }
  return []
}

const spans = ({ itinerary }: AmendableTrip) =>
  itinerary.legs.map((leg) => [
    (leg.departsAt - departsAt) / minuteMs,
    leg.arriveBy === null ? null : (leg.arriveBy - departsAt) / minuteMs,
  ])

describe('the legs of an amended trip', () => {
  test('moves the way out and its wait with the departure', () => {
    expect(spans(booked())).toEqual([
      [0, null],
      [120, 540],
      [540, null],
    ])
    const amended = amend({ departsAt: departsAt + 30 * minuteMs })
    expect(spans(amended)).toEqual([
      [30, null],
      [150, 540],
      [540, null],
    ])
    expect(amended.itinerary.legs[1]?.waitingMinutes).toBe(390)
    expect(amended.itinerary.waitingMinutes).toBe(390)
  })

  test('moves the way back, its wait and the end with the return', () => {
    const amended = amend({ returnsAt: returnsAt + hourMs })
    expect(spans(amended)).toEqual([
      [0, null],
      [120, 600],
      [600, null],
    ])
    expect(amended.itinerary.endsAt).toBe(booked().itinerary.endsAt + hourMs)
  })

  test('moves all legs if departure and return move equally, or without a return', () => {
    const day = 24 * hourMs
    expect(spans(amend({ departsAt: departsAt + day, returnsAt: returnsAt + day }))).toEqual([
      [1440, null],
      [1560, 1980],
      [1980, null],
    ])
    const oneWay = booked({ returnsAt: null, coachStaysWithGroup: false })
    expect(spans(amend({ departsAt: departsAt + day }, { trip: oneWay }))).toEqual([[1440, null]])
  })

  test('updates the places at the ends, and the summary', () => {
    const { itinerary } = amend({ pickup: station })
    expect(itinerary.legs.map(({ pickup, dropoff }) => [pickup.label, dropoff.label])).toEqual([
      ['Leeds Station', 'York Minster'],
      ['York Minster', 'York Minster'],
      ['York Minster', 'Leeds Station'],
    ])
    expect(amend({ passengerCount: 40 }).itinerary.summary).toBe('Leeds → York, 40 passengers, return')
  })

  test('updates the passenger count, and drops the age groups if they exceed it', () => {
    const trip = booked({ passengers: { adults: 5, children: 40 } })
    const { itinerary } = amend({ passengerCount: 44 }, { trip })
    expect(itinerary.legs.map((leg) => leg.passengerCount)).toEqual([44, 0, 44])
    expect(itinerary.passengers).toBeNull()
    expect(amend({ passengerCount: 46 }, { trip }).itinerary.passengers).toEqual({ adults: 5, children: 40, infants: 0 })
  })

  test('changes no leg after a vehicle has set off', () => {
    const at = departsAt + hourMs
    const { itinerary } = amend({ passengerCount: 30, pickup: station, returnsAt: returnsAt + hourMs }, { begun: [1], at })
    expect(itinerary.legs[0]).toEqual(booked().itinerary.legs[0] as never)
    expect(itinerary.legs[2]).toMatchObject({
      passengerCount: 30,
      departsAt: returnsAt + hourMs,
      dropoff: { label: 'Leeds Station' },
    })
    expect(faultsOf(() => amend({ departsAt: departsAt + hourMs }, { begun: [1], at }))).toEqual(['changes.departsAt notBegun'])
  })
})

describe('named legs', () => {
  const legs = [
    { pickup: station, dropoff: minster, departsAt: departsAt + hourMs, drivingSeconds: 3_600, distanceM: 40_000 },
    { pickup: minster, dropoff: station, departsAt: returnsAt + hourMs, drivingSeconds: 3_600, distanceM: 40_000 },
  ]

  test('replace the legs, and the trip follows', () => {
    const { itinerary } = amend({ legs })
    expect(itinerary).toMatchObject({
      departsAt: departsAt + hourMs,
      returnsAt: returnsAt + hourMs,
      endsAt: returnsAt + 2 * hourMs,
      pickup: { label: 'Leeds Station' },
      dropoff: { label: 'York Minster' },
      distanceM: 80_000,
      drivingSeconds: 7_200,
    })
    expect(itinerary.legs.map(({ passengerCount }) => passengerCount)).toEqual([45, 45])
  })

  test('keep the legs on which a vehicle has set off', () => {
    const { itinerary } = amend({ legs }, { begun: [1], at: departsAt + hourMs })
    expect(itinerary.departsAt).toBe(departsAt)
    expect(itinerary.legs.map(({ pickup }) => pickup.label)).toEqual(['Leeds Town Hall', 'York Minster'])
  })
})

test.each<[string, WishedChange, string[]]>([
  ['a departure that has passed', { departsAt: now }, ['changes.departsAt afterNow']],
  ['a return before the departure', { returnsAt: departsAt }, ['changes.returnsAt after']],
  ['more people than seats', { passengerCount: 50 }, ['changes.passengerCount atMostSeats']],
  [
    'a coach that is too small',
    { vehicles: [{ type: 'minibus_16', count: 2, seats: 16, description: null, vehicleId: null }] },
    ['changes.vehicles enoughSeats'],
  ],
  ['a customer without email and phone', { customer: { email: null } }, ['changes.customer.email emailOrPhone']],
  ['more people than there are', { passengers: { adults: 46 } }, ['changes.passengers countsAtMost']],
])('refuses %s', (_, asked, faults) => {
  expect(faultsOf(() => amend(asked))).toEqual(faults)
})

describe('the values before a change', () => {
  test('returns the names of the changes', () => {
    const trip = booked({ notes: 'Ring.' })
    const changes = toTripChanges({ notes: null, customer: { phone: '1' }, passengerCount: 3 }, trip.itinerary)
    expect(listReplacedValues(trip, changes)).toEqual({ notes: 'Ring.', customer: { phone: null }, passengerCount: 45 })
  })

  test('restores the original trip', () => {
    const every: readonly TripChanges[] = [
      { departsAt: departsAt + 7 * minuteMs, returnsAt: returnsAt - 20 * minuteMs },
      { passengerCount: 49 },
      { notes: 'Knock.', luggage: null, flight: { number: 'BA 1', direction: 'arrival', scheduledAt: null } },
      { leadPassenger: { name: 'Kim', phone: null }, customer: { organisation: 'School' } },
      toTripChanges({ accessibility: { wheelchairSpaces: 2, note: 'Ramp.' } }, booked().itinerary),
      { pickup: { ...booked().itinerary.pickup, label: 'Side door' } },
    ]
    const way = { now, begun: new Set<number>(), find: reckoned }
    for (const changes of every) {
      const trip = booked()
      expect(amendTrip(amendTrip(trip, changes, way), listReplacedValues(trip, changes), way)).toEqual(trip)
    }
  })
})

const minutes = (count: number) => count * minuteMs
const free: [string, WishedChange][] = [
  ['the lead passenger', { leadPassenger: { name: 'Kim', phone: null } }],
  ['the customer’s phone number', { customer: { phone: '07700 900222' } }],
  ['a flight', { flight: { number: 'BA 1', direction: 'arrival' } }],
  ['luggage', { luggage: { suitcases: 4 } }],
  ['notes', { notes: 'Ring.' }],
  ['the age groups', { passengers: { adults: 45 } }],
  ['fewer people', { passengerCount: 1 }],
  ['more people within the seats', { passengerCount: 49 }],
  ['15 minutes earlier', { departsAt: departsAt - minutes(15) }],
  ['a return 15 minutes later', { returnsAt: returnsAt + minutes(15) }],
]
const agreed: [string, string, WishedChange][] = [
  ['departure', 'more than 15 minutes earlier', { departsAt: departsAt - minutes(15) - 1_000 }],
  ['return', 'a return more than 15 minutes later', { returnsAt: returnsAt + minutes(15) + 1_000 }],
  ['pickup', 'another pickup', { pickup: station }],
  ['dropoff', 'another dropoff', { dropoff: station }],
  ['vehicles', 'another coach', { vehicles: [{ type: 'coach_53', count: 1, seats: 53, description: null, vehicleId: null }] }],
  ['accessibility', 'a wheelchair space', { accessibility: { wheelchairSpaces: 1 } }],
  ['route', 'another leg', { legs: [{ pickup: hall, dropoff: minster, departsAt }] }],
  [
    'times on the way',
    'a leg an hour later',
    {
      legs: [
        { pickup: hall, dropoff: minster, departsAt },
        {
          kind: 'standby',
          pickup: minster,
          dropoff: minster,
          departsAt: departsAt + minutes(180),
          arriveBy: returnsAt,
          passengerCount: 0,
        },
        { pickup: minster, dropoff: hall, departsAt: returnsAt },
      ],
    },
  ],
]

describe('consent', () => {
  const priced = (trip: AmendableTrip, priceAmount = 64_000) => ({ ...trip, priceAmount })

  test.each(free)('is not needed for %s', (_, asked) => {
    const [before, after] = [priced(booked()), priced(amend(asked))]
    expect(isCustomerConsentNeeded(before, after)).toBe(false)
    expect(faultsOf(() => requireConsent('not_needed', before, after))).toEqual([])
  })

  test('is needed for coordinates of a place only if it had others', () => {
    const located = { ...hall, latitude: 53.8, longitude: -1.55 }
    const [before, after] = [booked(), amend({ pickup: located })]
    expect(isCustomerConsentNeeded(priced(before), priced(after))).toBe(false)
    expect(isCustomerConsentNeeded(priced(before), priced(amend({ pickup: { ...located, label: 'Leeds Art Gallery' } })))).toBe(
      true,
    )
    const moved = amend({ pickup: { ...located, latitude: 53.9 } }, { trip: after })
    expect(isCustomerConsentNeeded(priced(after), priced(moved))).toBe(true)
  })

  test.each(agreed)('requires consent by the rule about %s: %s', (rule, _, asked) => {
    const [before, after] = [booked(), amend(asked)]
    expect(consentRules.filter((one) => one.needsConsent(before, after)).map(({ about }) => about)).toContain(rule)
    expect(faultsOf(() => requireConsent('not_needed', priced(before), priced(after)))).toEqual(['consent consentNeeded'])
    for (const said of ['ask', 'given'] as const)
      expect(faultsOf(() => requireConsent(said, priced(before), priced(after)))).toEqual([])
  })

  test('covers every rule with a case', () => {
    expect(agreed.map(([rule]) => rule)).toEqual(consentRules.map(({ about }) => about))
  })

  test('requires consent for a higher price only', () => {
    const trip = booked()
    expect([63_999, 64_000, 64_001].map((price) => isCustomerConsentNeeded(priced(trip), priced(trip, price)))).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('the distances of a change', () => {
  const at = <P extends object>(place: P, latitude: number, longitude: number) => ({ ...place, latitude, longitude })
  const [from, to, other] = [at(hall, 53.795, -1.548), at(minster, 53.958, -1.093), at(station, 53.739, -0.337)]
  const known = () => booked({ pickup: from, dropoff: to })
  const drives = ({ itinerary: { legs } }: AmendableTrip) =>
    legs.map(({ distanceM, drivingSeconds, distanceSource }) => ({ distanceM, drivingSeconds, distanceSource }))
  const atStandstill = { distanceM: 0, drivingSeconds: 0, distanceSource: 'estimated' }

  test('finds the distances again for the legs that move', () => {
    const amended = amend({ dropoff: other }, { trip: known() })
    const [out, wait, back] = drives(amended)
    expect(out?.distanceM).toBeGreaterThan(100_000)
    expect([out, wait, back]).toEqual([out, atStandstill, out] as never)
    expect(amended.itinerary).toMatchObject({ distanceM: 2 * (out?.distanceM ?? 0), distanceSource: 'estimated' })
  })

  test('keeps the distances of legs that do not move', () => {
    const trip = known()
    const changes = toTripChanges({ departsAt: departsAt + hourMs, notes: 'Ring.' }, trip.itinerary)
    const amended = amendTrip(trip, changes, {
      now,
      begun: new Set(),
      find: () => ({ distanceM: 1, drivingSeconds: 1, distanceSource: 'routed' }),
    })
    expect(drives(amended)).toEqual(drives(trip))
  })

  test('keeps given distances of a leg and of the trip alone', () => {
    const leg = { pickup: from, dropoff: to, departsAt, distanceM: 41_000, drivingSeconds: 3_000 }
    const trip = booked({ pickup: from, dropoff: to, returnsAt: null, coachStaysWithGroup: false, legs: [leg] })
    expect(drives(amend({ dropoff: other }, { trip }))).toEqual([
      { distanceM: 41_000, drivingSeconds: 3_000, distanceSource: 'given' },
    ])
    const alone = booked({ pickup: from, dropoff: to, distanceM: 99_000, drivingSeconds: 7_000 })
    const amended = amend({ dropoff: other }, { trip: alone })
    expect(amended.itinerary).toMatchObject({ distanceM: 99_000, drivingSeconds: 7_000, distanceSource: 'given' })
  })

  test('keeps given distances of the trip alone, unless its legs have distances', () => {
    const alone = booked({
      pickup: from,
      dropoff: to,
      distanceM: 99_000,
      drivingSeconds: 7_000,
      returnsAt: null,
      coachStaysWithGroup: false,
    })
    const leg = { pickup: from, dropoff: other, departsAt }
    const own = { distanceM: 99_000, drivingSeconds: 7_000, distanceSource: 'given' }
    expect(amend({ legs: [leg] }, { trip: alone }).itinerary).toMatchObject(own)
    const brought = { distanceM: 50_000, drivingSeconds: 3_000 }
    expect(amend({ legs: [{ ...leg, ...brought }] }, { trip: alone }).itinerary).toMatchObject({
      ...brought,
      distanceSource: 'given',
    })
  })

  test('finds found distances again if a client sends them back', () => {
    const trip = known()
    const read = trip.itinerary.legs.map(({ distanceSource: _, ...leg }) => leg)
    const legs = read.map((leg) => (leg.sequence === 1 ? { ...leg, dropoff: other } : leg))
    const find = () => ({ distanceM: 5, drivingSeconds: 6, distanceSource: 'routed' as const })
    const amended = amendTrip(trip, toTripChanges({ legs }, trip.itinerary), { now, begun: new Set(), find })
    const [, wait, back] = drives(trip)
    expect(drives(amended)).toEqual([{ distanceM: 5, drivingSeconds: 6, distanceSource: 'routed' }, wait, back] as never)
  })

  test('keeps the distances of named legs on the same way, in any order', () => {
    const trip = known()
    const [out] = trip.itinerary.legs
    const legs = [
      { pickup: other, dropoff: from, departsAt },
      { pickup: from, dropoff: to, departsAt: departsAt + 3 * hourMs },
    ]
    const find = () => ({ distanceM: 5, drivingSeconds: 6, distanceSource: 'routed' as const })
    const changes = toTripChanges({ pickup: other, legs }, trip.itinerary)
    const amended = amendTrip(trip, changes, { now, begun: new Set(), find })
    expect(drives(amended)).toEqual([
      { distanceM: 5, drivingSeconds: 6, distanceSource: 'routed' },
      { distanceM: out?.distanceM ?? 0, drivingSeconds: out?.drivingSeconds ?? 0, distanceSource: 'estimated' },
    ])
    expect(amended.itinerary.distanceSource).toBe('estimated')
  })

  test('ignores distances of legs that a vehicle has set off on', () => {
    const trip = known()
    const legs = trip.itinerary.legs.map((leg) => ({ ...leg, distanceM: 1, drivingSeconds: 1 }))
    expect(drives(amend({ legs }, { trip, begun: [1], at: departsAt + hourMs }))[0]).toEqual(drives(trip)[0] as never)
  })
})
