import type { SentForm } from '../body.ts'

/** Amenities that customers can request. */
export const requestedAmenities = ['toilet', 'seat_belts', 'air_con', 'wifi', 'luggage_hold', 'pa_microphone'] as const

/** Kinds of a place that is not a home, as the form offers them. */
export const publicKinds = ['venue', 'school', 'station', 'airport', 'hotel', 'port', 'office', 'other'] as const

/** Greatest number of stops on a leg, and of days of a trip, in the form. */
export const mostFormStops = 8
export const mostFormDays = 10

const ways = ['one_way', 'return', 'multi_day'] as const

/** The typed form: each field as sent, or empty. */
export type TypedEnquiry = {
  readonly text: (field: string) => string
  readonly wishes: readonly string[]
  /** Names of the sent fields, in their order. */
  readonly names: readonly string[]
}

/** A stop of a leg: its field, and its number on the page, from 1. */
export type TypedStop = { readonly field: string; readonly number: number }

/** A leg of the form: the names of its fields, its stops, and its day on the page, from 1. */
export type TypedLeg = {
  readonly day: number
  readonly date: string
  readonly time: string
  readonly from: string
  readonly to: string
  readonly stops: readonly TypedStop[]
}

/** The sent form. */
export function readTypedEnquiry(form: SentForm): TypedEnquiry {
  return { text: (field) => form[field]?.[0] ?? '', wishes: form.wishes ?? [], names: Object.keys(form) }
}

/** The empty form, with a key that prevents duplicates. */
export function createEmptyEnquiry(key: string): TypedEnquiry {
  return readTypedEnquiry({ way: ['return'], key: [key] })
}

/** The chosen kind of journey; a return without a choice. */
export function findTypedWay({ text }: TypedEnquiry): (typeof ways)[number] {
  return ways.find((way) => way === text('way').trim()) ?? 'return'
}

/** The kind of a place of a form: the chosen one, otherwise a home if no organisation is named. */
export function findPlaceKind({ text }: TypedEnquiry, place: string): 'residential' | (typeof publicKinds)[number] {
  const chosen = text(`${place}_kind`)
  const named = publicKinds.find((kind) => kind === chosen) ?? publicKinds.find((kind) => kind === text(`${place}_type`))
  const isHome = named !== chosen && chosen !== 'place' && (chosen === 'residential' || text('organisation').trim() === '')
  return isHome ? 'residential' : (named ?? 'venue')
}

/** The stops on a page, empty ones too. `leg` is the beginning of the names of a leg's fields: empty, `back_` or `d2_`. */
export function listStopsOnPage({ names }: Pick<TypedEnquiry, 'names'>, leg: string): TypedStop[] {
  const numbers = listRowNumbers(names, new RegExp(`^${leg}stop_([1-9]\\d{0,2})$`))
  return numbers.map((number, nth) => ({ field: `${leg}stop_${number}`, number: nth + 1 }))
}

/** The beginnings of the field names of the days after the first: `d2_`, `d3_`. There is at least one. */
export function listDaysOnPage({ names }: Pick<TypedEnquiry, 'names'>): string[] {
  const numbers = listRowNumbers(names, /^d([1-9]\d{0,2})_/)
  return (numbers.length > 0 ? numbers : [2]).map((number) => `d${number}_`)
}

function listRowNumbers(names: readonly string[], pattern: RegExp): number[] {
  const numbers = names.flatMap((name) => pattern.exec(name)?.[1] ?? [])
  return [...new Set(numbers.map(Number))].sort((one, other) => one - other)
}

/** The legs of the typed journey, with the filled-in stops. A day without entries is left out if another day has some. */
export function listTypedLegs(typed: TypedEnquiry): TypedLeg[] {
  const stops = (leg: string) => listStopsOnPage(typed, leg).filter(({ field }) => isFilled(typed, field, stopParts))
  const out = { day: 1, date: 'day', time: 'time', from: 'from', to: 'to', stops: stops('') }
  const way = findTypedWay(typed)
  if (way === 'one_way') return [out]
  // The way back has the same ends.
  if (way === 'return')
    return [out, { day: 1, date: 'back_day', time: 'back_time', from: 'to', to: 'from', stops: stops('back_') }]
  const days = listDaysOnPage(typed).map((leg, nth) => {
    return { day: nth + 2, date: `${leg}day`, time: `${leg}time`, from: `${leg}from`, to: `${leg}to`, stops: stops(leg) }
  })
  const filled = days.filter((day) => day.stops.length > 0 || isFilled(typed, '', [day.date, day.time, day.from, day.to]))
  return [out, ...(filled.length > 0 ? filled : days.slice(0, 1))]
}

const stopParts = ['', '_time', '_town', '_postcode']

function isFilled({ text }: TypedEnquiry, field: string, parts: readonly string[]): boolean {
  return parts.some((part) => text(`${field}${part}`).trim() !== '')
}
