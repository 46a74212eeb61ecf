import type { BlockKind } from './block.ts'
import { dayMs } from './instant.ts'
import { invalid } from './refusal.ts'

export const occupationKinds = [
  /** Assigned to a trip that is won, or named in its quote and not replaced. */
  'booking',
  /** Named in a quote that the customer can book or is paying for. */
  'confirmed',
  /** Named in a quote that the customer can request. */
  'likely',
  /** Blocked by the operator. */
  'block',
] as const

type OccupationKind = (typeof occupationKinds)[number]

/** A span (ms) for which a vehicle or a driver is occupied; `ref` is the trip's, and `kind` the block's. */
export type Occupation = {
  readonly what: OccupationKind
  readonly ref: string | null
  readonly kind: BlockKind | null
  readonly from: number
  readonly to: number
}

/** Greatest number of days in one response. */
const mostDays = 62

/** Refuses `validation_failed` for a span (ms) that does not end after its start, or is longer than 62 days. */
export function requireValidSpan(from: number, to: number): void {
  if (to <= from) throw invalid(['to'], 'after', { other: 'from' })
  if (to - from > mostDays * dayMs) throw invalid(['to'], 'withinDaysOf', { other: 'from', days: mostDays })
}

/** The occupations in order, with adjacent ones of one trip merged. A vehicle can have several duties on a trip. */
export function mergeOccupations<O extends Occupation>(occupations: readonly O[]): Occupation[] {
  const merged: Occupation[] = []
  for (const { what, ref, kind, from, to } of occupations.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    const nth = ref === null ? -1 : merged.findIndex((one) => one.ref === ref && one.what === what && one.to >= from)
    const before = merged[nth]
    if (before === undefined) merged.push({ what, ref, kind, from, to })
    else merged[nth] = { ...before, to: Math.max(before.to, to) }
  }
  return merged
}
