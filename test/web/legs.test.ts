import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  buildItineraryBody,
  countDepartures,
  createNextLeg,
  emptyLeg,
  type LegDraft,
  listLegTimes,
  listWholeLegs,
  shiftLegTimes,
  toLegDrafts,
  toLegPath,
} from '../../src/web/office/trip-fields/legs.ts'
import { emptyPlace } from '../../src/web/office/trip-fields/places.ts'
import { parseTypedTime } from '../../src/web/plain/typed-date.ts'

const zone = 'Europe/London'
const place = (label: string) => ({ ...emptyPlace, label })
const stopAt = (label: string, time = '') => ({ kind: 'pickup' as const, place: place(label), time })
const leg = (values: Partial<LegDraft>): LegDraft => ({ ...emptyLeg, ...values })

const out = leg({ day: '2027-03-12', departs: '08:30', pickup: place('School'), dropoff: place('Museum') })
const withStops = { ...out, stops: [stopAt('Church', '08:45'), stopAt('Station')] }

const placesOf = (legs: readonly { pickup: { label: string }; dropoff: { label: string } }[]) =>
  legs.map(({ pickup, dropoff }) => `${pickup.label} → ${dropoff.label}`)

const bodyOf = (shape: 'one_way' | 'return' | 'multi_day', legs: readonly LegDraft[], coachStays = false) =>
  buildItineraryBody(shape, listWholeLegs(shape, legs), { zone, coachStays })

describe('the legs of a draft', () => {
  test('reverses the places and stops of a return until it has its own', () => {
    const [, back] = listWholeLegs('return', [withStops])
    expect(back?.stops.map(({ kind, place: { label }, time }) => [kind, label, time])).toEqual([
      ['dropoff', 'Station', ''],
      ['dropoff', 'Church', ''],
    ])
    expect(placesOf(listWholeLegs('return', [out]))).toEqual(['School → Museum', 'Museum → School'])
    expect(placesOf(listWholeLegs('return', [out, leg({ dropoff: place('Hall') })]))).toEqual([
      'School → Museum',
      'Museum → Hall',
    ])
    expect(listWholeLegs('one_way', [out, out])).toHaveLength(1)
  })

  test('fills in missing members of an earlier draft', () => {
    expect(listWholeLegs('one_way', [])).toMatchObject([{ day: '', departs: '', pickup: emptyPlace, stops: [] }])
    expect(listWholeLegs('multi_day', [{ day: '2027-03-12' }, {}])).toHaveLength(2)
  })

  test('continues where the last leg ends, on the day after', () => {
    const [whole] = listWholeLegs('one_way', [out])
    expect(createNextLeg(whole, '2027-03-31')).toMatchObject({ day: '2027-04-01', pickup: { label: 'Museum' }, dropoff: null })
    expect(createNextLeg(whole, '').day).toBe('')
  })
})

describe('the times of legs', () => {
  const instants = (shape: 'one_way' | 'return', legs: readonly LegDraft[]) =>
    listLegTimes(listWholeLegs(shape, legs), zone).map(({ day, departs, stops, arrives }) => [
      day,
      ...[departs, ...stops, arrives].map((at) => (at === null ? null : new Date(at).toISOString().slice(5, 16))),
    ])

  test('run past midnight within a leg, and to the next day for an earlier return', () => {
    const late = {
      ...withStops,
      departs: '23:30',
      stops: [stopAt('Church', '23:50'), stopAt('Station', '00:10')],
      arrives: '01:00',
    }
    const arrived = ['2027-03-12', '03-12T23:30', '03-12T23:50', '03-13T00:10', '03-13T01:00']
    expect(instants('return', [late, leg({ departs: '02:00' })])).toEqual([
      arrived,
      ['2027-03-13', '03-13T02:00', null, null, null],
    ])
    expect(instants('return', [late, leg({ departs: '00:30' })])[1]?.[0]).toBe('2027-03-14')
    expect(instants('return', [out, leg({ departs: '08:00' })])[1]?.[0]).toBe('2027-03-13')
  })

  test('move with the departure on the clock', () => {
    const [whole] = listWholeLegs('one_way', [{ ...withStops, departs: '09:00', arrives: '23:45' }])
    expect(shiftLegTimes(whole, '08:30')).toMatchObject({ arrives: '00:15', stops: [{ time: '09:15' }, { time: '' }] })
    expect([shiftLegTimes(whole, ''), shiftLegTimes(whole, '09:00')]).toEqual([{}, {}])
    expect(shiftLegTimes(listWholeLegs('one_way', [out])[0], '07:00')).toEqual({})
  })

  test('leave out a missing day or time', () => {
    expect(instants('one_way', [{ ...out, day: '' }])).toEqual([['', null, null]])
    expect(instants('one_way', [{ ...out, departs: '', arrives: '10:00' }])).toEqual([['2027-03-12', null, null]])
    expect(instants('return', [out, leg({ departs: '16:00' })])[1]).toEqual(['2027-03-12', '03-12T16:00', null])
    expect(instants('return', [out, leg({ day: '2027-03-14', departs: '07:00' })])[1]).toEqual([
      '2027-03-14',
      '03-14T07:00',
      null,
    ])
  })

  test('know the hour that the clocks skip, and the one that they repeat', () => {
    const at = (departs: string) => leg({ departs })
    expect(countDepartures(at('01:30'), '2027-03-28', zone)).toBe(0)
    expect(countDepartures(at('01:30'), '2027-10-31', zone)).toBe(2)
    expect(countDepartures(at('01:30'), '', zone)).toBe(1)
    const repeated = { ...out, day: '2027-10-31', departs: '01:30' }
    expect(instants('one_way', [repeated])[0]?.[1]).toBe('10-31T00:30')
    expect(instants('one_way', [{ ...repeated, isSecond: true }])[0]?.[1]).toBe('10-31T01:30')
  })

  test('never go back, for any times of day', () => {
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([hour, minute]) => {
      return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
    })
    fc.assert(
      fc.property(fc.array(time, { minLength: 3, maxLength: 8 }), time, ([departs = '', arrives = '', ...stops], back) => {
        const whole = { ...out, departs, arrives, stops: stops.map((one) => stopAt('Stop', one)) }
        const [first, second] = listLegTimes(listWholeLegs('return', [whole, leg({ departs: back })]), zone)
        const all = [first?.departs, ...(first?.stops ?? []), first?.arrives, second?.departs].filter((at) => at != null)
        expect(all).toEqual(all.toSorted((one, other) => one - other))
      }),
    )
  })
})

