import { type DaySpan, dayIndexOf, periodOf } from './day-span.ts'
import { minuteMs } from './instant.ts'
import type { QuoteStatus } from './quote.ts'

/** A quote as far as it is counted. Amounts in minor units, instants in ms. */
export type CountedQuote = {
  readonly status: QuoteStatus
  /** Instant at which its first revision was sent. */
  readonly submittedAt: number
  readonly offeredAt: number
  /** Whether the job had been quoted before, and that quote was over. */
  readonly isAnother: boolean
}

/** Counts of quotes by how they ended. */
export type QuoteTally = {
  readonly sent: number
  readonly booked: number
  readonly lost: number
  readonly expired: number
  readonly rejected: number
  /** Share of the decided quotes that were booked, in hundredths of a per cent; null where none was decided. */
  readonly winRateBps: number | null
}

/** Counts quotes by how they ended. What is still open, or was taken back, is sent and no more. */
export function tallyOf(quotes: readonly Pick<CountedQuote, 'status'>[]): QuoteTally {
  const counts = { booked: 0, lost: 0, expired: 0, rejected: 0 }
  for (const { status } of quotes) if (status in counts) counts[status as keyof typeof counts]++
  const decided = counts.booked + counts.lost + counts.expired + counts.rejected
  return { sent: quotes.length, ...counts, winRateBps: shareBps(counts.booked, decided) }
}

/** A part of a whole in hundredths of a per cent, half a one rounded up; null of nothing. */
export function shareBps(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * 20_000 + whole) / (whole * 2))
}

/** The value that so many per cent of all are no greater than, by the nearest rank; null where there is none. */
export function nearestRank(values: readonly number[], percent: number): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1] ?? null
}

/** After how many whole minutes each job was quoted for the first time. */
export function responseMinutesOf(quotes: readonly CountedQuote[]): number[] {
  return quotes.filter(({ isAnother }) => !isAnother).map(responseOf)
}

/** Whole minutes from the offer to the first revision; never below 0. */
function responseOf({ submittedAt, offeredAt }: Pick<CountedQuote, 'submittedAt' | 'offeredAt'>): number {
  return Math.max(0, Math.floor((submittedAt - offeredAt) / minuteMs))
}

/** A quote with what it may have been won or lost by. */
export type PricedQuote = CountedQuote & {
  readonly priceAmount: number
  readonly currencyCode: string
  readonly purpose: string
  /** Code of the operator's reason for turning the customer's request down. */
  readonly rejectionCode: string | null
}

/** A group of quotes: the key that they share, and how they ended. */
export type Tallied<Key> = { readonly key: Key; readonly tally: QuoteTally }

/** Quotes by the first day of the month they were sent in, the first month first. */
export function talliesByMonth<Q extends CountedQuote>(quotes: readonly Q[], days: DaySpan): Tallied<string>[] {
  const months = days.dates.map((date) => periodOf(date, 'month'))
  return talliesBy(quotes, ({ submittedAt }) => months[dayIndexOf(days, submittedAt)] ?? '')
}

/** Quotes by something that they have, in its order. */
export function talliesBy<Q extends Pick<CountedQuote, 'status'>>(
  quotes: readonly Q[],
  keyOf: (quote: Q) => string,
): Tallied<string>[] {
  const groups = [...Map.groupBy(quotes, keyOf)].sort(([one], [other]) => (one < other ? -1 : 1))
  return groups.map(([key, those]) => ({ key, tally: tallyOf(those) }))
}

/** Within so many minutes; null for later than any. */
const waits = [60, 240, 1_440, null] as const

/** The first quotes of jobs by how long their customers waited for them: less than so many minutes, and no less than those before. */
export function talliesByWait(quotes: readonly CountedQuote[]): Tallied<number | null>[] {
  const first = quotes.filter(({ isAnother }) => !isAnother)
  const bandOf = (quote: CountedQuote) => waits.find((wait) => wait === null || responseOf(quote) < wait) ?? null
  return waits.map((wait) => ({ key: wait, tally: tallyOf(first.filter((quote) => bandOf(quote) === wait)) }))
}

/** A band of prices from one to another, both included (minor units). */
export type PriceBand = { readonly fromAmount: number; readonly toAmount: number; readonly currencyCode: string }

/** Quotes by their price: in each currency four bands of as many quotes as can be, those of one price together; the cheapest first. */
export function talliesByPrice(quotes: readonly PricedQuote[]): Tallied<PriceBand>[] {
  const byCurrency = [...Map.groupBy(quotes, ({ currencyCode }) => currencyCode)].sort(([one], [other]) => (one < other ? -1 : 1))
  return byCurrency.flatMap(([currencyCode, those]) => {
    const prices = those.map(({ priceAmount }) => priceAmount)
    const ends = [...new Set([25, 50, 75, 100].map((percent) => nearestRank(prices, percent) ?? 0))]
    return ends.map((end, nth) => {
      const within = those.filter(({ priceAmount }) => priceAmount <= end && priceAmount > (ends[nth - 1] ?? -1))
      const fromAmount = Math.min(...within.map(({ priceAmount }) => priceAmount))
      return { key: { fromAmount, toAmount: end, currencyCode }, tally: tallyOf(within) }
    })
  })
}
