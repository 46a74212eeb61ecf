import { emptyPlace, type PlaceDraft, placeChoices } from '../office/trip-fields/places.ts'
import { formatWithOffset, listInstants } from '../plain/zone.ts'
import type { MarketTripDraft } from './market-trip.ts'

/** The columns of a file of trips, in the order of the example. */
export const importColumns = [
  ...['departs', 'returns', 'from', 'from_kind', 'from_town', 'from_postcode', 'to', 'to_kind', 'to_town', 'to_postcode'],
  ...['people', 'name', 'organisation', 'email', 'phone', 'notes'],
] as const

/** An example line of the file. */
export const exampleRow = [
  ...['2027-06-12 08:30', '2027-06-12 17:00', 'Rose Cottage', 'residential', 'Leeds', 'LS6 2AB'],
  ...['York Minster', 'venue', 'York', 'YO1 7HH'],
  ...['45', 'Ann Smith', 'Otley Brass Band', 'ann@example.org', '07700 900123', ''],
] as const

type FileRow = ReadonlyMap<string, string>

/** The form values of one line of a file. Times are `2027-03-02 08:30` in `zone`. */
export function parseTripRow(row: FileRow, zone: string): MarketTripDraft {
  const cell = (name: string) => row.get(name) ?? ''
  const place = (name: string): PlaceDraft => ({
    ...emptyPlace,
    label: cell(name),
    kind: parsePlaceKind(cell(`${name}_kind`)),
    locality: cell(`${name}_town`),
    postcode: cell(`${name}_postcode`),
  })
  return {
    timezone: zone,
    departs_at: parseRowMoment(cell('departs'), zone),
    isReturn: cell('returns') !== '',
    returns_at: parseRowMoment(cell('returns'), zone),
    pickup: place('from'),
    dropoff: place('to'),
    passenger_count: /^\d{1,4}$/.test(cell('people')) ? Number(cell('people')) : null,
    customer: { name: cell('name'), organisation: cell('organisation'), email: cell('email'), phone: cell('phone') },
    notes: cell('notes'),
    offer_to: 'all',
  }
}

/**
 * The fault of a line that cannot be sent. Null if its times and place types are readable. An unreadable return time is a fault,
 * because without it the trip would be one way.
 */
export function findRowFault(row: FileRow, zone: string): string | null {
  const [departs, returns] = [row.get('departs') ?? '', row.get('returns') ?? '']
  if (departs === '') return 'The departure time is missing. Write it like 2027-06-12 08:30.'
  if (parseRowMoment(departs, zone) === null) return 'The departure time is not valid. Write it like 2027-06-12 08:30.'
  if (returns !== '' && parseRowMoment(returns, zone) === null) {
    return 'The return time is not valid. Write it like 2027-06-12 17:00.'
  }
  const wrong = (['from_kind', 'to_kind'] as const).find((name) => row.get(name) && parsePlaceKind(row.get(name)) === null)
  return wrong === undefined ? null : `${wrong} is not a place type. Use one of: ${placeChoices.join(', ')}.`
}

/** Sentences on ignored parts of a file: lines after the first `most`, and unknown columns. */
export function describeLeftOutRows(rows: readonly FileRow[], most: number): readonly string[] {
  const known: readonly string[] = importColumns
  const unread = [...(rows[0]?.keys() ?? [])].filter((name) => name !== '' && !known.includes(name))
  return [
    ...(rows.length > most ? [`Only the first ${most} of ${rows.length} lines are used.`] : []),
    ...(unread.length > 0 ? [`These columns are ignored: ${unread.join(', ')}.`] : []),
  ]
}

/** The place type of a cell. Null for none; then the name of the place decides. */
function parsePlaceKind(typed = ''): PlaceDraft['kind'] {
  return placeChoices.find((kind) => kind === typed.toLowerCase()) ?? null
}

/** Reads a date and time. Null for a longer text, because for example an offset would be lost. */
function parseRowMoment(text: string, zone: string): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::\d\d)?$/.exec(text) ?? []
  if (day === undefined || time === undefined) return null
  const [instant] = listInstants(`${day}T${time}`, zone)
  return instant === undefined ? null : formatWithOffset(instant, zone)
}
