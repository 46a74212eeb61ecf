import type { Ability } from '../../domain/ability.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { dialledDigits } from '../../domain/dialled.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import { readNumber, writtenNumber } from '../../domain/invoice.ts'
import { personKeyOf } from '../../domain/known-customer.ts'
import {
  type FoundKind,
  isFoundIn,
  longestWords,
  mostFound,
  searchedMs,
  searchText,
  searchWords,
  shareOut,
} from '../../domain/search.ts'
import { nationalDigits } from '../../gateways/phone.ts'
import { namesOnRoster } from '../../storage/queries/drivers.ts'
import { findInvoice } from '../../storage/queries/invoices.ts'
import { searchKnownCustomers } from '../../storage/queries/known-customers.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { type FoundJob, searchBookings, searchCustomers, searchJobs } from '../../storage/queries/search.ts'
import { listVehicles } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import { type PhoneSetting, phoneCountriesOf } from '../people/phones.ts'
import { operatorOf } from '../quotes/jobs.ts'

/** Something that was looked for: by its ref, its number or its id, and what to call it. */
export type SearchResult = {
  readonly kind: FoundKind
  readonly id: string | number
  readonly title: string
  readonly subtitle: string | null
  /** Whether a customer is kept as one; of other kinds undefined. One who is not has the ref of their latest trip as id. */
  readonly kept?: boolean
}

/**
 * Finds what holds every word that was typed, of all that the caller may read. It looks at trips of the last two years
 * and to come, everybody who ever booked or asked, drivers, coaches, and the invoice of that number. The customer behind a job is
 * not looked at until the trip is the caller's.
 */
export async function searchAccount(
  db: Reader,
  app: PhoneSetting,
  caller: PortalCaller,
  typed: string,
  now: number,
): Promise<SearchResult[]> {
  const operator = await operatorOf(db, caller)
  const words = searchWords(typed)
  const longest = longestWords(typed)
  const asked = { operatorId: operator.id, words: longest, since: now - searchedMs }
  const may = (ability: Ability) => caller.credential.abilities.includes(ability)
  const nothing: SearchResult[] = []
  if (longest.length === 0) return nothing

  const trips = tripsFound(now)
  const bookings = may('bookings:read') ? trips('booking', await searchBookings(db, asked)) : nothing
  const booked = new Set(bookings.map(({ id }) => id))
  const jobs = may('jobs:read') ? trips('job', (await searchJobs(db, asked)).map(withMaskedItinerary)) : nothing
  return shareOut([
    bookings,
    jobs.filter(({ id }) => !booked.has(id)),
    may('bookings:read')
      ? await customersFound(db, { operatorId: operator.id, words: wordsOfCaller(app, operator, typed) })
      : nothing,
    may('drivers:read') ? await driversFound(db, operator.id, words) : nothing,
    may('drivers:read') ? await vehiclesFound(db, operator.id, words) : nothing,
    may('bookings:read') ? await invoicesFound(db, operator.id, words) : nothing,
  ])
}

type FoundTrip = {
  readonly ref: string
  readonly departsAt: number
  readonly itinerary: { readonly summary: string; readonly timezone: string }
  readonly name: string | null
  readonly organisation: string | null
}

function withMaskedItinerary({ maskedItinerary, ...row }: FoundJob): FoundTrip {
  return { ...row, itinerary: maskedItinerary.read() }
}

function tripsFound(now: number) {
  return (kind: 'booking' | 'job', rows: readonly FoundTrip[]): SearchResult[] =>
    rows.map(({ ref, departsAt, itinerary, name, organisation }) => {
      const whom = organisation ?? name
      return {
        kind,
        id: ref,
        title: whom === null ? ref : `${ref} · ${whom}`,
        subtitle: `${itinerary.summary} · ${toSpokenTime(departsAt, itinerary.timezone, now)}`,
      }
    })
}

/** The words to find a customer by: a number is the same however it is dialled. */
function wordsOfCaller(setting: PhoneSetting, operator: Operator, typed: string): string[] {
  const digits = nationalDigits(typed, phoneCountriesOf(setting, operator)) ?? dialledDigits(typed)
  return digits === null ? longestWords(typed) : [digits]
}

/** The customers who are kept, then everybody else who booked or asked. */
async function customersFound(db: Reader, asked: Parameters<typeof searchCustomers>[1]): Promise<SearchResult[]> {
  const kept = await searchCustomers(db, asked)
  const keys = new Set(kept.map(personKeyOf))
  const others = (await searchKnownCustomers(db, asked)).filter(({ customer }) => !keys.has(personKeyOf(customer)))
  return [
    ...kept.map(({ id, name, organisation }) => ({
      kind: 'customer' as const,
      id,
      title: name,
      subtitle: organisation,
      kept: true,
    })),
    ...others.map(({ customer: { name, organisation, phone, email }, ref }) => ({
      kind: 'customer' as const,
      id: ref,
      title: name,
      subtitle: organisation ?? phone ?? email,
      kept: false,
    })),
  ].slice(0, mostFound)
}

/** A roster and a fleet are few: they are looked through as they are. */
async function driversFound(db: Reader, operatorId: number, words: readonly string[]): Promise<SearchResult[]> {
  const found = (await namesOnRoster(db, operatorId)).filter(({ name }) => isFoundIn(searchText([name]), words))
  return found.slice(0, mostFound).map(({ id, name, phone }) => ({ kind: 'driver', id, title: name, subtitle: phone }))
}

async function vehiclesFound(db: Reader, operatorId: number, words: readonly string[]): Promise<SearchResult[]> {
  const found = (await listVehicles(db, operatorId)).filter(({ registration }) =>
    isFoundIn(searchText([registration, registration.replaceAll(' ', '')]), words),
  )
  return found
    .slice(0, mostFound)
    .map(({ id, registration, seats }) => ({ kind: 'vehicle', id, title: registration, subtitle: `${seats} seats` }))
}

async function invoicesFound(db: Reader, operatorId: number, [word, ...others]: readonly string[]): Promise<SearchResult[]> {
  const number = word === undefined || others.length > 0 ? null : readNumber(word)
  const found = number === null ? null : await findInvoice(db, operatorId, number)
  if (found === null) return []
  const { invoice } = found
  const title = `${invoice.credits === null ? 'Invoice' : 'Credit note'} ${writtenNumber(invoice.number)}`
  const { organisation, name } = invoice.customer
  return [{ kind: 'invoice', id: writtenNumber(invoice.number), title, subtitle: organisation ?? name }]
}
