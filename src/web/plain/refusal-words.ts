import { spokenDay, timeOf } from './moment.ts'
import { spokenMoney } from './money.ts'
import {
  type FollowUp,
  type Placeholder,
  type RefusalLine,
  type RefusalReader,
  type RefusalRow,
  refusals,
  type SpokenFacts,
  stepLabels,
} from './refusals.ts'
import { spokenWord } from './words.ts'
import { wallAt } from './zone.ts'

/** The heading over the server's own message, for a code that the table lacks. */
export const notSavedHeading = 'This could not be saved'

/** The row of a code about a field or a thing (empty for the code alone). Null where the table has none. */
function rowOf(code: string, about: string): RefusalRow | null {
  if (!Object.hasOwn(refusals, code)) return null
  const rows = refusals[code] ?? {}
  return Object.hasOwn(rows, about) ? (rows[about] ?? null) : null
}

/**
 * The sentence for a code and the steps after it; null where the table has none for this reader. `about` is the thing the call was about
 * (`trip`) or the status the answer names; a row about it comes before the row of the code alone.
 */
export function refusalWords(audience: RefusalReader, code: string, facts: SpokenFacts = {}, about = ''): RefusalLine | null {
  const found = rowOf(code, about)?.[audience] ?? rowOf(code, '')?.[audience]
  return found === undefined ? null : { says: filled(found.says, facts), next: found.next }
}

/**
 * The sentence for a faulty field by its path in the API (`legs.0.pickup.label`) and the API's sentence about it; null where the table has
 * none.
 */
export function fieldWords(audience: RefusalReader, path: string, apiSentence: string): string | null {
  for (let rest = path.replaceAll(/\.\d+(?=\.|$)/g, ''); rest !== ''; rest = rest.replace(/^[^.]*\.?/, '')) {
    for (const [about, row] of Object.entries(refusals.validation_failed ?? {})) {
      if (about.split(',')[0] !== rest || about.endsWith(', in a file')) continue
      const said = row[audience]
      if (said !== undefined && (row.when === undefined || row.when.test(apiSentence))) return filled(said.says, {})
    }
  }
  return null
}

/** The sentence of one row of the table for faulty fields, named in full: `departs_at, in the hour skipped`. Throws for another name. */
export function fieldSentence(audience: RefusalReader, about: string, facts: SpokenFacts = {}): string {
  const said = rowOf('validation_failed', about)?.[audience]
  if (said === undefined) throw new Error(`no sentence for ${about}`)
  return filled(said.says, facts)
}

/** The label of the button for a step: `Call Bea One`. */
export function stepLabel(step: FollowUp, facts: SpokenFacts = {}): string {
  return filled(stepLabels[step], facts)
}

/** Fills the facts in, and leaves out the clauses whose facts are unknown. */
function filled(says: string, facts: SpokenFacts): string {
  const known = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => (facts[name as Placeholder] ?? '') !== '')
  const clauses = says.replaceAll(/\[([^\]]*)\]/g, (_, choices: string) => choices.split('|').find(known) ?? '')
  return clauses.replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name as Placeholder] ?? '')
}

/** The part of an answer that facts are read from, as the API names them. */
export type RefusalAnswer = {
  readonly current_status?: unknown
  readonly until?: unknown
  readonly allowed_at?: unknown
  readonly not_before?: unknown
  readonly price_amount?: unknown
  readonly currency_code?: unknown
}

/** The facts that an answer holds, in the reader's words and on the clocks of `zone`. `now` in ms, `retryAfter` in seconds. */
export function answerFacts(
  answer: RefusalAnswer,
  { zone, now, retryAfter }: { readonly zone: string; readonly now: number; readonly retryAfter: number | null },
): SpokenFacts {
  const { current_status: status, until, allowed_at, not_before, price_amount: price, currency_code: currency } = answer
  const clock = (instant: unknown) => (typeof instant === 'string' ? spokenTime(Date.parse(instant), zone, now) : null)
  return {
    until: clock(until),
    allowed_at: clock(allowed_at ?? not_before),
    current_status: typeof status === 'string' ? statusWord(status) : null,
    price: typeof price === 'number' && typeof currency === 'string' ? spokenMoney(price, currency) : null,
    n: retryAfter === null ? null : String(retryAfter),
    time: retryAfter === null ? null : spokenTime(now + retryAfter * 1000, zone, now),
  }
}

/** A time of today, `16:10`, or of another day: `Tue 24 Nov, 16:10`. Null for no valid instant (ms). */
function spokenTime(instant: number, zone: string, now: number): string | null {
  if (Number.isNaN(instant)) return null
  const [wall, today] = [wallAt(instant, zone), wallAt(now, zone)]
  return wall.slice(0, 10) === today.slice(0, 10) ? timeOf(wall) : `${spokenDay(wall, today)}, ${timeOf(wall)}`
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

function statusWord(status: string): string {
  return Object.hasOwn(statusWords, status) ? (statusWords[status] ?? status) : spokenWord(status)
}
