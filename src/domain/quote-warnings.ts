import { describeBlocks } from './block.ts'
import type { Occupation } from './occupation.ts'
import { isLive, type QuoteStatus } from './quote.ts'

type QuoteWarningCode = 'vehicle_overlap' | 'vehicle_promised' | 'vehicle_blocked' | 'second_driver_likely'

/** Advice on a quote. It never refuses the quote. */
export type QuoteWarning = { readonly code: QuoteWarningCode; readonly message: string }

/** An occupation of a vehicle of a quote, with its registration if that is known. */
type VehicleOccupation = Occupation & { readonly registration?: string }

export type QuoteFacts = {
  readonly status: QuoteStatus
  readonly inclusions: readonly string[]
  readonly secondDriverLikely: boolean
  /** Departure of the quote's trip, in ms. */
  readonly departsAt: number
  /** Formats an instant (ms) beside that departure: `14:00 that day`, `Sat 5 Dec, 14:00`. */
  readonly formatTime: (ms: number) => string
  /** Occupations of its vehicles at that time by other trips. */
  readonly elsewhere: readonly VehicleOccupation[]
}

/** The warnings for the office on a quote that can still be changed or booked; none on an ended quote. */
export function describeQuoteWarnings(facts: QuoteFacts): QuoteWarning[] {
  if (!isLive(facts)) return []
  const { elsewhere, secondDriverLikely, inclusions } = facts
  const [booked, promised, blocks] = (['booking', 'confirmed', 'block'] as const).map((wanted) =>
    elsewhere.filter(({ what }) => what === wanted),
  )
  return [
    ...listOccupied('vehicle_overlap', booked, facts, () => 'out', ''),
    ...listOccupied('vehicle_promised', promised, facts, () => 'in another quote', ' Only one can be booked.'),
    ...listOccupied('vehicle_blocked', blocks, facts, ({ kind }) => (kind === null ? 'blocked' : describeBlocks([{ kind }])), ''),
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

/** One warning about all of these occupations, with their times: `YJ21 DCL is out until 14:00 that day.` */
function listOccupied(
  code: QuoteWarningCode,
  occupations: readonly VehicleOccupation[] = [],
  { departsAt, formatTime }: QuoteFacts,
  describe: (one: VehicleOccupation) => string,
  consequence: string,
): QuoteWarning[] {
  const said = occupations.map((one) => {
    const when = one.from <= departsAt ? `until ${formatTime(one.to)}` : `from ${formatTime(one.from)}`
    return `${one.registration ?? 'The vehicle'} is ${describe(one)} ${when}.`
  })
  return said.length === 0 ? [] : [createQuoteWarning(code, [...new Set(said)].join(' ') + consequence)]
}

function createQuoteWarning(code: QuoteWarningCode, message: string): QuoteWarning {
  return { code, message }
}
