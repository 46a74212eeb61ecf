import { instantsOf, withOffset } from '../plain/zone.ts'
import { emptyPlace, placeChoices, type TypedPlace } from '../portal/trip-fields/typed-trip.ts'
import { emptyMarketTrip, type TypedMarketTrip } from './typed-market-trip.ts'

/** The columns of a file of trips, in the order of the example. */
export const importColumns = [
  ...['departs', 'returns', 'from', 'from_kind', 'from_town', 'from_postcode', 'to', 'to_kind', 'to_town', 'to_postcode'],
  ...['people', 'name', 'organisation', 'email', 'phone', 'notes'],
] as const

/** One line as it could stand in a file. */
export const exampleRow = [
  ...['2027-06-12 08:30', '2027-06-12 17:00', 'Rose Cottage', 'residential', 'Leeds', 'LS6 2AB'],
  ...['York Minster', 'venue', 'York', 'YO1 7HH'],
  ...['45', 'Ann Smith', 'Otley Brass Band', 'ann@example.org', '07700 900123', ''],
] as const

type FileRow = ReadonlyMap<string, string>

/** One line of a file as the form would have it; moments are `2027-03-02 08:30` on the clocks of `zone`. */
export function tripOfRow(row: FileRow, zone: string): TypedMarketTrip {
  const cell = (name: string) => row.get(name) ?? ''
  const place = (name: string): TypedPlace => ({
    ...emptyPlace,
    label: cell(name),
    kind: kindOf(cell(`${name}_kind`)),
    locality: cell(`${name}_town`),
    postcode: cell(`${name}_postcode`),
  })
  return {
    ...emptyMarketTrip(zone),
    departsAt: momentOf(cell('departs'), zone),
    isReturn: cell('returns') !== '',
    returnsAt: momentOf(cell('returns'), zone),
    pickup: place('from'),
    dropoff: place('to'),
    people: /^\d{1,4}$/.test(cell('people')) ? Number(cell('people')) : null,
    name: cell('name'),
    organisation: cell('organisation'),
    email: cell('email'),
    phone: cell('phone'),
    notes: cell('notes'),
  }
}

/**
 * The reason why a line is not sent, in a sentence; null if its times and types of places can be read. A return time that cannot be
 * read would make it a trip one way.
 */
export function faultOfRow(row: FileRow, zone: string): string | null {
  const [departs, returns] = [row.get('departs') ?? '', row.get('returns') ?? '']
  if (departs === '') return 'The time to leave is missing: write 2027-06-12 08:30.'
  if (momentOf(departs, zone) === null) return 'The time to leave cannot be read: write 2027-06-12 08:30.'
  if (returns !== '' && momentOf(returns, zone) === null) {
    return 'The time to come back cannot be read: write 2027-06-12 17:00.'
  }
  const wrong = (['from_kind', 'to_kind'] as const).find((name) => row.get(name) && kindOf(row.get(name)) === null)
  return wrong === undefined ? null : `${wrong} is not a type of place. Use one of: ${placeChoices.join(', ')}.`
}

/** Sentences on what of a file is not taken: lines beyond the first `most`, and columns of other names. */
export function leftOut(rows: readonly FileRow[], most: number): readonly string[] {
  const known: readonly string[] = importColumns
  const unread = [...(rows[0]?.keys() ?? [])].filter((name) => name !== '' && !known.includes(name))
  return [
    ...(rows.length > most ? [`Only the first ${most} lines are taken; the file has ${rows.length}.`] : []),
    ...(unread.length > 0 ? [`These columns are not read: ${unread.join(', ')}.`] : []),
  ]
}

/** The type of place in a cell; null for none, and then the name of the place decides. */
function kindOf(typed = ''): TypedPlace['kind'] {
  return placeChoices.find((kind) => kind === typed.toLowerCase()) ?? null
}

/** Nothing but a whole moment is one: what stands behind it, such as an offset, would be lost. */
function momentOf(text: string, zone: string): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::\d\d)?$/.exec(text) ?? []
  if (day === undefined || time === undefined) return null
  const [instant] = instantsOf(`${day}T${time}`, zone)
  return instant === undefined ? null : withOffset(instant, zone)
}
