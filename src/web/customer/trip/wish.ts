import { wallOf } from '../../plain/moment.ts'
import { instantsOf, withOffset } from '../../plain/zone.ts'
import type { ShownTrip } from './shown.ts'

/** What stands in the form of a change, as it was typed. */
export type TypedWish = {
  readonly departs: string
  readonly returns: string
  readonly pickup: string
  readonly people: string
  readonly leadName: string
  readonly leadPhone: string
  readonly message: string
}

/** What can be sent of a form, or what has to be put right first. */
export type WishRead = { readonly body: object; readonly fault: null } | { readonly body: null; readonly fault: string }

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

/** So many characters the notes of a trip hold, what stands in them among them. */
const mostNotes = 2_000

/** What was changed in the form, as the API takes it. */
export function readWish(typed: TypedWish, trip: ShownTrip): WishRead {
  const before = wishOf(trip)
  const changes: Record<string, unknown> = {}
  for (const [field, name] of [
    ['departs', 'departs_at'],
    ['returns', 'returns_at'],
  ] as const) {
    if (typed[field] === before[field] || typed[field] === '') continue
    const [instant] = instantsOf(typed[field], trip.timezone)
    if (instant === undefined) return wrong('The clocks go forward at that time: choose another.')
    changes[name] = withOffset(instant, trip.timezone)
  }
  const pickup = typed.pickup.trim()
  if (pickup !== '' && pickup !== before.pickup) changes.pickup = { label: pickup, kind: 'other' }
  if (typed.people !== before.people) changes.passenger_count = Number(typed.people)
  const name = typed.leadName.trim()
  if (name !== '') changes.lead_passenger = { name, phone: typed.leadPhone.trim() || null }
  const message = typed.message.trim() || null
  // What is told alone is a change as well: the operator finds it in the notes of the trip.
  if (Object.keys(changes).length === 0 && message !== null) {
    const notes = [trip.notes, message].filter(Boolean).join('\n')
    if (notes.length > mostNotes)
      return wrong(`That is ${notes.length - mostNotes} characters too long: say it shorter, or ring.`)
    changes.notes = notes
  }
  if (Object.keys(changes).length === 0) return wrong('Change something first: nothing here is other than it was.')
  return { body: { changes, message }, fault: null }
}

function wrong(fault: string): WishRead {
  return { body: null, fault }
}
