import { wallOf } from '../../plain/moment.ts'
import { instantsOf, withOffset } from '../../plain/zone.ts'
import type { ShownTrip } from './shown.ts'

/** The fields of the form of a change, as they were typed. */
export type TypedWish = {
  readonly departs: string
  readonly returns: string
  readonly pickup: string
  readonly people: string
  readonly leadName: string
  readonly leadPhone: string
  readonly message: string
}

/** Faults of what was typed, each at its field; those of the whole form under `form`. */
export type WishFaults = Readonly<Partial<Record<keyof TypedWish | 'form', string>>>

/** The change that can be sent of a form, or the faults that have to be put right first. */
export type WishRead = { readonly body: object; readonly faults: null } | { readonly body: null; readonly faults: WishFaults }

/** The form as the trip stands: nothing is changed yet. */
export function wishOf(trip: ShownTrip): TypedWish {
  const field = (local: string | null) => (local === null ? '' : wallOf(local).slice(0, 16))
  return {
    departs: field(trip.departs_at),
    returns: field(trip.returns_at),
    pickup: trip.pickup.label,
    people: String(trip.passenger_count),
    leadName: '',
    leadPhone: '',
    message: '',
  }
}

/** Greatest number of characters the notes of a trip hold, what stands in them among them. */
const mostNotes = 2_000

/** Reads what was changed in a form since it was `filled`, for the API. What has become so meanwhile is no change. */
export function readWish(typed: TypedWish, filled: TypedWish, trip: ShownTrip): WishRead {
  const standing = wishOf(trip)
  const isChanged = (field: keyof TypedWish) => ![filled[field], standing[field], ''].includes(typed[field].trim())
  const changes: Record<string, unknown> = {}
  for (const [field, name] of [
    ['departs', 'departs_at'],
    ['returns', 'returns_at'],
  ] as const) {
    if (!isChanged(field)) continue
    const [instant] = instantsOf(typed[field], trip.timezone)
    if (instant === undefined) return { body: null, faults: { [field]: 'The clocks go forward at that time: choose another.' } }
    changes[name] = withOffset(instant, trip.timezone)
  }
  if (isChanged('pickup')) changes.pickup = { label: typed.pickup.trim(), kind: trip.pickup.kind }
  if (isChanged('people')) changes.passenger_count = Number(typed.people)
  const name = typed.leadName.trim()
  const phone = typed.leadPhone.trim() || null
  if (name === '' && phone !== null) return { body: null, faults: { leadName: 'Write their name as well.' } }
  if (name !== '') changes.lead_passenger = { name, phone }
  const message = typed.message.trim() || null
  // What is told alone is a change as well: the operator finds it in the notes of the trip.
  if (Object.keys(changes).length === 0 && message !== null) {
    const notes = [trip.notes, message].filter(Boolean).join('\n')
    if (notes.length > mostNotes) {
      const message = `That is ${notes.length - mostNotes} characters too long: say it shorter, or ring.`
      return { body: null, faults: { message } }
    }
    changes.notes = notes
  }
  if (Object.keys(changes).length === 0) {
    return { body: null, faults: { form: 'Change something first: nothing here is other than it was.' } }
  }
  return { body: { changes, message }, faults: null }
}

/** The fields of the API, by how their paths begin, and where in the form they are typed. */
const typedAt: readonly (readonly [string, keyof TypedWish])[] = [
  ['changes.departs_at', 'departs'],
  ['changes.returns_at', 'returns'],
  ['changes.pickup', 'pickup'],
  ['changes.passenger_count', 'people'],
  ['passenger_count', 'people'],
  ['changes.lead_passenger.phone', 'leadPhone'],
  ['changes.lead_passenger', 'leadName'],
  ['changes.notes', 'message'],
  ['message', 'message'],
]

/** A sentence of the API, where the field it names stands above it. */
function inPlace(sentence: string): string {
  return sentence.replace(/^The \S+ field /, 'This ')
}

/** The faults that the server found, each taken to where it was typed. */
export function faultsOf(fields: Readonly<Record<string, readonly string[]>>): WishFaults {
  const faults: Partial<Record<keyof TypedWish | 'form', string>> = {}
  for (const [path, sentences] of Object.entries(fields)) {
    const place = typedAt.find(([start]) => path === start || path.startsWith(`${start}.`))?.[1] ?? 'form'
    faults[place] = [faults[place], ...sentences.map(inPlace)].filter(Boolean).join(' ')
  }
  return faults
}