describe('the body of legs', () => {
  test('has no legs without stops, arrivals and other places', () => {
    const body = bodyOf('return', [out, leg({ departs: '15:00' })], true)
    expect(body).toMatchObject({ departs_at: '2027-03-12T08:30:00+00:00', returns_at: '2027-03-12T15:00:00+00:00' })
    expect(body).not.toHaveProperty('legs')
    expect(bodyOf('one_way', [out])).not.toHaveProperty('returns_at')
  })

  test('has the stops of both ways with their times', () => {
    const { legs } = bodyOf('return', [withStops, leg({ departs: '15:00' })])
    expect(legs?.map(({ stops }) => stops?.map(({ place: { label }, arrive_at }) => [label, arrive_at]))).toEqual([
      [
        ['Church', '2027-03-12T08:45:00+00:00'],
        ['Station', null],
      ],
      [
        ['Station', null],
        ['Church', null],
      ],
    ])
  })

  test('has the waits of the vehicle after entered arrivals', () => {
    const back = leg({ departs: '15:00' })
    const { legs } = bodyOf('return', [{ ...out, arrives: '10:15' }, back], true)
    expect(legs?.map(({ kind, departs_at, arrive_by }) => [kind, departs_at.slice(11, 16), arrive_by?.slice(11, 16)])).toEqual([
      ['transfer', '08:30', '10:15'],
      ['standby', '10:15', '15:00'],
      ['transfer', '15:00', undefined],
    ])
    expect(bodyOf('return', [{ ...out, arrives: '10:15' }, back]).legs).toHaveLength(2)
  })

  test('is a round trip to the first drop-off, or a journey to the last one', () => {
    const next = leg({ day: '2027-03-13', departs: '09:00', pickup: place('Museum'), dropoff: place('Castle') })
    const home = leg({ day: '2027-03-14', departs: '10:00', pickup: place('Castle'), dropoff: place('School') })
    expect(bodyOf('multi_day', [out, next, home])).toMatchObject({
      dropoff: { label: 'Museum' },
      returns_at: '2027-03-14T10:00:00+00:00',
      legs: [{}, {}, {}],
    })
    const away = bodyOf('multi_day', [out, next])
    expect(away).toMatchObject({ pickup: { label: 'School' }, dropoff: { label: 'Castle' } })
    expect(away).not.toHaveProperty('returns_at')
  })

  test('names the faulty fields of the form', () => {
    const waits = bodyOf('return', [{ ...out, arrives: '10:15' }, leg({ departs: '15:00' })], true)
    expect(
      ['legs.2.departs_at', 'legs.1.arrive_by', 'pickup.label', 'departs_at', 'returns_at', 'quote'].map((path) =>
        toLegPath(path, waits),
      ),
    ).toEqual(['legs.1.departs_at', 'legs.1.arrive_by', 'legs.0.pickup.label', 'legs.0.departs_at', 'legs.1.departs_at', 'quote'])
  })
})

test('reads the legs of a saved trip without its waits', () => {
  const saved = { label: 'School', kind: 'school', locality: null, postcode: null, latitude: null, longitude: null }
  const stop = { kind: 'visit', place: saved, arrive_at: '2027-03-12T09:00:00+00:00', depart_at: null }
  const transfer = {
    kind: 'transfer',
    pickup: saved,
    dropoff: saved,
    departs_at: '2027-03-12T08:30:00+00:00',
    arrive_by: null,
    stops: [stop],
  }
  const legs = [transfer, { ...transfer, kind: 'standby' }] as unknown as Parameters<typeof toLegDrafts>[0]['legs']
  expect(toLegDrafts({ trip_type: 'one_way', legs }, zone)).toMatchObject([
    { day: '2027-03-12', departs: '08:30', arrives: '', stops: [{ kind: 'visit', time: '09:00' }] },
  ])
  expect(toLegDrafts({ trip_type: 'one_way', legs })).toMatchObject([{ day: '', departs: '08:30' }])
})

describe('a typed time of day', () => {
  test.each([
    ['8:30', '08:30'],
    ['830', '08:30'],
    ['0830', '08:30'],
    ['8.30', '08:30'],
    ['8', '08:00'],
    ['23 59', '23:59'],
    ['24:00', null],
    ['12:60', null],
    ['8:3', null],
    ['half eight', null],
    ['', null],
  ])('%p is %p', (typed, time) => {
    expect(parseTypedTime(typed)).toBe(time)
  })

  test('is read back as it is written', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const time = parseTypedTime(typed)
        if (time !== null) expect(parseTypedTime(time)).toBe(time)
      }),
    )
  })
})
