import { toSpokenTime } from '../../domain/instant.ts'
import type { Accessibility, Itinerary, Luggage } from '../../domain/itinerary.ts'
import type { Leg, Stop } from '../../domain/leg.ts'
import type { Place } from '../../domain/place.ts'
import type { PaperCell, PaperFact, PaperTable } from '../../domain/printed-paper.ts'
import { counted, hoursAndMinutes } from '../../domain/spoken.ts'
import { spokenCode } from './spoken.ts'

/** The part of a trip that is told on paper to each of its readers. */
export type PrintedTrip = {
  readonly ref: string
  readonly itinerary: Itinerary
  readonly timezone: string
}

type CoachCall = { readonly at: number | null; readonly what: string; readonly place: Place; readonly more: readonly string[] }

/** A table of calls and times, leg by leg; the driver's has a map of each place and a box for the real time. */
export function callsTable(
  { timezone, passengerCount }: Pick<Itinerary, 'timezone' | 'passengerCount'>,
  legs: readonly Leg[],
  now: number,
  isForDriver: boolean,
): PaperTable {
  const rows = legs
    .flatMap((leg) => callsOf(leg, passengerCount))
    .map(({ at, what, place, more }): PaperCell[] => [
      at === null ? '' : timeCell(at, timezone, now),
      { strong: `${what}: ${place.label}`, text: [...addressOf(place), ...more].join('\n') },
      ...(isForDriver ? ([mapOf(place), { box: true }] as const) : []),
    ])
  return {
    kind: 'table',
    columns: [
      { head: 'When', share: 2.2 },
      { head: 'Where', share: isForDriver ? 7 : 10 },
      ...(isForDriver
        ? [
            { head: 'Map', share: 1.5 },
            { head: 'Real time', share: 1.7 },
          ]
        : []),
    ],
    rows,
  }
}

function callsOf(leg: Leg, usualCount: number): CoachCall[] {
  const { kind, pickup, dropoff, departsAt, arriveBy, stops, passengerCount, waitingMinutes } = leg
  if (kind === 'standby') {
    const until = waitingMinutes > 0 ? [`${hoursAndMinutes(waitingMinutes)} here`] : []
    return [{ at: departsAt, what: 'Wait with the coach', place: pickup, more: until }]
  }
  const people = passengerCount === usualCount ? [] : [counted(passengerCount, 'passenger')]
  return [
    { at: departsAt, what: 'Pick up', place: pickup, more: people },
    ...stops.map(callOf),
    { at: arriveBy, what: 'Set down', place: dropoff, more: [] },
  ]
}

const stopWords: Readonly<Record<Stop['kind'], string>> = {
  pickup: 'Pick up',
  dropoff: 'Set down',
  comfort: 'Break',
  visit: 'Visit',
}

function callOf({ kind, place, arriveAt, departAt, waitingMinutes, note }: Stop): CoachCall {
  const waits = waitingMinutes === null || waitingMinutes === 0 ? [] : [`${hoursAndMinutes(waitingMinutes)} here`]
  return { at: arriveAt ?? departAt, what: stopWords[kind], place, more: [...waits, ...(note === null ? [] : [note])] }
}

function timeCell(at: number, timezone: string, now: number): PaperCell {
  const [day = '', clock = ''] = toSpokenTime(at, timezone, now).split(', ')
  return { strong: clock, text: day }
}

function addressOf({ label, addressLines, locality, postcode, accessNote }: Place): string[] {
  const town = [locality, postcode].filter((part) => part !== null && part !== label && !addressLines.includes(part)).join(' ')
  const address = [...addressLines, town].filter((part) => part !== '').join(', ')
  return [...(address === '' ? [] : [address]), ...(accessNote === null ? [] : [`Access: ${accessNote}`])]
}

/** A phone opens what it reads here as a map: in its own app where the position is known, else as a search in its browser. */
function mapOf({ label, addressLines, locality, postcode, latitude, longitude }: Place): PaperCell {
  const says = `Map of ${label}`
  if (latitude !== null && longitude !== null) return { code: `geo:${latitude},${longitude}`, says }
  const sought = postcode ?? [label, ...addressLines, locality].filter((part) => part !== null).join(', ')
  const query = encodeURIComponent([...sought].slice(0, 80).join(''))
  return { code: `https://www.openstreetmap.org/search?query=${query}`, says }
}

/** Facts about who and what comes along, as far as they were said. */
export function groupFacts({ passengerCount, passengers, luggage, accessibility, flight, dbsRequired }: Itinerary): PaperFact[] {
  const ages = passengers === null ? [] : agesOf(passengers)
  const facts: (PaperFact | null)[] = [
    ['Passengers', ages.length === 0 ? String(passengerCount) : `${passengerCount}: ${ages.join(', ')}`],
    luggage && ['Luggage', luggageOf(luggage)],
    accessibility && ['Access', accessOf(accessibility)],
    flight && ['Flight', `${flight.number}, ${flight.direction}`],
    dbsRequired === 'none' ? null : ['DBS check of the driver', spokenCode(dbsRequired)],
  ]
  return facts.filter((fact) => fact !== null && fact[1] !== '') as PaperFact[]
}

function agesOf({ adults, children, infants }: NonNullable<Itinerary['passengers']>): string[] {
  const parts = [
    [adults, 'adult', 'adults'],
    [children, 'child', 'children'],
    [infants, 'infant', 'infants'],
  ] as const
  return parts.flatMap(([number, one, many]) => (number === 0 ? [] : [counted(number, one, many)]))
}

function luggageOf({ suitcases, handLuggage, oversized, note }: Luggage): string {
  const parts = [
    suitcases > 0 && counted(suitcases, 'suitcase'),
    handLuggage > 0 && counted(handLuggage, 'hand bag'),
    ...oversized.map(spokenCode),
    note,
  ]
  return parts.filter((part) => part).join(', ')
}

function accessOf(access: Accessibility): string {
  const parts = [
    access.wheelchairSpaces > 0 && counted(access.wheelchairSpaces, 'wheelchair space'),
    access.wheelchairRemainsSeated && 'stays in the wheelchair',
    access.liftRequired && 'lift needed',
    access.stepFree && 'step-free',
    access.psvarRequired && 'PSVAR coach',
    access.assistanceDogs > 0 && counted(access.assistanceDogs, 'assistance dog'),
    access.note,
  ]
  return parts.filter((part) => part).join(', ')
}
