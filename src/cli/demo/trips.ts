import type { Days } from './days.ts'
import { places } from './places.ts'

/** A function that makes a customer's enquiry, once its days are given. */
type Wish = (days: Days, day: number) => object

const customer = (name: string, phone: number, organisation?: string) => ({
  name,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.org`,
  phone: `07700 900${phone}`,
  ...(organisation !== undefined && { organisation }),
})

/** A whole day is taken at its usual time, a part of one to the minute. */
function moment(days: Days, day: number, time: string): string {
  return Number.isInteger(day) ? days.at(day, time) : days.fromNow(day)
}

/** A wish for a day out: there in the morning and back in the afternoon, with the coach waiting. */
function dayOut(who: object, between: Ends, passengers: number, more: object = {}): Wish {
  return (days, day) => ({
    ...ride(who, between, passengers),
    departs_at: moment(days, day, '08:30'),
    returns_at: moment(days, day, '16:00'),
    coach_stays_with_group: true,
    ...more,
  })
}

/** A wish to be driven from one place to the other, once. */
function transfer(who: object, between: Ends, passengers: number, more: object = {}): Wish {
  return (days, day) => ({
    ...ride(who, between, passengers),
    departs_at: moment(days, day, '10:15'),
    ...more,
  })
}

type Ends = readonly [object, object]

function ride(customer: object, [pickup, dropoff]: Ends, passengers: number) {
  return {
    customer,
    pickup,
    dropoff,
    passenger_count: passengers,
  }
}

const bags = (suitcases: number) => ({ luggage: { suitcases, hand_luggage: suitcases, oversized: [], note: null } })

/** Everything anybody in the demo wants driven. */
export const wishes = {
  railwayMuseum: dayOut(customer('Ann Smith', 121, 'Year 7 Office'), [places.school, places.museum], 45, {
    purpose: 'school',
    passengers: { adults: 5, children: 40, infants: 0 },
    dbs_required: 'enhanced',
    amenities_required: ['seat_belts'],
    notes: 'Year 7 with five teachers. Questions to Ann Smith on 07700 900121.',
  }),
  whitby: dayOut(customer('Margaret Hall', 122, 'Otley Tuesday Club'), [places.skipton, places.whitby], 38, {
    purpose: 'day_trip',
    amenities_required: ['toilet'],
    accessibility: { step_free: true, wheelchair_spaces: 1 },
  }),
  wedding: dayOut(customer('Sam Whitaker', 123), [places.harrogate, places.ripley], 52, {
    purpose: 'wedding',
    notes: 'Guests, and one very large cake.',
  }),
  cricket: dayOut(customer('Dev Patel', 124, 'Skipton Cricket Club'), [places.skipton, places.headingley], 33, {
    purpose: 'sports',
  }),
  airport: transfer(customer('Lucy Brook', 125), [places.home, places.manchesterAirport], 14, {
    purpose: 'airport',
    ...bags(14),
    flight: { number: 'LS809', direction: 'departure' },
  }),
  arrival: transfer(customer('Jonas Lind', 126, 'Nordlys Choir'), [places.leedsAirport, places.harrogate], 30, {
    purpose: 'airport',
    ...bags(30),
    flight: { number: 'KL1549', direction: 'arrival' },
  }),
  altonTowers: dayOut(customer('Ben Carter', 127, 'Ilkley Scouts'), [places.ilkleySchool, places.altonTowers], 49, {
    purpose: 'day_trip',
    passengers: { adults: 7, children: 42, infants: 0 },
    dbs_required: 'enhanced',
  }),
  edinburgh: dayOut(customer('Fiona Reid', 128, 'Reid & Daughters'), [places.leeds, places.edinburgh], 24, {
    purpose: 'corporate',
    amenities_required: ['wifi', 'power'],
    driver_provisions: { meals: 'customer', accommodation: 'none', parking: 'operator', tolls: 'none' },
  }),
  boltonAbbey: dayOut(customer('Grace Okafor', 129, 'St Mary’s Walkers'), [places.leeds, places.boltonAbbey], 28, {
    purpose: 'day_trip',
  }),
  cruise: transfer(customer('Colin Frost', 130), [places.york, places.liverpool], 40, { purpose: 'tour', ...bags(60) }),
  replacement: transfer(customer('Rail Control Desk', 131, 'Northern Rail Replacement'), [places.leeds, places.york], 70, {
    purpose: 'rail_replacement',
    vehicles_requested: [{ type: 'double_decker', count: 1, min_seats: 70 }],
  }),
  sportsDay: dayOut(customer('Nadia Khan', 133, 'Ilkley Grammar School'), [places.ilkleySchool, places.headingley], 96, {
    purpose: 'school',
    passengers: { adults: 10, children: 86, infants: 0 },
    dbs_required: 'enhanced',
  }),
  funeral: transfer(customer('Helen Marsh', 132), [places.home, places.boltonAbbey], 22, { purpose: 'funeral' }),
} as const satisfies Readonly<Record<string, Wish>>

export type WishName = keyof typeof wishes
