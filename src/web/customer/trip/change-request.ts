import { isStillChosen, type PlaceTexts, parseChosenPlace } from '../../../domain/chosen-place.ts'
import { toWall } from '../../plain/moment.ts'
import { formatWithOffset, listInstants } from '../../plain/zone.ts'
import type { ShownTrip } from './shown.ts'

/** The typed fields of a change request. */
export type TypedChangeRequest = {
  readonly departs: string
  readonly returns: string
  readonly pickup: string
  readonly town: string
  readonly postcode: string
  /** The place chosen from a search, as the request form keeps it; empty without one. */
  readonly found: string
  readonly people: string
  readonly leadName: string
  readonly leadPhone: string
  readonly message: string
}

/** Faults by field; those of the whole form under `form`. */
export type ChangeRequestFaults = Readonly<Partial<Record<keyof TypedChangeRequest | 'form', string>>>

/** The change to send, or the faults of the form. */
export type ChangeRequestRead =
  | { readonly body: object; readonly faults: null }
  | { readonly body: null; readonly faults: ChangeRequestFaults }

/** The form with the values of the trip. */
export function toTypedChangeRequest(trip: ShownTrip): TypedChangeRequest {
  const field = (local: string | null) => (local === null ? '' : toWall(local).slice(0, 16))
  return {
    departs: field(trip.departs_at),
    returns: field(trip.returns_at),
    pickup: trip.pickup.label,
    town: trip.pickup.locality ?? '',
    postcode: trip.pickup.postcode ?? '',
    found: '',
    people: String(trip.passenger_count),
    leadName: '',
    leadPhone: '',
    message: '',
  }
}

/** The form with another name of the pick-up. It loses the town and the postcode of the place that it named before. */
export function typePickup(typed: TypedChangeRequest, filled: TypedChangeRequest, pickup: string): TypedChangeRequest {
  const texts = { label: pickup, locality: typed.town, postcode: typed.postcode }
  const before = parseChosenPlace(typed.found) ?? readPickupTexts(filled)
  if (isStillChosen(before, texts)) return { ...typed, pickup }
  const town = typed.town === before.locality ? '' : typed.town
  const postcode = typed.postcode === before.postcode ? '' : typed.postcode
  return { ...typed, pickup, town, postcode, found: '' }
}

/** Whether the pick-up is the place chosen from a search. */
export function isPickupChosen(typed: TypedChangeRequest): boolean {
  const chosen = parseChosenPlace(typed.found)
  return chosen !== null && isStillChosen(chosen, readPickupTexts(typed))
}

function readPickupTexts({ pickup, town, postcode }: TypedChangeRequest): PlaceTexts {
  return { label: pickup.trim(), locality: town.trim(), postcode: postcode.trim() }
}

/** The changed pick-up for the API: a new place, or the old one with another town or postcode. */
function buildPickupBody(typed: TypedChangeRequest, { pickup: before }: ShownTrip): object {
  const { label, locality, postcode } = readPickupTexts(typed)
  const chosen = isPickupChosen(typed) ? parseChosenPlace(typed.found) : null
  const point = chosen === null ? null : { latitude: chosen.latitude, longitude: chosen.longitude }
  const country = chosen?.country ?? null
  const { kind, address_lines, access_note, country_code } = before
  if (label === before.label) {
    const texts = { label, kind, locality: locality || null, postcode: postcode || null, address_lines, access_note }
    return { ...texts, country_code: country ?? country_code, ...point }
  }
  return {
    label,
    kind,
    ...(locality !== '' && { locality }),
    ...(postcode !== '' && { postcode }),
    ...(country !== null && { country_code: country }),
    ...point,
  }
}

/** Greatest length of the notes of a trip. */
const mostNotes = 2_000

/** Reads the changes of a form since it was `filled`, for the API. Unchanged values are left out. */
export function readChangeRequest(typed: TypedChangeRequest, filled: TypedChangeRequest, trip: ShownTrip): ChangeRequestRead {
  const standing = toTypedChangeRequest(trip)
  const isChanged = (field: keyof TypedChangeRequest) => ![filled[field], standing[field], ''].includes(typed[field].trim())
  const changes: Record<string, unknown> = {}
  for (const [field, name] of [
    ['departs', 'departs_at'],
    ['returns', 'returns_at'],
  ] as const) {
    if (!isChanged(field)) continue
    const [instant] = listInstants(typed[field], trip.timezone)
    if (instant === undefined) return { body: null, faults: { [field]: 'The clocks go forward then; choose another time.' } }
    changes[name] = formatWithOffset(instant, trip.timezone)
  }
  const isPlaceChanged = (['pickup', 'town', 'postcode'] as const).some(isChanged)
  if (isPlaceChanged || isPickupChosen(typed)) changes.pickup = buildPickupBody(typed, trip)
  if (isChanged('people')) changes.passenger_count = Number(typed.people)
  const name = typed.leadName.trim()
  const phone = typed.leadPhone.trim() || null
  if (name === '' && phone !== null) return { body: null, faults: { leadName: 'Enter the name too.' } }
  if (name !== '') changes.lead_passenger = { name, phone }
  const message = typed.message.trim() || null
  // A message alone changes the notes, where the operator reads it.
  if (Object.keys(changes).length === 0 && message !== null) {
    const notes = [trip.notes, message].filter(Boolean).join('\n')
    if (notes.length > mostNotes) {
      const message = `That is ${notes.length - mostNotes} characters too long. Shorten it, or call.`
      return { body: null, faults: { message } }
    }
    changes.notes = notes
  }
  if (Object.keys(changes).length === 0) {
    return { body: null, faults: { form: 'Change at least one field.' } }
  }
  return { body: { changes, message }, faults: null }
}

/** The beginnings of API paths, with their fields in the form. */
const typedAt: readonly (readonly [string, keyof TypedChangeRequest])[] = [
  ['changes.departs_at', 'departs'],
  ['changes.returns_at', 'returns'],
  ['changes.pickup.locality', 'town'],
  ['changes.pickup.postcode', 'postcode'],
  ['changes.pickup', 'pickup'],
  ['changes.passenger_count', 'people'],
  ['passenger_count', 'people'],
  ['changes.lead_passenger.phone', 'leadPhone'],
  ['changes.lead_passenger', 'leadName'],
  ['changes.notes', 'message'],
  ['message', 'message'],
]

/** A sentence of the API, shortened for its field. */
function shortenFaultSentence(sentence: string): string {
  return sentence.replace(/^The \S+ field /, 'This ')
}

/** The server's faults, by field. */
export function listChangeRequestFaults(fields: Readonly<Record<string, readonly string[]>>): ChangeRequestFaults {
  const faults: Partial<Record<keyof TypedChangeRequest | 'form', string>> = {}
  for (const [path, sentences] of Object.entries(fields)) {
    const place = typedAt.find(([start]) => path === start || path.startsWith(`${start}.`))?.[1] ?? 'form'
    faults[place] = [faults[place], ...sentences.map(shortenFaultSentence)].filter(Boolean).join(' ')
  }
  return faults
}
