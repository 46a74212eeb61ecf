import { toSpokenTime } from '../../domain/instant.ts'
import type { Accessibility, Itinerary, Luggage } from '../../domain/itinerary.ts'
import type { Leg, Stop } from '../../domain/leg.ts'
import type { Place } from '../../domain/place.ts'
import type { PaperCell, PaperFact, PaperTable } from '../../domain/printed-paper.ts'
import { formatCount, formatHoursAndMinutes } from '../../domain/spoken.ts'
import { formatCode } from './spoken.ts'

/** The part of a trip that every document shows. */
export type PrintedTrip = {
  readonly ref: string
  readonly itinerary: Itinerary
  readonly timezone: string
}

type CoachCall = { readonly at: number | null; readonly what: string; readonly place: Place; readonly more: readonly string[] }

/** A table of stops and times by leg; the driver's has a map code for each place and a box for the actual time. */
export function buildCallsTable(
  { timezone, passengerCount }: Pick<Itinerary, 'timezone' | 'passengerCount'>,
  legs: readonly Leg[],
  now: number,
  isForDriver: boolean,
): PaperTable {
  const rows = legs
    .flatMap((leg) => listCoachCalls(leg, passengerCount))
    .map(({ at, what, place, more }): PaperCell[] => [
      at === null ? '' : formatTimeCell(at, timezone, now),
      { strong: `${what}: ${place.label}`, text: [...listPlaceLines(place), ...more].join('\n') },
      ...(isForDriver ? ([buildMapCode(place), { box: true }] as const) : []),
    ])
  return {
    kind: 'table',
    columns: [
      { head: 'Time', share: 2.2 },
      { head: 'Place', share: isForDriver ? 7 : 10 },
      ...(isForDriver
        ? [
            { head: 'Map', share: 1.5 },
            { head: 'Actual', share: 1.7 },
          ]
        : []),
    ],
    rows,
  }
}

function listCoachCalls(leg: Leg, usualCount: number): CoachCall[] {
  const { kind, pickup, dropoff, departsAt, arriveBy, stops, passengerCount, waitingMinutes } = leg
  if (kind === 'standby') {
    const until = waitingMinutes > 0 ? [`${formatHoursAndMinutes(waitingMinutes)} here`] : []
    return [{ at: departsAt, what: 'Coach waits', place: pickup, more: until }]
  }
  const people = passengerCount === usualCount ? [] : [formatCount(passengerCount, 'passenger')]
  return [
    { at: departsAt, what: 'Pick-up', place: pickup, more: people },
    ...stops.map(buildCoachCall),
    { at: arriveBy, what: 'Drop-off', place: dropoff, more: [] },
  ]
}

const stopWords: Readonly<Record<Stop['kind'], string>> = {
  pickup: 'Pick-up',
  dropoff: 'Drop-off',
  comfort: 'Break',
  visit: 'Visit',
}

function buildCoachCall({ kind, place, arriveAt, departAt, waitingMinutes, note }: Stop): CoachCall {
  const waits = waitingMinutes === null || waitingMinutes === 0 ? [] : [`${formatHoursAndMinutes(waitingMinutes)} here`]
  return { at: arriveAt ?? departAt, what: stopWords[kind], place, more: [...waits, ...(note === null ? [] : [note])] }
}

function formatTimeCell(at: number, timezone: string, now: number): PaperCell {
  const [day = '', clock = ''] = toSpokenTime(at, timezone, now).split(', ')
  return { strong: clock, text: day }
}

function listPlaceLines({ label, addressLines, locality, postcode, accessNote }: Place): string[] {
  const town = [locality, postcode].filter((part) => part !== null && part !== label && !addressLines.includes(part)).join(' ')
  const address = [...addressLines, town].filter((part) => part !== '').join(', ')
  return [...(address === '' ? [] : [address]), ...(accessNote === null ? [] : [`Access: ${accessNote}`])]
}

/** The address of a map code: coordinates for a map app, or a search without them. */
function buildMapCode({ label, addressLines, locality, postcode, latitude, longitude }: Place): PaperCell {
  const says = `Map of ${label}`
  if (latitude !== null && longitude !== null) return { code: `geo:${latitude},${longitude}`, says }
  const sought = postcode ?? [label, ...addressLines, locality].filter((part) => part !== null).join(', ')
  const query = encodeURIComponent([...sought].slice(0, 80).join(''))
  return { code: `https://www.openstreetmap.org/search?query=${query}`, says }
}

/** Facts about passengers, luggage and needs, if set. */
export function listGroupFacts({
  passengerCount,
  passengers,
  luggage,
  accessibility,
  flight,
  dbsRequired,
}: Itinerary): PaperFact[] {
  const ages = passengers === null ? [] : listAges(passengers)
  const facts: (PaperFact | null)[] = [
    ['Passengers', ages.length === 0 ? String(passengerCount) : `${passengerCount}: ${ages.join(', ')}`],
    luggage && ['Luggage', formatPaperLuggage(luggage)],
    accessibility && ['Access', formatPaperAccess(accessibility)],
    flight && ['Flight', `${flight.number}, ${flight.direction}`],
    dbsRequired === 'none' ? null : ['DBS check', formatCode(dbsRequired)],
  ]
  return facts.filter((fact) => fact !== null && fact[1] !== '') as PaperFact[]
}

function listAges({ adults, children, infants }: NonNullable<Itinerary['passengers']>): string[] {
  const parts = [
    [adults, 'adult', 'adults'],
    [children, 'child', 'children'],
    [infants, 'infant', 'infants'],
  ] as const
  return parts.flatMap(([number, one, many]) => (number === 0 ? [] : [formatCount(number, one, many)]))
}

function formatPaperLuggage({ suitcases, handLuggage, oversized, note }: Luggage): string {
  const parts = [
    suitcases > 0 && formatCount(suitcases, 'suitcase'),
    handLuggage > 0 && formatCount(handLuggage, 'item of hand luggage', 'items of hand luggage'),
    ...oversized.map(formatCode),
    note,
  ]
  return parts.filter((part) => part).join(', ')
}

function formatPaperAccess(access: Accessibility): string {
  const parts = [
    access.wheelchairSpaces > 0 && formatCount(access.wheelchairSpaces, 'wheelchair space'),
    access.wheelchairRemainsSeated && 'stays in the wheelchair',
    access.liftRequired && 'lift needed',
    access.stepFree && 'step-free',
    access.psvarRequired && 'PSVAR coach',
    access.assistanceDogs > 0 && formatCount(access.assistanceDogs, 'assistance dog'),
    access.note,
  ]
  return parts.filter((part) => part).join(', ')
}
