import { type Agreement, isPaidAfter } from './agreement.ts'
import { dayMs } from './instant.ts'

/** Facts of a booking that say when something about its balance happens by itself. Instants in ms. */
type Owing = {
  readonly confirmedAt: number
  readonly departsAt: number
  readonly balanceDueAt: number | null
  readonly overdueAt: number | null
  readonly terms: Agreement['terms'] | null
  /** Days before the departure at which it usually falls due; null for a booking whose balance is not followed. */
  readonly balanceDays: number | null
}

/** Facts of a booking with a balance that is followed. */
type Due = Pick<Owing, 'confirmedAt' | 'departsAt' | 'terms'> & { readonly balanceDueAt: number; readonly balanceDays: number }

/** A step of a balance that happens by itself. Where two fall together they come in this order. */
export type BalanceStep =
  /** The customer is told beforehand. */
  | 'due_soon'
  /** It falls due; without a card that is charged the customer is told. */
  | 'due'
  /** The saved card is charged. */
  | 'charge'
  /** A card that was declined is charged again; where that is not to be, its customer is told again. */
  | 'again'
  /** It is overdue: a card that was declined is charged once more, and where it pays nothing customer and operator are told. */
  | 'overdue'

const soonMs = 7 * dayMs
const againBeforeOverdueMs = 2 * dayMs

/** Between which instants the saved card may be charged; null for a balance that is left to the customer. */
export function chargeSpan(owing: Omit<Owing, 'overdueAt'>): { from: number; until: number } | null {
  const { balanceDueAt, balanceDays, departsAt } = owing
  if (balanceDueAt === null || balanceDays === null) return null
  const dayBefore = departsAt - dayMs
  if (!fellDueAtOnce({ ...owing, balanceDueAt, balanceDays })) {
    return { from: balanceDueAt, until: balanceDueAt < dayBefore ? dayBefore : balanceDueAt + dayMs }
  }
  const dayAfter = balanceDueAt + dayMs
  return dayAfter <= dayBefore ? { from: dayAfter, until: dayBefore } : null
}

/** True where it was due already when it was booked or amended, or has stayed due though the trip was moved since. */
function fellDueAtOnce({ balanceDueAt, confirmedAt, departsAt, terms, balanceDays }: Due): boolean {
  if (balanceDueAt <= confirmedAt) return true
  return !isPaidAfter(terms) && balanceDueAt !== departsAt - balanceDays * dayMs
}

/** Every step of a balance with its instant, in order. */
function stepsOf(owing: Owing): readonly { readonly step: BalanceStep; readonly at: number }[] {
  const { balanceDueAt, overdueAt } = owing
  if (overdueAt === null) return []
  const steps: [BalanceStep, number | null][] = [
    ['due_soon', balanceDueAt && balanceDueAt - soonMs],
    ['due', balanceDueAt],
    ['charge', chargeSpan(owing)?.from ?? null],
    ['again', overdueAt - againBeforeOverdueMs],
    ['overdue', overdueAt],
  ]
  return steps.flatMap(([step, at]) => (at === null ? [] : [{ step, at }])).sort((one, other) => one.at - other.at)
}

/** The instant of the first step after `since` (ms), or null when nothing more happens by itself. */
export function nextStepAfter(owing: Owing, since: number): number | null {
  return stepsOf(owing).find(({ at }) => at > since)?.at ?? null
}

/** The steps whose time came from `from` to `now` (ms), both included. */
export function stepsBetween(owing: Owing, from: number, now: number): BalanceStep[] {
  return stepsOf(owing).flatMap(({ step, at }) => (at >= from && at <= now ? [step] : []))
}
