/** Meaning of a colour. The word beside the colour has the same meaning. */
export type Tone = 'good' | 'waiting' | 'wrong' | 'over' | 'plain'

/** A state for people: its word, its colour, and its deadline (an instant of the API) if it has one. */
export type StateWord = { readonly word: string; readonly tone: Tone; readonly isStrong?: boolean; readonly until: string | null }

/** The part of a job that its state depends on. */
export type JobStateFacts = {
  readonly status: string
  readonly quote_by: string
  readonly my_quote: {
    readonly status: string
    readonly instantly_bookable: boolean
    readonly valid_until: string
    readonly booking_request: { readonly respond_by: string; readonly payment_status: string } | null
  } | null
}

/** The part of a booking that its state depends on. */
export type BookingStateFacts = { readonly status: string; readonly trip_status: string; readonly needs_driver: boolean }

const createStateWord = (word: string, tone: Tone, until: string | null = null): StateWord => ({ word, tone, until })

/** A word and its colour. Plain values keep them out of pages that show no states. */
type WordTone = readonly [word: string, tone: Tone]

const ended: Readonly<Record<string, WordTone>> = {
  won: ['Confirmed', 'good'],
  lost: ['Lost', 'over'],
  declined: ['Declined', 'over'],
  expired: ['Expired', 'over'],
  cancelled: ['Cancelled', 'over'],
}

/** The state of a job. `now` is in ms. A new job is closing from `closingMs` before its `quote_by`. */
export function findJobState(job: JobStateFacts, now: number, closingMs = 24 * 3_600_000): StateWord {
  const quote = job.my_quote
  if (job.status === 'fresh') {
    const closes = Date.parse(job.quote_by) - now <= closingMs
    return closes ? createStateWord('Quote closing', 'waiting', job.quote_by) : createStateWord('New', 'plain', job.quote_by)
  }
  if (job.status === 'booking_requested') {
    const request = quote?.booking_request ?? null
    if (request !== null && hasAcceptedQuote(request)) return createStateWord('Awaiting payment', 'waiting', request.respond_by)
    return { ...createStateWord('Booking request', 'waiting', request?.respond_by ?? null), isStrong: true }
  }
  if (job.status === 'quoted' && quote !== null) {
    if (quote.status !== 'confirmed') return createStateWord('Quoted, on request', 'plain', quote.valid_until)
    if (quote.booking_request !== null || !quote.instantly_bookable) return createStateWord('Awaiting payment', 'waiting')
    return createStateWord('Quoted, bookable now', 'plain', quote.valid_until)
  }
  return createStateWord(...(ended[job.status] ?? ([job.status, 'plain'] as const)))
}

/** Whether an open request is accepted and waits for the customer's payment. */
export function hasAcceptedQuote({ payment_status }: { readonly payment_status: string }): boolean {
  return payment_status !== 'card_saved'
}

const tripWords: Readonly<Record<string, WordTone>> = {
  unassigned: ['Confirmed', 'good'],
  assigned: ['Awaiting driver', 'waiting'],
  acknowledged: ['Driver confirmed', 'good'],
  en_route: ['Set off', 'good'],
  arrived: ['Arrived', 'good'],
  on_board: ['On board', 'good'],
  between_legs: ['Waiting for return', 'good'],
  completed: ['Completed', 'over'],
  no_show: ['No-show', 'over'],
}

/** The state of a booking. A missing driver comes before the state of the trip. */
export function findBookingState(booking: BookingStateFacts): StateWord {
  if (booking.status === 'cancelled') return createStateWord('Cancelled', 'over')
  if (booking.needs_driver) return createStateWord('No driver', 'wrong')
  return createStateWord(...(tripWords[booking.trip_status] ?? ([booking.trip_status, 'plain'] as const)))
}

/** The seven steps of a trip, in order. */
export const tripSteps = ['Confirmed', 'Allocated', 'Driver confirmed', 'Set off', 'Arrived', 'On board', 'Completed'] as const

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

const besideSteps: Readonly<Record<string, string>> = { between_legs: 'Waiting for return', no_show: 'No-show' }

/** The current step of a trip: its index among `tripSteps`, and the word for the state. */
export function findTripStep(tripStatus: string): { readonly at: number; readonly word: string } {
  const at = stepOf[tripStatus] ?? 0
  return { at, word: besideSteps[tripStatus] ?? tripSteps[at] ?? tripStatus }
}

/** Codes whose words are not the code with spaces. */
const irregular: Readonly<Record<string, string>> = { mpv: 'MPV', multi_day: 'multi-day', no_show: 'no-show' }

/** Formats a code of the API: `passenger_behaviour` → `Passenger behaviour`, `coach_57_plus` → `Coach, 57 seats or more`. */
export function formatWord(code: string): string {
  const [, kind = code, seats, orMore] = /^(\w+?)_(\d+)(_plus)?$/.exec(code) ?? []
  const text = (Object.hasOwn(irregular, kind) ? irregular[kind] : undefined) ?? kind.replaceAll('_', ' ')
  const words = text.charAt(0).toUpperCase() + text.slice(1)
  return seats === undefined ? words : `${words}, ${seats} seats${orMore === undefined ? '' : ' or more'}`
}

/** The route in the summary of a trip: `Leeds → York, 45 passengers, return` → `Leeds → York`. */
export function findRoute(summary: string): string {
  return summary.replace(/, \d+ passengers?, [^,]+$/, '')
}

/** Number of seats in the name of a vehicle type: `coach_57_plus` → 57. Null if the name has none. */
export function parseSeats(kind: string | null): number | null {
  const seats = /_(\d+)(_plus)?$/.exec(kind ?? '')?.[1]
  return seats === undefined ? null : Number(seats)
}
