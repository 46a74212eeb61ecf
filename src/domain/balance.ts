import { type Agreement, isPaidAfter } from './agreement.ts'
import { dayMs } from './instant.ts'

/** Facts of a booking that decide the automatic steps of its balance. Instants in ms. */
type BalanceFacts = {
  readonly confirmedAt: number
  readonly departsAt: number
  readonly balanceDueAt: number | null
  readonly overdueAt: number | null
  readonly terms: Agreement['terms'] | null
  /** Days before the departure at which it usually falls due; null for a booking without an automatic balance. */
  readonly balanceDays: number | null
}

/** Facts of a booking whose balance has automatic steps. */
type Due = Pick<BalanceFacts, 'confirmedAt' | 'departsAt' | 'terms'> & {
  readonly balanceDueAt: number
  readonly balanceDays: number
}

/** An automatic step of a balance. Two at the same time come in this order. */
export type BalanceStep =
  /** The customer is notified beforehand. */
  | 'due_soon'
  /** It falls due; the customer is notified, unless a card is charged. */
  | 'due'
  /** The saved card is charged. */
  | 'charge'
  /** A declined card is charged again; without a charge the customer is notified again. */
  | 'again'
  /** It is overdue: a declined card is charged for the last time; if that fails, customer and operator are notified. */
  | 'overdue'

const soonMs = 7 * dayMs
const againBeforeOverdueMs = 2 * dayMs

/** The span in which the saved card can be charged; null if the customer pays the balance. */
export function chargeSpan(balance: Omit<BalanceFacts, 'overdueAt'>): { from: number; until: number } | null {
  const { balanceDueAt, balanceDays, departsAt } = balance
  if (balanceDueAt === null || balanceDays === null) return null
  const dayBefore = departsAt - dayMs
  if (!fellDueAtOnce({ ...balance, balanceDueAt, balanceDays })) {
    return { from: balanceDueAt, until: balanceDueAt < dayBefore ? dayBefore : balanceDueAt + dayMs }
  }
  const dayAfter = balanceDueAt + dayMs
  return dayAfter <= dayBefore ? { from: dayAfter, until: dayBefore } : null
}

/** True if it was already due at the booking or amendment, or stayed due after the trip was moved. */
function fellDueAtOnce({ balanceDueAt, confirmedAt, departsAt, terms, balanceDays }: Due): boolean {
  if (balanceDueAt <= confirmedAt) return true
  return !isPaidAfter(terms) && balanceDueAt !== departsAt - balanceDays * dayMs
}

/** Every step of a balance with its instant, in order. */
function stepsOf(balance: BalanceFacts): readonly { readonly step: BalanceStep; readonly at: number }[] {
  const { balanceDueAt, overdueAt } = balance
  if (overdueAt === null) return []
  const steps: [BalanceStep, number | null][] = [
    ['due_soon', balanceDueAt && balanceDueAt - soonMs],
    ['due', balanceDueAt],
    ['charge', chargeSpan(balance)?.from ?? null],
    ['again', overdueAt - againBeforeOverdueMs],
    ['overdue', overdueAt],
  ]
  return steps.flatMap(([step, at]) => (at === null ? [] : [{ step, at }])).sort((one, other) => one.at - other.at)
}

/** The instant of the first step after `since` (ms), or null if no step follows. */
export function findNextStepAfter(balance: BalanceFacts, since: number): number | null {
  return stepsOf(balance).find(({ at }) => at > since)?.at ?? null
}

/** The steps that fell due from `from` to `now` (ms), both included. */
export function listStepsBetween(balance: BalanceFacts, from: number, now: number): BalanceStep[] {
  return stepsOf(balance).flatMap(({ step, at }) => (at >= from && at <= now ? [step] : []))
}
