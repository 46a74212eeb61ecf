import type { PortalCaller } from '../../domain/caller.ts'
import { extractDialledDigits } from '../../domain/dialled.ts'
import { computePersonKey } from '../../domain/known-customer.ts'
import { listTripIdentities } from '../../domain/masked-itinerary.ts'
import { formatFormerCustomerName, listIdentifyingWords, requireForgettableCustomer } from '../../domain/own-customer.ts'
import { invalid, requireFound } from '../../domain/refusal.ts'
import { makeOmission } from '../../domain/scrub.ts'
import { findLongestWords } from '../../domain/search.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockOperator, lockTrips } from '../../storage/locks.ts'
import { anonymiseTrips, dropTracesOfCustomer, listPeopleBehind } from '../../storage/queries/customer-erasure.ts'
import { findKnownCustomer, findPersonBy, giveTripsTo, listOwnTripsOfPerson } from '../../storage/queries/known-customers.ts'
import {
  findOwnCustomer,
  hasUnsettledMoney,
  insertOwnCustomer,
  listOwnCustomers,
  listOwnCustomersCalling,
  listOwnCustomersNamed,
  listTripsOfOwnCustomer,
  type OwnCustomerRow,
  saveOwnCustomer,
} from '../../storage/queries/own-customers.ts'
import { scheduleTask } from '../../storage/queries/scheduler.ts'
import { searchCustomers } from '../../storage/queries/search.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { findOwnOperator } from './own-operator.ts'
import { type PhoneSetting, requireValidPhones } from './phones.ts'

/** A customer as entered. */
export type NewOwnCustomer = Pick<OwnCustomerRow, 'name' | 'organisation' | 'email' | 'phone' | 'address' | 'account' | 'notes'>

/** A change of a customer; omitted fields do not change. */
export type OwnCustomerChange = Partial<NewOwnCustomer>

/** A page of customers; `q` null for all. */
export type CustomersAsked = PageAsked & { readonly q: string | null }

/** Lists the caller's saved customers, newest first; a search matches the phone number, or every word in the name. */
export function listCustomers(db: Reader, caller: PortalCaller, { q, ...asked }: CustomersAsked) {
  const page = { operatorId: caller.operatorId, ...toPageSpan(asked) }
  if (q === null) return listOwnCustomers(db, page)
  const digits = extractDialledDigits(q)
  return digits === null
    ? listOwnCustomersNamed(db, { ...page, words: findLongestWords(q) })
    : listOwnCustomersCalling(db, { ...page, digits })
}

/** One of the caller's customers. Refuses `not_found`. */
export function showCustomer(db: Reader, caller: PortalCaller, id: number): Promise<OwnCustomerRow> {
  return requireFound(findOwnCustomer(db, caller.operatorId, id))
}

/** Saves a customer for later trips. Refuses `validation_failed` for an invalid phone number. */
export async function addOwnCustomer(
  tx: Writer,
  setting: PhoneSetting,
  caller: PortalCaller,
  entry: NewOwnCustomer,
  now: number,
): Promise<OwnCustomerRow> {
  if (entry.phone !== null) requireValidPhones(setting, [await findOwnOperator(tx, caller)], [[['phone'], entry.phone]])
  return insertOwnCustomer(tx, { ...entry, operatorId: caller.operatorId, createdAt: now, updatedAt: now })
}

/**
 * Saves the customer of a trip that the caller entered or has booked, or of an enquiry to the caller. Given fields replace
 * those of the trip. A saved customer does not change. Refuses `validation_failed` for an unknown ref, or an invalid phone
 * number.
 */
export async function keepCustomerOf(
  tx: Writer,
  setting: PhoneSetting,
  caller: PortalCaller,
  ref: string,
  sent: OwnCustomerChange,
  now: number,
): Promise<OwnCustomerRow> {
  const { operatorId } = caller
  await lockOperator(tx, operatorId)
  const known = await findKnownCustomer(tx, operatorId, ref.trim().toUpperCase())
  if (known === null) throw invalid(['fromRef'], 'unknown')
  const personKey = computePersonKey(known)
  // Fewer customers share an address than a name, and a search has a limit.
  const alike = await searchCustomers(tx, { operatorId, words: findLongestWords(known.email ?? known.name) })
  const kept = alike.find((customer) => computePersonKey(customer) === personKey)
  if (kept !== undefined) return kept
  if (sent.phone != null) requireValidPhones(setting, [await findOwnOperator(tx, caller)], [[['phone'], sent.phone]])
  const { name, organisation, email, phone, address } = known
  const entry = { name, organisation, email, phone, address, account: null, notes: null, ...sent }
  const customer = await insertOwnCustomer(tx, { ...entry, operatorId, createdAt: now, updatedAt: now })
  const tripIds = await listOwnTripsOfPerson(tx, { operatorId, personKey })
  await lockTrips(tx, tripIds)
  await giveTripsTo(tx, tripIds, customer.id)
  await findPersonBy(tx, 0, { operatorId, personKey })
  return customer
}

/**
 * Changes a saved customer; earlier trips keep their name. Refuses `not_found`, `validation_failed` for an invalid phone
 * number.
 */
export async function changeCustomer(
  tx: Writer,
  setting: PhoneSetting,
  caller: PortalCaller,
  id: number,
  change: OwnCustomerChange,
  now: number,
) {
  await lockOperator(tx, caller.operatorId)
  const customer = await showCustomer(tx, caller, id)
  const { phone = customer.phone } = change
  if (phone !== customer.phone) requireValidPhones(setting, [await findOwnOperator(tx, caller)], [[['phone'], phone]])
  return saveOwnCustomer(tx, customer, { ...change, updatedAt: now })
}

/** The scheduler's name for removing the traces of erased customers from the file. */
export const customerTracesTask = 'customer_traces'

/**
 * Erases a customer: their details are removed from their record and trips, and links to those end. Invoices do not change.
 * Refuses `not_found`, `invalid_transition` (an upcoming trip, or an amount due).
 */
export async function forgetCustomer(tx: Writer, caller: PortalCaller, id: number, now: number): Promise<void> {
  // The lock prevents new trips for the customer, and waits for changes of their trips.
  await lockOperator(tx, caller.operatorId)
  const customer = await showCustomer(tx, caller, id)
  const tripIds = (await listTripsOfOwnCustomer(tx, id)).map((trip) => trip.id)
  await lockTrips(tx, tripIds)
  requireForgettableCustomer(await listTripsOfOwnCustomer(tx, id), await hasUnsettledMoney(tx, id))

  const name = formatFormerCustomerName(id)
  const people = [{ customer, leadPassenger: null }, ...(await listPeopleBehind(tx, tripIds))]
  const identities = [...new Set(people.flatMap(listTripIdentities))]
  await anonymiseTrips(tx, tripIds, { name, people, omit: makeOmission([...identities, ...listIdentifyingWords(people)]) }, now)
  await dropTracesOfCustomer(tx, tripIds, now)
  const nothing = { organisation: null, email: null, phone: null, address: null, account: null, notes: null }
  await saveOwnCustomer(tx, customer, { ...nothing, name, removedAt: now, updatedAt: now })
  await scheduleTask(tx, customerTracesTask, id, now, now)
}

/** Removes the traces of overwritten data from the file. */
export async function dropCustomerTraces({ storage }: WorkerContext): Promise<void> {
  await storage.scour()
}
