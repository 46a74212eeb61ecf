import type { inclusionKinds } from '../../domain/quote.ts'
import { counted } from '../../domain/spoken.ts'
import { spokenInstant } from './moment.ts'
import { spokenMoney } from './money.ts'
import { spokenWord } from './words.ts'

export type Inclusion = (typeof inclusionKinds)[number]

/** Everything a price can include, in the order people ask about it. */
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
  { code: 'driver_accommodation', label: 'Driver’s bed' },
  { code: 'second_driver', label: 'Second driver' },
  { code: 'waiting', label: 'Waiting' },
]

/** The part of a quote that is told of it as it was sent; amounts in minor units. */
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

/** The clocks, the time now (ms) and the plates of the fleet that the words of a quote depend on. */
export type QuoteReader = { readonly zone: string; readonly now: number; readonly plateOf: (vehicleId: number) => string | null }

/** A part of a quote by its name, and what it says; empty where it says nothing. */
export type QuotePart = { readonly name: string; readonly says: string }

/** The whole of a quote as it was sent, part by part, always in this order. */
export function partsOf(quote: SentTerms, reader: QuoteReader): readonly QuotePart[] {
  const money = (amount: number | null) => (amount === null ? '' : spokenMoney(amount, quote.currency_code))
  const { included_waiting_minutes: waiting } = quote
  const rest = quote.price_amount - quote.deposit_amount
  return [
    { name: 'Price', says: money(quote.price_amount) },
    { name: 'You receive', says: money(quote.payout_amount) },
    { name: 'Deposit', says: money(quote.deposit_amount) },
    { name: 'Rest', says: rest === 0 ? '' : money(rest) },
    { name: 'Coaches', says: quote.vehicles.map((vehicle) => coachWords(vehicle, reader)).join('; ') },
    { name: 'Included', says: inclusionsSaid(quote.inclusions) },
    { name: 'Not included', says: inclusionsSaid(quote.exclusions) },
    { name: 'Waiting included', says: waiting === null ? '' : `${counted(waiting, 'minute')}` },
    { name: 'Each hour more', says: money(quote.extra_hour_amount) },
    { name: 'Each mile more', says: money(quote.extra_mile_amount) },
    { name: 'Good until', says: spokenInstant(quote.valid_until, reader.zone, reader.now) },
    { name: 'Note', says: quote.note ?? '' },
  ]
}

/** `YX20 ABC: Coach, 49 seats`, or `2 × Coach, 49 seats`; how many sit in it where its kind does not say so. */
function coachWords({ type, count, seats, vehicle_id }: QuotedCoach, { plateOf }: QuoteReader): string {
  const kind = spokenWord(type)
  const seated = kind.includes(` ${seats} seats`) ? kind : `${kind}, ${counted(seats, 'seat')} each`
  const plate = vehicle_id === null ? null : plateOf(vehicle_id)
  return `${plate === null ? '' : `${plate}: `}${count > 1 ? `${count} × ` : ''}${count > 1 ? seated : seated.replace(' each', '')}`
}

function inclusionsSaid(codes: readonly string[]): string {
  return codes.map((code) => inclusionWords.find((one) => one.code === code)?.label ?? spokenWord(code)).join(', ')
}

/** A part of several versions, side by side: what each says, and whether that is another thing than the version before it said. */
export type ComparedPart = {
  readonly name: string
  readonly cells: readonly { readonly says: string; readonly isChanged: boolean }[]
}

/** Versions of one quote in their order, part by part; what none of them says is left out. */
export function compared(versions: readonly (readonly QuotePart[])[]): readonly ComparedPart[] {
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
