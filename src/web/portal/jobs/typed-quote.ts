import { computeShare } from '../../../domain/money.ts'
import { type Inclusion, inclusionWords } from '../../plain/quote-words.ts'
import { parseSeats } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import type { Tri } from '../form/radio-cards.tsx'
import type { InboxJob, SentQuote } from './jobs.ts'

type Input = Records['QuoteInput']
type VehicleKind = Input['vehicles'][number]['type']
/** One line of vehicles of a type. */
export type TypedQuoteVehicle = {
  readonly vehicleId: number | null
  readonly type: VehicleKind | null
  readonly count: number | null
  readonly seats: number | null
}

/** The typed values of a quote. Amounts are in minor units, and null while empty. */
export type TypedQuote = {
  readonly price: number | null
  readonly availability: 'confirmed' | 'likely' | null
  readonly vehicles: readonly TypedQuoteVehicle[]
  readonly extras: Readonly<Partial<Record<Inclusion, Tri>>>
  readonly deposit: number | null
  readonly waitingMinutes: number | null
  readonly extraHour: number | null
  readonly extraMile: number | null
  readonly validUntil: string | null
  readonly note: string
}

/** The first values of the form: the last sent quote, or the requested vehicles. The usual deposit stays empty. */
export function toTypedQuote(job: InboxJob, quote: SentQuote | null, terms: PriceTerms): TypedQuote {
  const extras: Partial<Record<Inclusion, Tri>> = {}
  for (const code of quote?.inclusions ?? []) extras[code as Inclusion] = 'in'
  for (const code of quote?.exclusions ?? []) extras[code as Inclusion] = 'out'
  const isUsual = quote !== null && quote.deposit_amount === computeQuoteSums(quote.price_amount, null, terms).deposit
  const asked = job.vehicles_requested.map(({ type, count, min_seats }) => ({
    vehicleId: null,
    type: type as VehicleKind,
    count,
    seats: min_seats ?? parseSeats(type),
  }))
  const sent = quote?.vehicles.map(({ vehicle_id, type, count, seats }) => ({
    vehicleId: vehicle_id,
    type: type as VehicleKind,
    count,
    seats,
  }))
  return {
    price: quote?.price_amount ?? null,
    availability: quote === null ? null : quote.status === 'confirmed' ? 'confirmed' : 'likely',
    vehicles: sent ?? (asked.length > 0 ? asked : [noVehicle]),
    extras,
    deposit: isUsual ? null : (quote?.deposit_amount ?? null),
    waitingMinutes: quote?.included_waiting_minutes ?? null,
    extraHour: quote?.extra_hour_amount ?? null,
    extraMile: quote?.extra_mile_amount ?? null,
    validUntil: null,
    note: quote?.note ?? '',
  }
}

export const noVehicle: TypedQuoteVehicle = { vehicleId: null, type: null, count: 1, seats: null }

/** Number of seats in all these vehicles. */
export function countQuotedSeats(vehicles: readonly TypedQuoteVehicle[]): number {
  return vehicles.reduce((sum, { count, seats }) => sum + (count ?? 0) * (seats ?? 0), 0)
}

/** The account's terms that a price is calculated with. */
export type PriceTerms = {
  readonly commission_bps: number
  readonly settings: { readonly deposit_bps: number; readonly deposit_minimum_amount: number; readonly balance_days: number }
}

/** Calculates commission, payout, deposit and balance of a price, like the server. In minor units. */
export function computeQuoteSums(price: number, deposit: number | null, terms: PriceTerms) {
  const commission = computeShare(price, terms.commission_bps)
  const usual = Math.max(computeShare(price, terms.settings.deposit_bps), terms.settings.deposit_minimum_amount)
  const now = Math.min(deposit ?? usual, price)
  return { commission, payout: price - commission, deposit: now, rest: price - now }
}

/** The extras marked as included, or as not included. */
export function listMarkedInclusions({ extras }: Pick<TypedQuote, 'extras'>, wanted: Exclude<Tri, null>): Inclusion[] {
  return inclusionWords.flatMap(({ code }) => (extras[code] === wanted ? [code] : []))
}

/** The request body of a typed quote. The API reports missing values. */
export function buildQuoteBody(typed: TypedQuote, job: InboxJob): Input {
  return {
    price_amount: typed.price ?? 0,
    currency_code: job.currency_code,
    availability: typed.availability ?? 'likely',
    vehicles: typed.vehicles.map(({ vehicleId, type, count, seats }) => ({
      type: type as VehicleKind,
      count: count ?? 0,
      seats: seats ?? 0,
      vehicle_id: vehicleId,
    })),
    inclusions: listMarkedInclusions(typed, 'in'),
    exclusions: listMarkedInclusions(typed, 'out'),
    deposit_amount: typed.deposit,
    included_waiting_minutes: typed.waitingMinutes,
    extra_hour_amount: typed.extraHour,
    extra_mile_amount: typed.extraMile,
    note: typed.note.trim() === '' ? null : typed.note.trim(),
    valid_until: typed.validUntil,
  }
}
