import { findHoursAdvice, type HoursAdvice } from '../../domain/hours-advice.ts'
import { toLocalTime } from '../../domain/instant.ts'
import type { Accessibility, Itinerary as KeptItinerary, Luggage } from '../../domain/itinerary.ts'
import type { Leg as KeptLeg, Stop as KeptStop } from '../../domain/leg.ts'
import { buildMapUrl } from '../../domain/map-url.ts'
import { type Place as KeptPlace, readCoordinatesSource } from '../../domain/place.ts'
import type { Of } from '../schema.ts'
import type { Itinerary, Leg, Place, Stop } from './itinerary.ts'

/**
 * An itinerary, whole or masked, in the order of its fields. Times are in the trip's time zone, with their offset. `mapUrl` is the
 * template of map links.
 */
export function asItinerary(itinerary: KeptItinerary, mapUrl: string): Of<typeof Itinerary> {
  const { timezone, passengers, luggage, accessibility, driverProvisions, flight } = itinerary
  const { passenger_count, ...outline } = asOutline(itinerary, mapUrl)
  return {
    ...outline,
    legs: itinerary.legs.map((leg) => asLeg(leg, timezone, mapUrl)),
    passenger_count,
    passengers: passengers && { adults: passengers.adults, children: passengers.children, infants: passengers.infants },
    luggage: luggage && asLuggage(luggage),
    vehicles_requested: itinerary.vehiclesRequested.map(({ type, count, minSeats }) => ({ type, count, min_seats: minSeats })),
    accessibility: accessibility && asAccessibility(accessibility),
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
      number: flight.number,
      direction: flight.direction,
      scheduled_at: toLocalTimeOrNull(flight.scheduledAt, timezone),
    },
    distance_m: itinerary.distanceM,
    driving_seconds: itinerary.drivingSeconds,
    distance_source: itinerary.distanceSource,
    hours_advice: asHoursAdvice(findHoursAdvice(itinerary)),
    notes: itinerary.notes,
  }
}

/** The part of an itinerary in lists. */
export function asOutline(itinerary: KeptItinerary, mapUrl: string) {
  const { timezone } = itinerary
  return {
    trip_type: itinerary.tripType,
    purpose: itinerary.purpose,
    summary: itinerary.summary,
    pickup: asPlaceRecord(itinerary.pickup, mapUrl),
    dropoff: asPlaceRecord(itinerary.dropoff, mapUrl),
    departs_at: toLocalTime(itinerary.departsAt, timezone),
    returns_at: toLocalTimeOrNull(itinerary.returnsAt, timezone),
    ends_at: toLocalTime(itinerary.endsAt, timezone),
    timezone,
    passenger_count: itinerary.passengerCount,
  }
}

function asLeg(leg: KeptLeg, timezone: string, mapUrl: string): Of<typeof Leg> {
  return {
    sequence: leg.sequence,
    kind: leg.kind,
    pickup: asPlaceRecord(leg.pickup, mapUrl),
    dropoff: asPlaceRecord(leg.dropoff, mapUrl),
    departs_at: toLocalTime(leg.departsAt, timezone),
    arrive_by: toLocalTimeOrNull(leg.arriveBy, timezone),
    passenger_count: leg.passengerCount,
    waiting_minutes: leg.waitingMinutes,
    distance_m: leg.distanceM,
    driving_seconds: leg.drivingSeconds,
    distance_source: leg.distanceSource,
    stops: leg.stops.map((stop) => asStop(stop, timezone, mapUrl)),
  }
}

function asStop(stop: KeptStop, timezone: string, mapUrl: string): Of<typeof Stop> {
  return {
    sequence: stop.sequence,
    kind: stop.kind,
    place: asPlaceRecord(stop.place, mapUrl),
    arrive_at: toLocalTimeOrNull(stop.arriveAt, timezone),
    depart_at: toLocalTimeOrNull(stop.departAt, timezone),
    waiting_minutes: stop.waitingMinutes,
    note: stop.note,
  }
}

/** A place in the order of its fields, with its link by the template of map links. */
export function asPlaceRecord(place: KeptPlace, mapUrl: string): Of<typeof Place> {
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
    // A place that was stored as JSON by an earlier release has no source.
    coordinates_source: readCoordinatesSource(place),
    access_note: place.accessNote,
    map_url: buildMapUrl(mapUrl, place),
  }
}

function asLuggage(luggage: Luggage) {
  return {
    suitcases: luggage.suitcases,
    hand_luggage: luggage.handLuggage,
    oversized: [...luggage.oversized],
    note: luggage.note,
  }
}

function asAccessibility(needs: Accessibility) {
  return {
    wheelchair_spaces: needs.wheelchairSpaces,
    wheelchair_remains_seated: needs.wheelchairRemainsSeated,
    lift_required: needs.liftRequired,
    step_free: needs.stepFree,
    psvar_required: needs.psvarRequired,
    assistance_dogs: needs.assistanceDogs,
    note: needs.note,
  }
}

function asHoursAdvice(advice: HoursAdvice | null) {
  return (
    advice && {
      driving_minutes: advice.drivingMinutes,
      duty_minutes: advice.dutyMinutes,
      breaks_minutes: advice.breaksMinutes,
      second_driver_likely: advice.secondDriverLikely,
      rules: [...advice.rules],
      estimated: advice.isEstimated,
    }
  )
}

function toLocalTimeOrNull(ms: number | null, timezone: string): string | null {
  return ms === null ? null : toLocalTime(ms, timezone)
}
