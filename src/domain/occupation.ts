import type { BlockKind } from './block.ts'
import { dayMs } from './instant.ts'
import { invalid } from './refusal.ts'

export const occupationKinds = [
  /** Assigned to a trip that is won, or named in its quote and not replaced yet. */
  'booking',
  /** Named in a quote that the customer may book at once, or is paying for. */
  'confirmed',
  /** Named in a quote that the customer may ask for. */
  'likely',
  /** The operator wrote down that it is not to be had. */
  'block',
] as const

type OccupationKind = (typeof occupationKinds)[number]

/** A span (ms) for which a coach or a driver is taken; `ref` is the trip's, and `kind` the block's. */
export type Occupation = {
  readonly what: OccupationKind
  readonly ref: string | null
  readonly kind: BlockKind | null
  readonly from: number
  readonly to: number
}

/** Greatest number of days told at once. */
const mostDays = 62

/** Refuses `validation_failed` for a span (ms) that does not end after its start, or is longer than 62 days. */
export function mustBeTold(from: number, to: number): void {
  if (to <= from) throw invalid(['to'], 'after', { other: 'from' })
  if (to - from > mostDays * dayMs) throw invalid(['to'], 'withinDaysOf', { other: 'from', days: mostDays })
}

/**
 * The occupations in their order, with those of one trip that touch told as one: a coach may have several duties on it.
 */
export function inTurn<O extends Occupation>(occupations: readonly O[]): Occupation[] {
  const told: Occupation[] = []
  for (const { what, ref, kind, from, to } of occupations.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    const nth = ref === null ? -1 : told.findIndex((one) => one.ref === ref && one.what === what && one.to >= from)
    const before = told[nth]
    if (before === undefined) told.push({ what, ref, kind, from, to })
    else told[nth] = { ...before, to: Math.max(before.to, to) }
  }
  return told
}
