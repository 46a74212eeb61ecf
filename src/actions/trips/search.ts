import type { Ability } from '../../domain/ability.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { extractDialledDigits } from '../../domain/dialled.ts'
import { toLocalTime, toSpokenTime } from '../../domain/instant.ts'
import { formatInvoiceNumber, parseInvoiceNumber } from '../../domain/invoice.ts'
import { computePersonKey } from '../../domain/known-customer.ts'
import {
  type FoundKind,
  findLongestWords,
  isFoundIn,
  mostFound,
  searchedMs,
  searchText,
  searchWords,
  shareResults,
} from '../../domain/search.ts'
import { findNationalDigits } from '../../gateways/phone.ts'
import { listNamesOnRoster } from '../../storage/queries/drivers.ts'
import { findInvoice } from '../../storage/queries/invoices.ts'
import { searchKnownCustomers } from '../../storage/queries/known-customers.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { type FoundJob, searchBookings, searchCustomers, searchJobs } from '../../storage/queries/search.ts'
import { listVehicles } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { listPhoneCountries, type PhoneSetting } from '../people/phones.ts'

/** A search result: its ref, number or id, and its title. */
export type SearchResult = {
  readonly kind: FoundKind
  readonly id: string | number
  readonly title: string
  readonly subtitle: string | null
  /**
   * Whether a customer is saved; undefined for other kinds. A customer who is not saved has the ref of their latest trip as id.
   */
  readonly kept?: boolean
  /** The facts of a booking or a job; undefined for other kinds. The customer of a job can be null. */
  readonly trip?: { readonly summary: string; readonly customerName: string | null; readonly departsAt: string }
}

/**
 * Finds everything the caller can read that contains every typed word. It searches trips of the last two years and to come,
 * customers, drivers, vehicles, and the invoice of that number. The customer of a job is not searched before the caller has the
 * booking.
 */
export async function searchAccount(
  db: Reader,
  app: PhoneSetting,
  caller: PortalCaller,
  typed: string,
  now: number,
): Promise<SearchResult[]> {
  const operator = await findOwnOperator(db, caller)
  const words = searchWords(typed)
  const longest = findLongestWords(typed)
  const query = { operatorId: operator.id, words: longest, since: now - searchedMs }
  const may = (ability: Ability) => caller.credential.abilities.includes(ability)
  const nothing: SearchResult[] = []
  if (longest.length === 0) return nothing

  const trips = tripsFound(now)
  const bookings = may('bookings:read') ? trips('booking', await searchBookings(db, query)) : nothing
  const booked = new Set(bookings.map(({ id }) => id))
  const jobs = may('jobs:read') ? trips('job', (await searchJobs(db, query)).map(withMaskedItinerary)) : nothing
  return shareResults([
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
      const customerName = organisation ?? name
      return {
        kind,
        id: ref,
        title: customerName === null ? ref : `${ref} · ${customerName}`,
        subtitle: `${itinerary.summary} · ${toSpokenTime(departsAt, itinerary.timezone, now)}`,
        trip: { summary: itinerary.summary, customerName, departsAt: toLocalTime(departsAt, itinerary.timezone) },
      }
    })
}

/** The words for a search of customers. A phone number is found in any spelling. */
function wordsOfCaller(setting: PhoneSetting, operator: Operator, typed: string): string[] {
  const digits = findNationalDigits(typed, listPhoneCountries(setting, operator)) ?? extractDialledDigits(typed)
  return digits === null ? findLongestWords(typed) : [digits]
}

/** The saved customers, then all others who booked or enquired. */
async function customersFound(db: Reader, asked: Parameters<typeof searchCustomers>[1]): Promise<SearchResult[]> {
  const kept = await searchCustomers(db, asked)
  const keys = new Set(kept.map(computePersonKey))
  const others = (await searchKnownCustomers(db, asked)).filter(({ customer }) => !keys.has(computePersonKey(customer)))
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

/** Rosters and fleets are small, so they are searched without an index. */
async function driversFound(db: Reader, operatorId: number, words: readonly string[]): Promise<SearchResult[]> {
  const found = (await listNamesOnRoster(db, operatorId)).filter(({ name }) => isFoundIn(searchText([name]), words))
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
  const number = word === undefined || others.length > 0 ? null : parseInvoiceNumber(word)
  const found = number === null ? null : await findInvoice(db, operatorId, number)
  if (found === null) return []
  const { invoice } = found
  const title = `${invoice.credits === null ? 'Invoice' : 'Credit note'} ${formatInvoiceNumber(invoice.number)}`
  const { organisation, name } = invoice.customer
  return [{ kind: 'invoice', id: formatInvoiceNumber(invoice.number), title, subtitle: organisation ?? name }]
}
