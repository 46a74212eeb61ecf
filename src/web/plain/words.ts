/** Meaning of a colour. The word beside it says the same. */
export type Tone = 'good' | 'waiting' | 'wrong' | 'over' | 'plain'

/** A state as people read it: its word, its colour, and until when it lasts (an instant of the API), if it runs out. */
export type StateWord = { readonly word: string; readonly tone: Tone; readonly isStrong?: boolean; readonly until: string | null }

/** The part of a job that its state is read from. */
export type JobStanding = {
  readonly status: string
  readonly quote_by: string
  readonly my_quote: {
    readonly status: string
    readonly instantly_bookable: boolean
    readonly valid_until: string
    readonly booking_request: { readonly respond_by: string; readonly payment_status: string } | null
  } | null
}

/** The part of a booking that its state is read from. */
export type BookingStanding = { readonly status: string; readonly trip_status: string; readonly needs_driver: boolean }

const state = (word: string, tone: Tone, until: string | null = null): StateWord => ({ word, tone, until })

/** A word and its colour. Plain values, so that a page that does not show states loads none of them. */
type WordTone = readonly [word: string, tone: Tone]

const ended: Readonly<Record<string, WordTone>> = {
  won: ['Booked', 'good'],
  lost: ['Lost', 'over'],
  declined: ['Declined', 'over'],
  expired: ['Expired', 'over'],
  cancelled: ['Called off', 'over'],
}

/** The state of a job. `now` is in ms. A new job is closing from `closingMs` before its `quote_by` on. */
export function jobState(job: JobStanding, now: number, closingMs = 24 * 3_600_000): StateWord {
  const quote = job.my_quote
  if (job.status === 'fresh') {
    const closes = Date.parse(job.quote_by) - now <= closingMs
    return closes ? state('Closing', 'waiting', job.quote_by) : state('New', 'plain', job.quote_by)
  }
  if (job.status === 'booking_requested') {
    const request = quote?.booking_request ?? null
    if (request !== null && hasSaidYes(request)) return state('Waiting for money', 'waiting', request.respond_by)
    return { ...state('They want to book', 'waiting', request?.respond_by ?? null), isStrong: true }
  }
  if (job.status === 'quoted' && quote !== null) {
    if (quote.status !== 'confirmed') return state('Quoted, likely', 'plain', quote.valid_until)
    if (quote.booking_request !== null || !quote.instantly_bookable) return state('Waiting for money', 'waiting')
    return state('Quoted, sure', 'plain', quote.valid_until)
  }
  return state(...(ended[job.status] ?? ([job.status, 'plain'] as const)))
}

/** Whether a request that waits was accepted already, and waits for its customer to pay. */
export function hasSaidYes({ payment_status }: { readonly payment_status: string }): boolean {
  return payment_status !== 'card_saved'
}

const tripWords: Readonly<Record<string, WordTone>> = {
  unassigned: ['Booked', 'good'],
  assigned: ['Waiting for the driver', 'waiting'],
  acknowledged: ['Ready', 'good'],
  en_route: ['On the way', 'good'],
  arrived: ['On the way', 'good'],
  on_board: ['On board', 'good'],
  between_legs: ['On the way', 'good'],
  completed: ['Done', 'over'],
  no_show: ['Done', 'over'],
}

/** The state of a booking. One that is not called off and lacks a driver says so, however far it has come. */
export function bookingState(booking: BookingStanding): StateWord {
  if (booking.status === 'cancelled') return state('Called off', 'over')
  if (booking.needs_driver) return state('Needs a driver', 'wrong')
  return state(...(tripWords[booking.trip_status] ?? ([booking.trip_status, 'plain'] as const)))
}

/** The seven steps of a trip, in the order they are taken. */
export const tripSteps = ['Booked', 'Driver given', 'Driver says yes', 'On the way', 'Arrived', 'On board', 'Done'] as const

const stepOf: Readonly<Record<string, number>> = {
  unassigned: 0,
  assigned: 1,
  acknowledged: 2,
  en_route: 3,
  arrived: 4,
  on_board: 5,
  between_legs: 5,
  completed: 6,
  no_show: 6,
}

const besideSteps: Readonly<Record<string, string>> = { between_legs: 'Between legs', no_show: 'No show' }

/** The step that a trip has come to: its index among `tripSteps`, and the word for where the trip stands. */
export function tripStep(tripStatus: string): { readonly at: number; readonly word: string } {
  const at = stepOf[tripStatus] ?? 0
  return { at, word: besideSteps[tripStatus] ?? tripSteps[at] ?? tripStatus }
}

/** A word of the API as people read it: `passenger_behaviour` → `Passenger behaviour`, `coach_57_plus` → `Coach, 57 seats or more`. */
export function spokenWord(code: string): string {
  const [, kind = code, seats, orMore] = /^(\w+?)_(\d+)(_plus)?$/.exec(code) ?? []
  const text = kind === 'mpv' ? 'MPV' : kind.replaceAll('_', ' ')
  const words = text.charAt(0).toUpperCase() + text.slice(1)
  return seats === undefined ? words : `${words}, ${seats} seats${orMore === undefined ? '' : ' or more'}`
}

/** Number of seats that the name of a kind of coach promises: `coach_57_plus` → 57; null where it names none. */
export function seatsOf(kind: string | null): number | null {
  const seats = /_(\d+)(_plus)?$/.exec(kind ?? '')?.[1]
  return seats === undefined ? null : Number(seats)
}

/** Typed text without spaces around it. Null where none is left, which is how the API takes an empty field. */
export function orNull(text: string): string | null {
  return text.trim() || null
}
