import { describeBlocks } from './block.ts'
import type { Occupation } from './occupation.ts'
import { isLive, type QuoteStatus } from './quote.ts'

type QuoteWarningCode = 'vehicle_overlap' | 'vehicle_promised' | 'vehicle_blocked' | 'second_driver_likely'

/** Advice on a quote. It never refuses the quote. */
export type QuoteWarning = { readonly code: QuoteWarningCode; readonly message: string }

export type QuoteFacts = {
  readonly status: QuoteStatus
  readonly inclusions: readonly string[]
  readonly secondDriverLikely: boolean
  /** Occupations of its vehicles at that time by other trips. */
  readonly elsewhere: readonly Occupation[]
}

/** The warnings for the office on a quote that can still be changed or booked; none on an ended quote. */
export function describeQuoteWarnings(facts: QuoteFacts): QuoteWarning[] {
  if (!isLive(facts)) return []
  const { elsewhere, secondDriverLikely, inclusions } = facts
  const booked = listOccupationRefs(elsewhere, 'booking')
  const promised = listOccupationRefs(elsewhere, 'confirmed')
  const blocks = elsewhere.flatMap(({ what, kind }) => (what === 'block' && kind !== null ? [{ kind }] : []))
  return [
    ...(booked.length > 0
      ? [createQuoteWarning('vehicle_overlap', `The vehicle is booked for ${booked.join(', ')} at that time.`)]
      : []),
    ...(promised.length > 0
      ? [
          createQuoteWarning(
            'vehicle_promised',
            `Another quote, for ${promised.join(', ')}, names this vehicle at that time. Only one can be booked.`,
          ),
        ]
      : []),
    ...(blocks.length > 0
      ? [createQuoteWarning('vehicle_blocked', `The vehicle is not free at that time: ${describeBlocks(blocks)}.`)]
      : []),
    ...(secondDriverLikely && !inclusions.includes('second_driver')
      ? [
          createQuoteWarning(
            'second_driver_likely',
            "Drivers' hours rules require a second driver on this trip. The quote includes only one.",
          ),
        ]
      : []),
  ]
}

function listOccupationRefs(elsewhere: readonly Occupation[], what: Occupation['what']): string[] {
  return [...new Set(elsewhere.flatMap((one) => (one.what === what && one.ref !== null ? [one.ref] : [])))]
}

function createQuoteWarning(code: QuoteWarningCode, message: string): QuoteWarning {
  return { code, message }
}
