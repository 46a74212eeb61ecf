import { namesOfBlocks } from './block.ts'
import type { Occupation } from './occupation.ts'
import { isLive, type QuoteStatus } from './quote.ts'

type QuoteWarningCode = 'vehicle_overlap' | 'vehicle_promised' | 'vehicle_blocked' | 'second_driver_likely'

/** Advice on a quote; it never refuses one. */
export type QuoteWarning = { readonly code: QuoteWarningCode; readonly message: string }

export type QuoteFacts = {
  readonly status: QuoteStatus
  readonly inclusions: readonly string[]
  readonly secondDriverLikely: boolean
  /** Occupations of its coaches elsewhere at that time. */
  readonly elsewhere: readonly Occupation[]
}

/** The warnings that the office would want on a quote that can still be changed or booked; none on one that is over. */
export function quoteWarnings(facts: QuoteFacts): QuoteWarning[] {
  if (!isLive(facts)) return []
  const { elsewhere, secondDriverLikely, inclusions } = facts
  const booked = refsOf(elsewhere, 'booking')
  const promised = refsOf(elsewhere, 'confirmed')
  const blocks = elsewhere.flatMap(({ what, kind }) => (what === 'block' && kind !== null ? [{ kind }] : []))
  return [
    ...(booked.length > 0 ? [warn('vehicle_overlap', `The vehicle is booked for ${booked.join(', ')} at that time.`)] : []),
    ...(promised.length > 0
      ? [warn('vehicle_promised', `The vehicle is promised for ${promised.join(', ')} at that time: only one can be booked.`)]
      : []),
    ...(blocks.length > 0 ? [warn('vehicle_blocked', `The vehicle is not free at that time: ${namesOfBlocks(blocks)}.`)] : []),
    ...(secondDriverLikely && !inclusions.includes('second_driver')
      ? [warn('second_driver_likely', "Drivers' hours want a second driver on this trip, and the quote includes none.")]
      : []),
  ]
}

function refsOf(elsewhere: readonly Occupation[], what: Occupation['what']): string[] {
  return [...new Set(elsewhere.flatMap((one) => (one.what === what && one.ref !== null ? [one.ref] : [])))]
}

function warn(code: QuoteWarningCode, message: string): QuoteWarning {
  return { code, message }
}
