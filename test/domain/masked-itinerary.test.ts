import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseInstant } from '../../src/domain/instant.ts'
import type { Itinerary, TripInput } from '../../src/domain/itinerary.ts'
import { usualMapUrl } from '../../src/domain/map-url.ts'
import { anonymiseItinerary, listTripIdentities, maskItinerary, type TripPeople } from '../../src/domain/masked-itinerary.ts'
import { planItinerary } from '../../src/domain/plan-itinerary.ts'
import { asItinerary } from '../../src/http/contracts/itinerary-view.ts'
import { peopleOf } from '../support/sample-people.ts'
import { reckoned } from '../support/sample-roads.ts'

const at = (text: string): number => parseInstant(text) ?? Number.NaN
const people: TripPeople = {
  customer: { name: 'Jane Smith', email: 'jane@hillside.example', phone: '07700 900123', organisation: 'Hillside School' },
  leadPassenger: { name: 'Tom Weaver', phone: null },
}
const home = {
  label: '14 Acacia Avenue',
  kind: 'residential',
  locality: 'Leeds',
  countryCode: 'GB',
  addressLines: ['14 Acacia Avenue'],
  postcode: 'LS6 2AB',
  latitude: 53.81968,
  longitude: -1.57742,
  accessNote: 'Ring twice',
} as const
const museum = {
  label: 'Railway Museum',
  kind: 'venue',
  locality: 'York',
  addressLines: ['Leeman Road'],
  postcode: 'YO26 4XJ',
} as const
const secrets =
  'Jane Smith of Hillside School, Tom Weaver, jane@hillside.example or tom.weaver@example.org, 07700 900123 or +44 113 496 0123, https://hillside.example/trip www.hillside.example, 14 Acacia Avenue, LS6 2AB or ls62ab'

const trip: TripInput = {
  pickup: home,
  dropoff: museum,
  departsAt: at('2026-06-12T08:30:00+01:00'),
  returnsAt: at('2026-06-12T16:00:00+01:00'),
  passengerCount: 45,
  purpose: 'school',
  drivingSeconds: 6000,
  luggage: { oversized: ['A cello for Jane Smith'], note: secrets },
  accessibility: { note: secrets, wheelchairSpaces: 1 },
  flight: { number: 'BA2490', direction: 'arrival', scheduledAt: at('2026-06-12T07:45:00+01:00') },
  driverProvisions: { meals: 'customer', tolls: 'operator' },
  notes: secrets,
  legs: [
    {
      pickup: home,
      dropoff: museum,
      departsAt: at('2026-06-12T08:30:00+01:00'),
      arriveBy: at('2026-06-12T10:00:00+01:00'),
      stops: [
        {
          kind: 'pickup',
          place: { ...home, label: 'Tom Weaver, 14 Acacia Avenue' },
          arriveAt: at('2026-06-12T08:45:00+01:00'),
          note: secrets,
        },
      ],
    },
    {
      kind: 'standby',
      pickup: museum,
      dropoff: museum,
      departsAt: at('2026-06-12T10:00:00+01:00'),
      arriveBy: at('2026-06-12T16:00:00+01:00'),
    },
    {
      pickup: museum,
      dropoff: { ...museum, label: 'Jane Smith', accessNote: secrets },
      departsAt: at('2026-06-12T16:00:00+01:00'),
    },
  ],
}
const itinerary = planItinerary(trip, { timezone: 'Europe/London', now: at('2026-05-20T08:00:00Z'), find: reckoned })

const fieldsInOrder = [
  'trip_type',
  'purpose',
  'summary',
  'pickup',
  'dropoff',
  'departs_at',
  'returns_at',
  'ends_at',
  'timezone',
  'legs',
  'passenger_count',
  'passengers',
  'luggage',
  'vehicles_requested',
  'accessibility',
  'amenities_required',
  'coach_stays_with_group',
  'waiting_minutes',
  'driver_provisions',
  'dbs_required',
  'flight',
  'distance_m',
  'driving_seconds',
  'distance_source',
  'hours_advice',
  'notes',
]

