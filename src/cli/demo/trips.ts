import type { Days } from './days.ts'
import { places } from './places.ts'

/** A function that makes a customer's enquiry from its days. */
type DemoTripMaker = (days: Days, day: number) => object

const buildDemoCustomer = (name: string, phone: number, organisation?: string) => ({
  name,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.org`,
  phone: `07700 900${phone}`,
  ...(organisation !== undefined && { organisation }),
})

/** The instant of a day. A whole day begins at its usual time, a part of a day at the exact minute. */
function toDemoInstant(days: Days, day: number, time: string): string {
  return Number.isInteger(day) ? days.at(day, time) : days.fromNow(day)
}

/** A request for a day out: there in the morning and back in the afternoon, with the vehicle waiting. */
function buildDayOut(who: object, between: Ends, passengers: number, more: object = {}): DemoTripMaker {
  return (days, day) => ({
    ...buildRide(who, between, passengers),
    departs_at: toDemoInstant(days, day, '08:30'),
    returns_at: toDemoInstant(days, day, '16:00'),
    coach_stays_with_group: true,
    ...more,
  })
}

/** A request for one drive between two places. */
function buildTransfer(who: object, between: Ends, passengers: number, more: object = {}): DemoTripMaker {
  return (days, day) => ({
    ...buildRide(who, between, passengers),
    departs_at: toDemoInstant(days, day, '10:15'),
    ...more,
  })
}

type Ends = readonly [object, object]

function buildRide(customer: object, [pickup, dropoff]: Ends, passengers: number) {
  return {
    customer,
    pickup,
    dropoff,
    passenger_count: passengers,
  }
}

const buildLuggage = (suitcases: number) => ({ luggage: { suitcases, hand_luggage: suitcases, oversized: [], note: null } })

/** All trips that customers of the demo request. */
export const demoTrips = {
  railwayMuseum: buildDayOut(buildDemoCustomer('Ann Smith', 121, 'Year 7 Office'), [places.school, places.museum], 45, {
    purpose: 'school',
    passengers: { adults: 5, children: 40, infants: 0 },
    dbs_required: 'enhanced',
    amenities_required: ['seat_belts'],
    notes: 'Year 7 with five teachers. Questions to Ann Smith on 07700 900121.',
  }),
  whitby: buildDayOut(buildDemoCustomer('Margaret Hall', 122, 'Otley Tuesday Club'), [places.skipton, places.whitby], 38, {
    purpose: 'day_trip',
    amenities_required: ['toilet'],
    accessibility: { step_free: true, wheelchair_spaces: 1 },
  }),
  wedding: buildDayOut(buildDemoCustomer('Sam Whitaker', 123), [places.harrogate, places.ripley], 52, {
    purpose: 'wedding',
    notes: 'Guests, and one very large cake.',
  }),
  cricket: buildDayOut(buildDemoCustomer('Dev Patel', 124, 'Skipton Cricket Club'), [places.skipton, places.headingley], 33, {
    purpose: 'sports',
  }),
  airport: buildTransfer(buildDemoCustomer('Lucy Brook', 125), [places.home, places.manchesterAirport], 14, {
    purpose: 'airport',
    ...buildLuggage(14),
    flight: { number: 'LS809', direction: 'departure' },
  }),
  arrival: buildTransfer(buildDemoCustomer('Jonas Lind', 126, 'Nordlys Choir'), [places.leedsAirport, places.harrogate], 30, {
    purpose: 'airport',
    ...buildLuggage(30),
    flight: { number: 'KL1549', direction: 'arrival' },
  }),
  altonTowers: buildDayOut(buildDemoCustomer('Ben Carter', 127, 'Ilkley Scouts'), [places.ilkleySchool, places.altonTowers], 49, {
    purpose: 'day_trip',
    passengers: { adults: 7, children: 42, infants: 0 },
    dbs_required: 'enhanced',
  }),
  edinburgh: buildDayOut(buildDemoCustomer('Fiona Reid', 128, 'Reid & Daughters'), [places.leeds, places.edinburgh], 24, {
    purpose: 'corporate',
    amenities_required: ['wifi', 'power'],
    driver_provisions: { meals: 'customer', accommodation: 'none', parking: 'operator', tolls: 'none' },
  }),
  boltonAbbey: buildDayOut(buildDemoCustomer('Grace Okafor', 129, 'St Mary’s Walkers'), [places.leeds, places.boltonAbbey], 28, {
    purpose: 'day_trip',
  }),
  cruise: buildTransfer(buildDemoCustomer('Colin Frost', 130), [places.york, places.liverpool], 40, {
    purpose: 'tour',
    ...buildLuggage(60),
  }),
  replacement: buildTransfer(
    buildDemoCustomer('Rail Control Desk', 131, 'Northern Rail Replacement'),
    [places.leeds, places.york],
    70,
    {
      purpose: 'rail_replacement',
      vehicles_requested: [{ type: 'double_decker', count: 1, min_seats: 70 }],
    },
  ),
  sportsDay: buildDayOut(
    buildDemoCustomer('Nadia Khan', 133, 'Ilkley Grammar School'),
    [places.ilkleySchool, places.headingley],
    96,
    {
      purpose: 'school',
      passengers: { adults: 10, children: 86, infants: 0 },
      dbs_required: 'enhanced',
    },
  ),
  funeral: buildTransfer(buildDemoCustomer('Helen Marsh', 132), [places.home, places.boltonAbbey], 22, { purpose: 'funeral' }),
} as const satisfies Readonly<Record<string, DemoTripMaker>>

export type DemoTripName = keyof typeof demoTrips
