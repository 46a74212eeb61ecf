import type { Enumeration } from './openapi-words.ts'

const steps = {
  en_route: 'on the way to the pick-up',
  arrived: 'at the pick-up',
  on_board: 'the group is on board',
  completed: 'the leg is over',
  no_show: 'nobody came',
} as const

/** The words of itineraries, of drivers and of their day. */
export const wordsOnTheRoad = {
  TripType: {
    about: 'The shape of a trip.',
    words: {
      one_way: 'there',
      return: 'there and back',
      multi_day: 'over several days',
      shuttle: 'to and fro',
    },
  },
  Purpose: {
    about: 'What a trip is for.',
    words: {
      school: 'a school',
      airport: 'to or from an airport',
      wedding: 'a wedding',
      sports: 'a match or a tournament',
      corporate: 'a company',
      tour: 'a tour',
      day_trip: 'a day out',
      funeral: 'a funeral',
      rail_replacement: 'in place of a train',
      other: 'something else',
    },
  },
  PlaceKind: {
    about: 'What a place is.',
    words: {
      residential: 'a home; its address is hidden until the trip is won',
      school: 'a school',
      venue: 'a venue',
      hotel: 'a hotel',
      airport: 'an airport',
      port: 'a port',
      station: 'a station',
      office: 'an office',
      depot: 'a depot',
      other: 'something else',
    },
  },
  LegKind: {
    about: 'What happens on a leg.',
    words: { transfer: 'the group is driven', standby: 'the coach waits' },
  },
  StopKind: {
    about: 'What a stop is for.',
    words: { pickup: 'people get on', dropoff: 'people get off', comfort: 'a rest', visit: 'a visit' },
  },
  VehicleType: {
    about: 'A kind of vehicle.',
    words: {
      mpv_8: 'people carrier, up to 8 seats',
      minibus_16: 'minibus, up to 16 seats',
      midicoach_35: 'midicoach, up to 35 seats',
      coach_49: 'coach, up to 49 seats',
      coach_53: 'coach, up to 53 seats',
      coach_57_plus: 'coach, 57 seats or more',
      executive_coach: 'executive coach',
      double_decker: 'double-decker',
      bus: 'service bus',
    },
  },
  Amenity: {
    about: 'What a vehicle has on board.',
    words: {
      toilet: 'toilet',
      wifi: 'wifi',
      air_con: 'air conditioning',
      power: 'power sockets',
      seat_belts: 'seat belts',
      luggage_hold: 'luggage hold',
      pa_microphone: 'microphone',
      tv: 'television',
      reclining_seats: 'reclining seats',
      fridge: 'fridge',
    },
  },
  Provider: {
    about: 'Who sees to something for the driver.',
    words: { customer: 'the customer', operator: 'the operator', none: 'nobody, it is not needed' },
  },
  DbsLevel: {
    about: "The check of the driver's record that a trip asks for.",
    words: {
      none: 'none',
      basic: 'basic DBS',
      standard: 'standard DBS',
      enhanced: 'enhanced DBS',
      enhanced_barred: 'enhanced DBS with barred lists',
    },
  },
  DbsCheckKind: {
    about: "The check of a driver's record.",
    words: {
      basic: 'basic DBS',
      standard: 'standard DBS',
      enhanced: 'enhanced DBS',
      enhanced_barred: 'enhanced DBS with barred lists',
    },
  },
  FlightDirection: {
    about: 'Which end of a flight the group is at.',
    words: { arrival: 'they land', departure: 'they fly out' },
  },
  InclusionKind: {
    about: 'What a price may hold or leave out.',
    words: {
      driver: 'the driver',
      fuel: 'fuel',
      vat: 'VAT',
      parking: 'parking',
      tolls: 'tolls',
      congestion_charge: 'congestion charge',
      clean_air_charge: 'clean air charge',
      ferry: 'ferries',
      driver_meals: "the driver's meals",
      driver_accommodation: "the driver's bed",
      second_driver: 'a second driver',
      waiting: 'waiting',
    },
  },
  TripStatus: {
    about: 'How far a booked trip has come.',
    words: {
      unassigned: 'it has no driver',
      assigned: 'its driver has not said yes yet',
      acknowledged: 'its driver has said yes',
      en_route: 'on the way to the pick-up',
      arrived: 'at the pick-up',
      on_board: 'the group is on board',
      between_legs: 'between two legs',
      completed: 'over',
      no_show: 'nobody came',
    },
  },
  LegStatus: {
    about: 'How far a leg has come.',
    words: { pending: 'not begun', ...steps },
  },
  Step: {
    about: 'What a leg goes through.',
    words: steps,
  },
  ProgressReport: {
    about: 'What a driver tells on the way.',
    words: {
      ...steps,
      delayed: 'later than planned; moves nothing',
      stop_reached: 'at a stop on the way; moves nothing',
    },
  },
  TripEventStatus: {
    about: 'What a line of the log tells.',
    words: {
      ...steps,
      delayed: 'later than planned',
      stop_reached: 'at a stop on the way',
      reverted: 'the line before was a mistake',
    },
  },
  Reporter: {
    about: 'Who wrote a line of the log.',
    words: { driver: 'the driver', operator: 'the operator', system: 'the clock' },
  },
  DriverTripFilter: {
    about: "A part of a driver's trips.",
    words: { today: 'those of today', upcoming: 'those to come', past: 'those that are over', all: 'every one' },
  },
  IncidentKind: {
    about: 'What went wrong.',
    words: {
      delay: 'a delay',
      breakdown: 'a breakdown',
      collision: 'a collision',
      passenger_behaviour: 'how passengers behaved',
      injury: 'somebody was hurt',
      lost_property: 'something was left behind',
      access_problem: 'a place could not be reached',
      wrong_details: 'the trip was described wrongly',
      other: 'something else',
    },
  },
  IncidentSeverity: {
    about: 'How bad it is.',
    words: { low: 'the trip goes on', medium: 'the trip is affected', high: 'help is needed' },
  },
  IncidentStatus: {
    about: 'Whether somebody still has to see to it.',
    words: { open: 'somebody has to', closed: 'it is settled' },
  },
  CheckKind: {
    about: 'When a walkaround is made.',
    words: { pre_trip: 'before the trip', post_trip: 'after it' },
  },
  OdometerUnit: { about: 'What an odometer counts.', words: { mi: 'miles', km: 'kilometres' } },
  CheckCode: {
    about: 'What a walkaround looks at.',
    words: {
      brakes: 'brakes',
      steering: 'steering',
      lights_indicators: 'lights and indicators',
      tyres_wheel_nuts: 'tyres and wheel nuts',
      mirrors_cameras: 'mirrors and cameras',
      windscreen_glass: 'windscreen and glass',
      wipers_washers: 'wipers and washers',
      horn: 'horn',
      body_doors: 'body and doors',
      emergency_exits: 'emergency exits',
      seats_seat_belts: 'seats and seat belts',
      fire_extinguisher: 'fire extinguisher',
      first_aid_kit: 'first aid kit',
      wheelchair_lift: 'wheelchair lift',
      fluids_leaks: 'fluids and leaks',
      exhaust: 'exhaust',
      tachograph: 'tachograph',
      speed_limiter: 'speed limiter',
      number_plates: 'number plates',
      fuel_cap: 'fuel cap',
      luggage_lockers: 'luggage lockers',
      interior_steps: 'interior and steps',
    },
  },
  ItemResult: {
    about: 'What was found.',
    words: { ok: 'nothing wrong', defect: 'a defect', not_applicable: 'the vehicle has none' },
  },
  DefectSeverity: {
    about: 'How bad a defect is.',
    words: { minor: 'it can wait', major: 'it has to be mended', dangerous: 'the vehicle must not go' },
  },
  CheckResult: {
    about: 'What a walkaround came to.',
    words: { safe: 'safe', safe_with_defects: 'safe, with defects', unsafe: 'not safe' },
  },
  DriverStatus: {
    about: 'Where a driver stands on the roster.',
    words: {
      not_invited: 'not asked into the app yet',
      invited: 'asked into the app',
      active: 'has signed in to the app',
      removed: 'off the roster',
    },
  },
  Validity: {
    about: 'Whether a paper holds.',
    words: { ok: 'it does', expiring: 'it soon will not', expired: 'it does not any more', missing: 'there is none' },
  },
  PushPlatform: {
    about: 'Where a phone is notified.',
    words: { ios: 'iOS', android: 'Android', web: 'a browser' },
  },
  ErasureStatus: {
    about: 'Whether an erasure is coming.',
    words: { scheduled: 'on `scheduled_for`', none: 'it is not' },
  },
} as const satisfies Readonly<Record<string, Enumeration>>