describe('the itinerary of a job', () => {
  const shown = asItinerary(maskItinerary(itinerary, people), usualMapUrl)

  test('has every field in the order of the API', () => {
    expect(Object.keys(shown)).toEqual(fieldsInOrder)
    expect(Object.keys(shown.pickup)).toEqual([
      'label',
      'kind',
      'locality',
      'postcode_area',
      'country_code',
      'address_lines',
      'postcode',
      'latitude',
      'longitude',
      'coordinates_source',
      'access_note',
      'map_url',
    ])
    expect(Object.keys(shown.legs[0] ?? {})).toEqual([
      'sequence',
      'kind',
      'pickup',
      'dropoff',
      'departs_at',
      'arrive_by',
      'passenger_count',
      'waiting_minutes',
      'distance_m',
      'driving_seconds',
      'distance_source',
      'stops',
    ])
    expect(Object.keys(shown.legs[0]?.stops[0] ?? {})).toEqual([
      'sequence',
      'kind',
      'place',
      'arrive_at',
      'depart_at',
      'waiting_minutes',
      'note',
    ])
  })

  test('contains no person', () => {
    const text = JSON.stringify(shown).replaceAll('https://www.openstreetmap.org/', '')
    // Notes lose each word of a name.
    for (const secret of [
      /jane/i,
      /smith/i,
      /hillside/i,
      /weaver/i,
      /@/,
      /900123/,
      /496 ?0123/,
      /www|http/i,
      /acacia/i,
      /2ab/i,
      /Ring twice/,
      /53\.819/,
    ]) {
      expect(text).not.toMatch(secret)
    }
  })

  test('contains the places, times and passenger counts', () => {
    expect(shown).toMatchObject({
      trip_type: 'return',
      purpose: 'school',
      summary: 'Leeds → York, 45 passengers, return',
      departs_at: '2026-06-12T08:30:00+01:00',
      returns_at: '2026-06-12T16:00:00+01:00',
      timezone: 'Europe/London',
      passenger_count: 45,
      pickup: {
        label: 'Leeds',
        postcode_area: 'LS6',
        address_lines: [],
        postcode: null,
        latitude: 53.82,
        longitude: -1.58,
        access_note: null,
      },
      dropoff: { label: 'Railway Museum', address_lines: ['Leeman Road'], postcode: 'YO26 4XJ' },
      flight: { number: 'BA2490', direction: 'arrival', scheduled_at: '2026-06-12T07:45:00+01:00' },
      driver_provisions: { meals: 'customer', accommodation: 'none', parking: 'none', tolls: 'operator' },
      luggage: { suitcases: 0, hand_luggage: 0, oversized: ['A cello for [removed]'] },
      coach_stays_with_group: true,
      waiting_minutes: 360,
      driving_seconds: 6000,
      hours_advice: { driving_minutes: 100, breaks_minutes: 0, second_driver_likely: false, rules: [] },
      legs: [
        {
          sequence: 1,
          kind: 'transfer',
          arrive_by: '2026-06-12T10:00:00+01:00',
          stops: [{ sequence: 1, arrive_at: '2026-06-12T08:45:00+01:00', depart_at: null }],
        },
        { sequence: 2, kind: 'standby', waiting_minutes: 360 },
        { sequence: 3, dropoff: { label: 'York' } },
      ],
    })
    expect(shown.notes).toStartWith('[removed] of [removed], [removed], [removed] or [removed]')
  })

  test('keeps harmless notes unchanged', () => {
    const notes = 'Flight BA2490 lands 07:45; 53 seats, step-free, gate code 0419, back by 12.06.2026 18.30'
    expect(maskItinerary({ ...itinerary, notes }, people).notes).toBe(notes)
  })

  test('never contains the customer’s name, in any field', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{4,9} [A-Z][a-z]{4,9}$/)
    fc.assert(
      fc.property(name, fc.emailAddress(), (who, email) => {
        const typed = `${who}, ${email}`
        const place = { ...museum, label: typed, addressLines: [typed], accessNote: typed, locality: typed }
        const leg = {
          pickup: place,
          dropoff: place,
          departsAt: trip.departsAt,
          stops: [{ kind: 'visit', place, note: typed }],
        } as const
        const planned = planItinerary(
          {
            ...trip,
            pickup: place,
            dropoff: place,
            notes: typed,
            luggage: { note: typed, oversized: [typed] },
            accessibility: { note: typed },
            legs: [leg],
            returnsAt: null,
          },
          { timezone: 'Europe/London', now: 0, find: reckoned },
        )
        const text = JSON.stringify(maskItinerary(planned, peopleOf({ name: who })))
        expect(text).not.toContain(who)
        expect(text).not.toContain(JSON.stringify(email).slice(1, -1))
        expect(JSON.stringify(planned)).toContain(who)
      }),
      { numRuns: 50 },
    )
  })
})

