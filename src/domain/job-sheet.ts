import { type HoursAdvice, hoursAdvice } from './hours-advice.ts'
import { toLocalTime } from './instant.ts'
import { type Accessibility, type Itinerary, type Luggage, summarise } from './itinerary.ts'
import type { Leg, Stop } from './leg.ts'
import { addressIdentities, maskPlace, type Place } from './place.ts'
import { makeScrub } from './scrub.ts'

/** The itinerary as the API shows it, in the order of its fields: snake_case, local times with their offset. */
export type JobSheet = ReturnType<typeof sheetOf>

/**
 * What an operator sees before the booking: where and when, and nothing of whom. Addresses of homes are masked, and the identities
 * (the customer's name, organisation, e-mail, telephone, the lead passenger's) are scrubbed from every text.
 */
export function jobSheet(itinerary: Itinerary, identities: readonly string[]): JobSheet {
  const homes = placesOf(itinerary).flatMap(addressIdentities)
  const scrub = makeScrub([...identities, ...homes])
  return sheetOf(itinerary, { text: scrub, place: (place) => maskPlace(place, scrub) })
}

/** The same in full, for a booking, its driver and the customer. */
export function fullView(itinerary: Itinerary): JobSheet {
  return sheetOf(itinerary, { text: (text) => text, place: (place) => place })
}

/** How much may be seen. */
type Visibility = { readonly text: (text: string) => string; readonly place: (place: Place) => Place }

function sheetOf(itinerary: Itinerary, visibility: Visibility) {
  const { timezone, passengers, luggage, accessibility, driverProvisions, flight } = itinerary
  const view = viewThrough(visibility, timezone)
  const pickup = visibility.place(itinerary.pickup)
  const dropoff = visibility.place(itinerary.dropoff)
  return {
    trip_type: itinerary.tripType,
    purpose: itinerary.purpose,
    summary: visibility.text(summarise({ ...itinerary, pickup, dropoff })),
    pickup: placeSheet(pickup),
    dropoff: placeSheet(dropoff),
    departs_at: toLocalTime(itinerary.departsAt, timezone),
    returns_at: view.time(itinerary.returnsAt),
    ends_at: toLocalTime(itinerary.endsAt, timezone),
    timezone,
    legs: itinerary.legs.map(view.leg),
    passenger_count: itinerary.passengerCount,
    passengers: passengers && { adults: passengers.adults, children: passengers.children, infants: passengers.infants },
    luggage: luggage && view.luggage(luggage),
    vehicles_requested: itinerary.vehiclesRequested.map(({ type, count, minSeats }) => ({ type, count, min_seats: minSeats })),
    accessibility: accessibility && view.accessibility(accessibility),
    amenities_required: [...itinerary.amenitiesRequired],
    coach_stays_with_group: itinerary.coachStaysWithGroup,
    waiting_minutes: itinerary.waitingMinutes,
    driver_provisions: driverProvisions && {
      meals: driverProvisions.meals,
      accommodation: driverProvisions.accommodation,
      parking: driverProvisions.parking,
      tolls: driverProvisions.tolls,
    },
    dbs_required: itinerary.dbsRequired,
    flight: flight && {
      number: visibility.text(flight.number),
      direction: flight.direction,
      scheduled_at: view.time(flight.scheduledAt),
    },
    distance_m: itinerary.distanceM,
    driving_seconds: itinerary.drivingSeconds,
    hours_advice: adviceSheet(hoursAdvice(itinerary)),
    notes: view.text(itinerary.notes),
  }
}

function viewThrough(visibility: Visibility, timezone: string) {
  const text = (typed: string | null) => (typed === null ? null : visibility.text(typed))
  const time = (ms: number | null) => (ms === null ? null : toLocalTime(ms, timezone))
  const place = (whole: Place) => placeSheet(visibility.place(whole))
  const stop = (call: Stop) => ({
    sequence: call.sequence,
    kind: call.kind,
    place: place(call.place),
    arrive_at: time(call.arriveAt),
    depart_at: time(call.departAt),
    waiting_minutes: call.waitingMinutes,
    note: text(call.note),
  })
  const leg = (drive: Leg) => ({
    sequence: drive.sequence,
    kind: drive.kind,
    pickup: place(drive.pickup),
    dropoff: place(drive.dropoff),
    departs_at: toLocalTime(drive.departsAt, timezone),
    arrive_by: time(drive.arriveBy),
    passenger_count: drive.passengerCount,
    waiting_minutes: drive.waitingMinutes,
    distance_m: drive.distanceM,
    driving_seconds: drive.drivingSeconds,
    stops: drive.stops.map(stop),
  })
  const luggage = (bags: Luggage) => ({
    suitcases: bags.suitcases,
    hand_luggage: bags.handLuggage,
    oversized: bags.oversized.map(visibility.text),
    note: text(bags.note),
  })
  const accessibility = (needs: Accessibility) => ({
    wheelchair_spaces: needs.wheelchairSpaces,
    wheelchair_remains_seated: needs.wheelchairRemainsSeated,
    lift_required: needs.liftRequired,
    step_free: needs.stepFree,
    psvar_required: needs.psvarRequired,
    assistance_dogs: needs.assistanceDogs,
    note: text(needs.note),
  })
  return { text, time, leg, luggage, accessibility }
}

function placeSheet(place: Place) {
  return {
    label: place.label,
    kind: place.kind,
    locality: place.locality,
    postcode_area: place.postcodeArea,
    country_code: place.countryCode,
    address_lines: [...place.addressLines],
    postcode: place.postcode,
    latitude: place.latitude,
    longitude: place.longitude,
    access_note: place.accessNote,
  }
}

function adviceSheet(advice: HoursAdvice | null) {
  return (
    advice && {
      driving_minutes: advice.drivingMinutes,
      duty_minutes: advice.dutyMinutes,
      breaks_minutes: advice.breaksMinutes,
      second_driver_likely: advice.secondDriverLikely,
      rules: [...advice.rules],
    }
  )
}

function placesOf(itinerary: Itinerary): Place[] {
  const called = itinerary.legs.flatMap((leg) => [leg.pickup, leg.dropoff, ...leg.stops.map((stop) => stop.place)])
  return [itinerary.pickup, itinerary.dropoff, ...called]
}
