import type { inclusionKinds } from '../../domain/quote.ts'
import { formatCount } from '../../domain/spoken.ts'
import { formatInstant } from './moment.ts'
import { formatMoney } from './money.ts'
import { formatWord } from './words.ts'

export type Inclusion = (typeof inclusionKinds)[number]

/** Everything that a price can include, in the order of usual questions. */
export const inclusionWords: readonly { readonly code: Inclusion; readonly label: string }[] = [
  { code: 'driver', label: 'Driver' },
  { code: 'fuel', label: 'Fuel' },
  { code: 'vat', label: 'VAT' },
  { code: 'parking', label: 'Parking' },
  { code: 'tolls', label: 'Tolls' },
  { code: 'congestion_charge', label: 'Congestion charge' },
  { code: 'clean_air_charge', label: 'Clean air charge' },
  { code: 'ferry', label: 'Ferry' },
  { code: 'driver_meals', label: 'Driver’s meals' },
  { code: 'driver_accommodation', label: 'Driver’s accommodation' },
  { code: 'second_driver', label: 'Second driver' },
  { code: 'waiting', label: 'Waiting' },
]

/** The part of a sent quote that its words depend on. Amounts in minor units. */
export type SentTerms = {
  readonly price_amount: number
  readonly payout_amount: number
  readonly deposit_amount: number
  readonly currency_code: string
  readonly vehicles: readonly QuotedCoach[]
  readonly inclusions: readonly string[]
  readonly exclusions: readonly string[]
  readonly included_waiting_minutes: number | null
  readonly extra_hour_amount: number | null
  readonly extra_mile_amount: number | null
  readonly valid_until: string
  readonly note: string | null
}

type QuotedCoach = {
  readonly type: string
  readonly count: number
  readonly seats: number
  readonly vehicle_id: number | null
}

/** The time zone, the time now (ms) and the plates of the fleet for the words of a quote. */
export type QuoteReader = { readonly zone: string; readonly now: number; readonly plateOf: (vehicleId: number) => string | null }

/** A named part of a quote and its text. The text is empty if the quote does not set the part. */
export type QuotePart = { readonly name: string; readonly says: string }

/** The parts of a sent quote, always in this order. */
export function listQuoteParts(quote: SentTerms, reader: QuoteReader): readonly QuotePart[] {
  const money = (amount: number | null) => (amount === null ? '' : formatMoney(amount, quote.currency_code))
  const { included_waiting_minutes: waiting } = quote
  const rest = quote.price_amount - quote.deposit_amount
  return [
    { name: 'Price', says: money(quote.price_amount) },
    { name: 'You receive (after commission)', says: money(quote.payout_amount) },
    { name: 'Deposit', says: money(quote.deposit_amount) },
    { name: 'Balance', says: rest === 0 ? '' : money(rest) },
    { name: 'Vehicles', says: quote.vehicles.map((vehicle) => formatQuotedCoach(vehicle, reader)).join('; ') },
    { name: 'Included', says: formatInclusions(quote.inclusions) },
    { name: 'Not included', says: formatInclusions(quote.exclusions) },
    { name: 'Waiting included', says: waiting === null ? '' : `${formatCount(waiting, 'minute')}` },
    { name: 'Extra hour', says: money(quote.extra_hour_amount) },
    { name: 'Extra mile', says: money(quote.extra_mile_amount) },
    { name: 'Valid until', says: formatInstant(quote.valid_until, reader.zone, reader.now) },
    { name: 'Note', says: quote.note ?? '' },
  ]
}

/** Formats vehicles of a quote: `YX20 ABC: Coach, 49 seats`, or `2 × Coach, 49 seats`. Adds the seats if the type does not name them. */
function formatQuotedCoach({ type, count, seats, vehicle_id }: QuotedCoach, { plateOf }: QuoteReader): string {
  const kind = formatWord(type)
  const seated = kind.includes(` ${seats} seats`) ? kind : `${kind}, ${formatCount(seats, 'seat')} each`
  const plate = vehicle_id === null ? null : plateOf(vehicle_id)
  return `${plate === null ? '' : `${plate}: `}${count > 1 ? `${count} × ` : ''}${count > 1 ? seated : seated.replace(' each', '')}`
}

function formatInclusions(codes: readonly string[]): string {
  return codes.map((code) => inclusionWords.find((one) => one.code === code)?.label ?? formatWord(code)).join(', ')
}

/** A part of several versions, side by side: the text of each, and whether it differs from the version before. */
export type ComparedPart = {
  readonly name: string
  readonly cells: readonly { readonly says: string; readonly isChanged: boolean }[]
}

/** The versions of one quote in order, part by part. Parts that no version sets are left out. */
export function compareQuotes(versions: readonly (readonly QuotePart[])[]): readonly ComparedPart[] {
  const [first = []] = versions
  return first
    .map(({ name }, nth) => ({
      name,
      cells: versions.map((parts, at) => {
        const says = parts[nth]?.says ?? ''
        return { says, isChanged: at > 0 && says !== (versions[at - 1]?.[nth]?.says ?? '') }
      }),
    }))
    .filter(({ cells }) => cells.some(({ says }) => says !== ''))
}

const statusWords: Readonly<Record<string, string>> = {
  likely: 'On request',
  confirmed: 'Bookable now',
  requested: 'Booking request',
}

/** The state of a quote in words. */
export function formatQuoteStatus(status: string): string {
  return statusWords[status] ?? formatWord(status)
}