/** Words of the program, which a user never enters. */
const ownWords = new Set([
  'kind',
  'tripType',
  'purpose',
  'direction',
  'dbsRequired',
  'timezone',
  'countryCode',
  'summary',
  'distanceSource',
  'coordinatesSource',
])

/** Returns the value with every entered text replaced by the result of `typed`. */
function retype(value: unknown, typed: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? typed(item) : retype(item, typed)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, member]) => {
    if (ownWords.has(key) || key === 'driverProvisions' || key === 'amenitiesRequired') return [key, member]
    return [key, typeof member === 'string' ? typed(member) : retype(member, typed)]
  })
  return Object.fromEntries(entries)
}

describe('the mask of an itinerary', () => {
  test('covers every text, also in fields that are added later', () => {
    const named = retype(itinerary, (text) => `${text} for Jane Smith`) as Itinerary
    expect(JSON.stringify(named).match(/Jane Smith/g)?.length).toBeGreaterThan(30)
    expect(JSON.stringify(maskItinerary(named, people))).not.toContain('Jane Smith')
  })

  test('keeps instants, numbers and choices, and marks the itinerary as masked', () => {
    const { isMasked, ...masked } = maskItinerary(itinerary, people)
    const bare = (whole: object) =>
      JSON.stringify(
        retype(whole, () => ''),
        (key, value) => (hidden.has(key) ? undefined : value),
      )
    const hidden = new Set([
      'summary',
      'latitude',
      'longitude',
      'addressLines',
      'postcode',
      'postcodeArea',
      'accessNote',
      'locality',
    ])
    expect(isMasked).toBe(true)
    expect(bare(masked)).toBe(bare(itinerary))
  })

  test('changes nothing in a masked itinerary', () => {
    const masked = maskItinerary(itinerary, people)
    expect(maskItinerary(masked, people)).toEqual(masked)
  })

  test('uses the names, addresses and numbers of people', () => {
    const customer = { name: 'Jane Smith', email: 'jane@hillside.example', phone: null, organisation: 'Hillside School' }
    expect(listTripIdentities({ customer, leadPassenger: { name: 'Tom Weaver', phone: '07700 900123' } })).toEqual([
      'Jane Smith',
      'jane@hillside.example',
      'Hillside School',
      'Tom Weaver',
      '07700 900123',
    ])
  })
})

describe('a masked place that is not a home', () => {
  const named = (place: object, who: TripPeople) => {
    const gate = { ...museum, kind: 'school', ...place } as const
    return maskItinerary(planItinerary({ ...trip, legs: null, pickup: gate }, planning), who)
  }
  const planning = { timezone: 'Europe/London', now: at('2026-05-20T08:00:00Z'), find: reckoned }

  test.each([
    { name: 'Jane Smith', organisation: 'Ilkley Grammar School' },
    { name: 'Ilkley Grammar School', organisation: null },
    { name: 'Jane Smith (Ilkley Grammar School)', organisation: null },
    { name: 'ILKLEY GRAMMAR', organisation: 'Ilkley Grammar' },
  ])('keeps the name of an organisation: %o', (known) => {
    const label = 'Ilkley Grammar School, Cowpasture Road'
    const masked = named({ label, addressLines: ['Ilkley Grammar School'], locality: null }, peopleOf(known))
    expect(masked.pickup).toMatchObject({ label, addressLines: ['Ilkley Grammar School'] })
    expect(masked.summary).toStartWith('Ilkley Grammar School, Cowpasture Road → York')
  })

  test('loses the names of people, and in its access note those of organisations', () => {
    const place = { label: 'Jane Smith, Hillside School', accessNote: 'Hillside School, ask Jane', locality: null }
    const masked = named(place, people)
    expect(masked.pickup).toMatchObject({ label: '[removed], Hillside School', accessNote: '[removed], ask [removed]' })
  })

  test('keeps a word that is also part of a name', () => {
    expect(named({ label: 'York Minster' }, peopleOf({ name: 'Ann York' })).pickup.label).toBe('York Minster')
  })

  test('loses the name of an organisation after its people are erased', () => {
    const { pickup } = anonymiseItinerary(named({ label: 'Hillside School, gate 2' }, peopleOf()), [people])
    expect(pickup.label).toBe('[removed], gate 2')
  })
})

