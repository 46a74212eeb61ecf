import {
  type FollowUp,
  fillSentence,
  type RefusalLine,
  type RefusalReader,
  refusalRow,
  refusalSentence,
  refusals,
  type SpokenFacts,
  stepLabels,
} from '../../domain/refusal-sentences.ts'
import { formatInstantToday } from './moment.ts'
import { formatMoney } from './money.ts'
import { formatWord } from './words.ts'

/** The heading over the server's own message, for a code that the table lacks. */
export const notSavedHeading = 'This could not be saved'

/**
 * The sentence for a code and the next steps. Null if the table has none for this reader. `about` is the subject of the call
 * (`trip`) or the status in the answer. A row about it comes before the row of the code alone.
 */
export function describeRefusal(audience: RefusalReader, code: string, facts: SpokenFacts = {}, about = ''): RefusalLine | null {
  const found = refusalRow(code, about)?.[audience] ?? refusalRow(code, '')?.[audience]
  return found === undefined ? null : { says: fillSentence(found.says, facts), next: found.next }
}

/**
 * The sentence for a faulty field, by its path in the API (`legs.0.pickup.label`) and the API's sentence. Null if the table has
 * none.
 */
export function describeFieldFaults(audience: RefusalReader, path: string, apiSentence: string): string | null {
  for (let rest = path.replaceAll(/\.\d+(?=\.|$)/g, ''); rest !== ''; rest = rest.replace(/^[^.]*\.?/, '')) {
    for (const [about, row] of Object.entries(refusals.validation_failed ?? {})) {
      if (about.split(',')[0] !== rest || about.endsWith(', in a file')) continue
      const said = row[audience]
      if (said !== undefined && (row.when === undefined || row.when.test(apiSentence))) return fillSentence(said.says, {})
    }
  }
  return null
}

/** The sentence of one row of the table for faulty fields, named in full: `departs_at, in the hour skipped`. Throws for another name. */
export function formatFieldSentence(audience: RefusalReader, about: string, facts: SpokenFacts = {}): string {
  return refusalSentence(audience, 'validation_failed', about, facts)
}

/** The label of the button for a step: `Call Bea One`. */
export function formatStepLabel(step: FollowUp, facts: SpokenFacts = {}): string {
  return fillSentence(stepLabels[step], facts)
}

/** The facts of a response, by their names in the API. */
export type RefusalAnswer = {
  readonly current_status?: unknown
  readonly until?: unknown
  readonly allowed_at?: unknown
  readonly not_before?: unknown
  readonly price_amount?: unknown
  readonly currency_code?: unknown
}

/** The facts of a response, in the reader's words and on the clocks of `zone`. `now` in ms, `retryAfter` in seconds. */
export function buildAnswerFacts(
  answer: RefusalAnswer,
  { zone, now, retryAfter }: { readonly zone: string; readonly now: number; readonly retryAfter: number | null },
): SpokenFacts {
  const { current_status: status, until, allowed_at, not_before, price_amount: price, currency_code: currency } = answer
  const clock = (instant: unknown) => (typeof instant === 'string' ? formatAnswerTime(Date.parse(instant), zone, now) : null)
  return {
    until: clock(until),
    allowed_at: clock(allowed_at ?? not_before),
    current_status: typeof status === 'string' ? formatAnswerStatus(status) : null,
    price: typeof price === 'number' && typeof currency === 'string' ? formatMoney(price, currency) : null,
    n: retryAfter === null ? null : String(retryAfter),
    time: retryAfter === null ? null : formatAnswerTime(now + retryAfter * 1000, zone, now),
  }
}

/** A time of today, `16:10`, or of another day: `Tue 24 Nov, 16:10`. Null for no valid instant (ms). */
function formatAnswerTime(instant: number, zone: string, now: number): string | null {
  return Number.isNaN(instant) ? null : formatInstantToday(instant, zone, now)
}

const statusWords: Readonly<Record<string, string>> = {
  assigned: 'Allocated',
  acknowledged: 'Driver confirmed',
  en_route: 'Set off',
  arrived: 'Arrived',
  on_board: 'On board',
  between_legs: 'Waiting for return',
  completed: 'Completed',
  no_show: 'No-show',
  cancelled: 'Cancelled',
}

function formatAnswerStatus(status: string): string {
  return Object.hasOwn(statusWords, status) ? (statusWords[status] ?? status) : formatWord(status)
}
