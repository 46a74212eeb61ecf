import { type DaySpan, findDayIndex, findPeriodStart } from './day-span.ts'
import { minuteMs } from './instant.ts'
import type { QuoteStatus } from './quote.ts'

/** The counted part of a quote. Amounts in minor units, instants in ms. */
export type CountedQuote = {
  readonly status: QuoteStatus
  /** Instant at which its first revision was sent. */
  readonly submittedAt: number
  readonly offeredAt: number
  /** Whether the job had an earlier quote that had ended. */
  readonly isAnother: boolean
}

/** Counts of quotes by how they ended. */
export type QuoteTally = {
  readonly sent: number
  readonly booked: number
  readonly lost: number
  readonly expired: number
  readonly rejected: number
  /** Share of the decided quotes that were booked, in hundredths of a per cent; null without decided quotes. */
  readonly winRateBps: number | null
}

/** Counts quotes by their end. An open or withdrawn quote only counts as sent. */
export function countQuoteEnds(quotes: readonly Pick<CountedQuote, 'status'>[]): QuoteTally {
  const counts = { booked: 0, lost: 0, expired: 0, rejected: 0 }
  for (const { status } of quotes) if (status in counts) counts[status as keyof typeof counts]++
  const decided = counts.booked + counts.lost + counts.expired + counts.rejected
  return { sent: quotes.length, ...counts, winRateBps: computeShareBps(counts.booked, decided) }
}

/** A part of a whole in hundredths of a per cent, rounded half up; null for an empty whole. */
export function computeShareBps(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * 20_000 + whole) / (whole * 2))
}

/** The value that this percentage of all values does not exceed, by the nearest rank; null without values. */
export function findPercentile(values: readonly number[], percent: number): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1] ?? null
}

/** Whole minutes until the first quote of each job. */
export function listResponseMinutes(quotes: readonly CountedQuote[]): number[] {
  return quotes.filter(({ isAnother }) => !isAnother).map(responseOf)
}

/** Whole minutes from the offer to the first revision; never below 0. */
function responseOf({ submittedAt, offeredAt }: Pick<CountedQuote, 'submittedAt' | 'offeredAt'>): number {
  return Math.max(0, Math.floor((submittedAt - offeredAt) / minuteMs))
}

/** A quote with the factors that may have won or lost it. */
export type PricedQuote = CountedQuote & {
  readonly priceAmount: number
  readonly currencyCode: string
  readonly purpose: string
  /** Code of the operator's reason for rejecting the customer's request. */
  readonly rejectionCode: string | null
}

/** A group of quotes: their common key, and how they ended. */
export type Tallied<Key> = { readonly key: Key; readonly tally: QuoteTally }

/** Quotes by the first day of the month of sending, first month first. */
export function tallyByMonth<Q extends CountedQuote>(quotes: readonly Q[], days: DaySpan): Tallied<string>[] {
  const months = days.dates.map((date) => findPeriodStart(date, 'month'))
  return tallyBy(quotes, ({ submittedAt }) => months[findDayIndex(days, submittedAt)] ?? '')
}

/** Quotes by one of their properties, in its order. */
export function tallyBy<Q extends Pick<CountedQuote, 'status'>>(
  quotes: readonly Q[],
  keyOf: (quote: Q) => string,
): Tallied<string>[] {
  const groups = [...Map.groupBy(quotes, keyOf)].sort(([one], [other]) => (one < other ? -1 : 1))
  return groups.map(([key, those]) => ({ key, tally: countQuoteEnds(those) }))
}

/** Limits of response times in minutes; null for longer ones. */
const waits = [60, 240, 1_440, null] as const

/** The first quotes of jobs by response time: below each limit, and not below the one before. */
export function tallyByWait(quotes: readonly CountedQuote[]): Tallied<number | null>[] {
  const first = quotes.filter(({ isAnother }) => !isAnother)
  const bandOf = (quote: CountedQuote) => waits.find((wait) => wait === null || responseOf(quote) < wait) ?? null
  return waits.map((wait) => ({ key: wait, tally: countQuoteEnds(first.filter((quote) => bandOf(quote) === wait)) }))
}

/** A band of prices from one to another, both included (minor units). */
export type PriceBand = { readonly fromAmount: number; readonly toAmount: number; readonly currencyCode: string }

/** Quotes by price: in each currency four bands of nearly equal counts, those of one price together; cheapest first. */
export function tallyByPrice(quotes: readonly PricedQuote[]): Tallied<PriceBand>[] {
  const byCurrency = [...Map.groupBy(quotes, ({ currencyCode }) => currencyCode)].sort(([one], [other]) => (one < other ? -1 : 1))
  return byCurrency.flatMap(([currencyCode, those]) => {
    const prices = those.map(({ priceAmount }) => priceAmount)
    const ends = [...new Set([25, 50, 75, 100].map((percent) => findPercentile(prices, percent) ?? 0))]
    return ends.map((end, nth) => {
      const within = those.filter(({ priceAmount }) => priceAmount <= end && priceAmount > (ends[nth - 1] ?? -1))
      const fromAmount = Math.min(...within.map(({ priceAmount }) => priceAmount))
      return { key: { fromAmount, toAmount: end, currencyCode }, tally: countQuoteEnds(within) }
    })
  })
}