describe('free text of a job', () => {
  const notesFor = (notes: string, name: string, lead: string | null = null) => {
    const leadPassenger = lead === null ? null : { name: lead, phone: null }
    return maskItinerary({ ...itinerary, notes }, { ...peopleOf({ name }), leadPassenger }).notes
  }

  test.each([
    ['call Zelda 07700 900123', 'Zelda Fitzgerald', 'call [removed] [removed]'],
    ['ZÉLDA or zelda’s sister', 'Zelda Fitzgerald', '[removed] or [removed]’s sister'],
    ['Ask Mrs Núñez', 'José Núñez', 'Ask [removed]'],
    ['Ask Nunez, not nunezes', 'José Núñez', 'Ask [removed], not nunezes'],
    ["O'Brien or Brien", "Pat O'Brien", '[removed] or [removed]'],
    ['Anne and Marie', 'Anne-Marie Weiß', '[removed] and [removed]'],
    ['Mr and Mrs van Dyke', 'Mr and Mrs van Dyke', '[removed]'],
    ['for Mrs Li and the van', 'Mrs Li van der Berg', 'for Mrs Li and the van'],
    ['School trip, ask for the hall', 'Hillside Grammar School', 'School trip, ask for the hall'],
  ])('masks %p with the name %p as %p', (notes, name, shown) => {
    expect(notesFor(notes, name)).toBe(shown)
    expect(notesFor(notes, 'Jo', name)).toBe(shown)
  })

  test('loses the words of a name that is also the organisation', () => {
    const who = peopleOf({ name: 'Zelda Moon', organisation: 'Zelda Moon' })
    expect(maskItinerary({ ...itinerary, notes: 'Ask Zelda or Ms Moon' }, who).notes).toBe('Ask [removed] or [removed]')
  })

  test('loses the words of names in every field', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{4,9}[qxz]{2}$/)
    fc.assert(
      fc.property(word, word, fc.constantFrom('', '!', ', ', "'s "), (first, last, after) => {
        const typed = `Ask ${first}${after} or ${last.toUpperCase()}`
        const stop = { kind: 'visit', place: { ...museum, accessNote: typed }, note: typed } as const
        const planned = planItinerary(
          {
            ...trip,
            pickup: museum,
            returnsAt: null,
            notes: typed,
            luggage: { note: typed, oversized: [typed] },
            accessibility: { note: typed },
            legs: [{ pickup: museum, dropoff: museum, departsAt: trip.departsAt, stops: [stop] }],
          },
          { timezone: 'Europe/London', now: 0, find: reckoned },
        )
        const text = JSON.stringify(maskItinerary(planned, peopleOf({ name: `${first} ${last}` }))).toLowerCase()
        for (const one of [first, last]) expect(text).not.toContain(one.toLowerCase())
      }),
      { numRuns: 50 },
    )
  })
})

