import { computeShare } from '../../../domain/money.ts'
import type { Records } from '../../office/api/records.ts'
import type { Tri } from '../../office/form/tri.ts'
import type { TypedBody } from '../../office/form/typed.ts'
import { type Inclusion, inclusionWords } from '../../plain/quote-words.ts'
import { parseSeats } from '../../plain/words.ts'

type QuotedJob = Records['Job']

/** The values of a quote in a draft. */
export type QuoteValues = TypedBody<Records['QuoteInput']>

/** The first values of the form: the last sent quote, or the requested vehicles. The usual deposit stays empty. */
export function toQuoteDraft(job: QuotedJob, quote: QuotedJob['my_quote'], terms: PriceTerms): QuoteValues {
  const isUsual = quote?.deposit_amount === computeQuoteSums(quote?.price_amount ?? 0, null, terms).deposit
  const asked = job.vehicles_requested.map(({ type, count, min_seats }) => ({
    type,
    count,
    seats: min_seats ?? parseSeats(type),
  }))
  const sent = quote?.vehicles.map(({ type, count, seats, vehicle_id }) => ({ type, count, seats, vehicle_id }))
  return {
    price_amount: quote?.price_amount,
    currency_code: job.currency_code,
    availability: quote && (quote.status === 'confirmed' ? 'confirmed' : 'likely'),
    vehicles: sent ?? asked,
    inclusions: quote?.inclusions,
    exclusions: quote?.exclusions,
    deposit_amount: isUsual ? null : quote?.deposit_amount,
    included_waiting_minutes: quote?.included_waiting_minutes,
    extra_hour_amount: quote?.extra_hour_amount,
    extra_mile_amount: quote?.extra_mile_amount,
    valid_until: null,
    note: quote?.note,
  }
}

/** The account's terms that a price is calculated with. */
export type PriceTerms = {
  readonly commission_bps: number
  readonly settings: { readonly deposit_bps: number; readonly deposit_minimum_amount: number; readonly balance_days: number }
}

/** Calculates commission, payout, deposit and balance of a price, like the server. In minor units. */
export function computeQuoteSums(price: number, deposit: number | null | undefined, terms: PriceTerms) {
  const commission = computeShare(price, terms.commission_bps)
  const usual = Math.max(computeShare(price, terms.settings.deposit_bps), terms.settings.deposit_minimum_amount)
  const now = Math.min(deposit ?? usual, price)
  return { commission, payout: price - commission, deposit: now, rest: price - now }
}

/** The extras marked as included, or as not included. */
export function findMarks({ inclusions, exclusions }: QuoteValues): Partial<Record<Inclusion, Tri>> {
  const mark = (codes: QuoteValues['inclusions'], tri: Tri) => (codes ?? []).map((code) => [code, tri])
  return Object.fromEntries([...mark(inclusions, 'in'), ...mark(exclusions, 'out')])
}

/** The changes of a quote for another mark of an extra. */
export function changeMark({ inclusions, exclusions }: QuoteValues, code: Inclusion, tri: Tri) {
  const list = (codes: QuoteValues['inclusions'], isMarked: boolean) =>
    inclusionWords.map((one) => one.code).filter((one) => (one === code ? isMarked : codes?.includes(one)))
  return { inclusions: list(inclusions, tri === 'in'), exclusions: list(exclusions, tri === 'out') }
}