describe('the itinerary with a home', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{3,8}[qxz]{2}$/)
  const address = fc.oneof(
    word,
    fc.tuple(word, word).map((words) => words.join(' ')),
    fc.tuple(fc.integer({ min: 1, max: 999 }), word, word).map((parts) => parts.join(' ')),
    fc.tuple(word, fc.integer({ min: 1, max: 999 })).map((parts) => parts.join(' ')),
  )

  test('contains no word of the home’s label, address or inward code, also if they are repeated', () => {
    fc.assert(
      fc.property(
        address,
        fc.array(address, { maxLength: 3 }),
        fc.constantFrom('Ilkley', null),
        (label, addressLines, locality) => {
          const place = { label, kind: 'residential', addressLines, locality, postcode: 'ls29-8ab', accessNote: label } as const
          const typed = [label, ...addressLines, 'LS29  8AB', 'ls298ab'].join('; ')
          const stop = { kind: 'pickup', place, note: typed } as const
          const planned = planItinerary(
            {
              ...trip,
              pickup: place,
              returnsAt: null,
              notes: typed,
              luggage: { note: typed, oversized: [typed] },
              accessibility: { note: typed },
              legs: [{ pickup: place, dropoff: museum, departsAt: trip.departsAt, stops: [stop] }],
            },
            { timezone: 'Europe/London', now: 0, find: reckoned },
          )
          const masked = maskItinerary(planned, peopleOf())
          const text = JSON.stringify(masked).toLowerCase()
          for (const one of [label, ...addressLines].flatMap((line) => line.match(/[A-Za-z]+/g) ?? []))
            expect(text).not.toContain(one.toLowerCase())
          expect(text).not.toContain('8ab')
          expect(masked.pickup).toMatchObject({ label: locality ?? 'LS29', locality, postcodeArea: 'LS29', addressLines: [] })
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('the itinerary of a booking', () => {
  const shown = asItinerary(itinerary, usualMapUrl)

  test('has the same fields, unchanged', () => {
    expect(Object.keys(shown)).toEqual(fieldsInOrder)
    expect(shown.notes).toBe(secrets)
    expect(shown.pickup).toMatchObject({
      label: '14 Acacia Avenue',
      postcode: 'LS6 2AB',
      latitude: 53.81968,
      access_note: 'Ring twice',
    })
    expect(shown.legs[0]?.stops[0]).toMatchObject({ place: { label: 'Tom Weaver, 14 Acacia Avenue' }, note: secrets })
    expect(shown.luggage?.oversized).toEqual(['A cello for Jane Smith'])
  })

  test('stays the same after storage as JSON', () => {
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown)
    expect(JSON.parse(JSON.stringify(itinerary))).toEqual(itinerary)
  })
})

describe('an itinerary over a change of the clocks', () => {
  test('shows both offsets of the night in October', () => {
    const night = planItinerary(
      { pickup: museum, dropoff: museum, departsAt: at('2026-10-25T00:30:00+01:00'), drivingSeconds: 7200, passengerCount: 8 },
      { timezone: 'Europe/London', now: at('2026-10-01T00:00:00Z'), find: reckoned },
    )
    expect(asItinerary(night, usualMapUrl)).toMatchObject({
      departs_at: '2026-10-25T00:30:00+01:00',
      ends_at: '2026-10-25T01:30:00+00:00',
      returns_at: null,
      hours_advice: { duty_minutes: 120 },
    })
  })

  test('shows both offsets of the night in March', () => {
    const night = planItinerary(
      { pickup: museum, dropoff: museum, departsAt: at('2027-03-28T00:30:00Z'), drivingSeconds: 3600, passengerCount: 8 },
      { timezone: 'Europe/London', now: at('2026-10-01T00:00:00Z'), find: reckoned },
    )
    expect(asItinerary(night, usualMapUrl)).toMatchObject({
      departs_at: '2027-03-28T00:30:00+00:00',
      ends_at: '2027-03-28T02:30:00+01:00',
    })
  })

  test('shows null for a missing value', () => {
    const bare = planItinerary(
      { pickup: museum, dropoff: museum, departsAt: at('2027-03-28T00:30:00Z'), passengerCount: 8 },
      { timezone: 'Europe/London', now: at('2026-10-01T00:00:00Z'), find: reckoned },
    )
    expect(asItinerary(maskItinerary(bare, peopleOf({ name: 'Jo' })), usualMapUrl)).toMatchObject({
      passengers: null,
      luggage: null,
      accessibility: null,
      driver_provisions: null,
      flight: null,
      distance_m: null,
      driving_seconds: null,
      hours_advice: null,
      notes: null,
      vehicles_requested: [],
      amenities_required: [],
    })
  })
})
