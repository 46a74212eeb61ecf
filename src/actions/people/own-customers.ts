import type { PortalCaller } from '../../domain/caller.ts'
import { dialledDigits } from '../../domain/dialled.ts'
import { personKeyOf } from '../../domain/known-customer.ts'
import { identitiesOf } from '../../domain/masked-itinerary.ts'
import { formerCustomerName, mustBeForgettable, wordsOfNames } from '../../domain/own-customer.ts'
import { invalid, mustFind } from '../../domain/refusal.ts'
import { makeOmission } from '../../domain/scrub.ts'
import { longestWords } from '../../domain/search.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { lockOperator, lockTrips } from '../../storage/locks.ts'
import { anonymiseTrips, dropTracesOfCustomer, peopleBehind } from '../../storage/queries/customer-erasure.ts'
import { findKnownCustomer, findPersonBy, giveTripsTo, ownTripsOfPerson } from '../../storage/queries/known-customers.ts'
import {
  findOwnCustomer,
  hasMoneyMoving,
  insertOwnCustomer,
  listOwnCustomers,
  listOwnCustomersCalling,
  listOwnCustomersNamed,
  type OwnCustomerRow,
  saveOwnCustomer,
  tripsOfOwnCustomer,
} from '../../storage/queries/own-customers.ts'
import { schedule } from '../../storage/queries/scheduler.ts'
import { searchCustomers } from '../../storage/queries/search.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { operatorOf } from '../quotes/jobs.ts'
import { mustBePhones, type PhoneSetting } from './phones.ts'

/** A customer as they are entered. */
export type NewOwnCustomer = Pick<OwnCustomerRow, 'name' | 'organisation' | 'email' | 'phone' | 'address' | 'account' | 'notes'>

/** A change of a customer; fields left out stay. */
export type OwnCustomerChange = Partial<NewOwnCustomer>

/** A page of customers; `q` null for all of them. */
export type CustomersAsked = PageAsked & { readonly q: string | null }

/** The customers the caller keeps, the newest first; of what was typed those with that number, or with every word of it in their name. */
export function listCustomers(db: Reader, caller: PortalCaller, { q, ...asked }: CustomersAsked) {
  const page = { operatorId: caller.operatorId, ...pageSpanOf(asked) }
  if (q === null) return listOwnCustomers(db, page)
  const digits = dialledDigits(q)
  return digits === null
    ? listOwnCustomersNamed(db, { ...page, words: longestWords(q) })
    : listOwnCustomersCalling(db, { ...page, digits })
}

/** One of them. Refuses `not_found`. */
export function showCustomer(db: Reader, caller: PortalCaller, id: number): Promise<OwnCustomerRow> {
  return mustFind(findOwnCustomer(db, caller.operatorId, id))
}

/** Keeps a customer for later trips. Refuses `validation_failed` for an impossible phone number. */
export async function addCustomer(
  tx: Writer,
  setting: PhoneSetting,
  caller: PortalCaller,
  entry: NewOwnCustomer,
  now: number,
): Promise<OwnCustomerRow> {
  if (entry.phone !== null) mustBePhones(setting, [await operatorOf(tx, caller)], [[['phone'], entry.phone]])
  return insertOwnCustomer(tx, { ...entry, operatorId: caller.operatorId, createdAt: now, updatedAt: now })
}

/**
 * Keeps the customer of a trip that the caller entered or has booked, or of an enquiry to the caller. Fields that were sent replace those of
 * the trip. A customer who is already kept does not change. Refuses `validation_failed` for a ref of no such trip, or an impossible phone number.
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
  const personKey = personKeyOf(known)
  // Fewer customers share an address than a name, and a search has an end.
  const alike = await searchCustomers(tx, { operatorId, words: longestWords(known.email ?? known.name) })
  const kept = alike.find((customer) => personKeyOf(customer) === personKey)
  if (kept !== undefined) return kept
  if (sent.phone != null) mustBePhones(setting, [await operatorOf(tx, caller)], [[['phone'], sent.phone]])
  const { name, organisation, email, phone, address } = known
  const entry = { name, organisation, email, phone, address, account: null, notes: null, ...sent }
  const customer = await insertOwnCustomer(tx, { ...entry, operatorId, createdAt: now, updatedAt: now })
  const tripIds = await ownTripsOfPerson(tx, { operatorId, personKey })
  await lockTrips(tx, tripIds)
  await giveTripsTo(tx, tripIds, customer.id)
  await findPersonBy(tx, 0, { operatorId, personKey })
  return customer
}

/**
 * Changes what is known of a customer; trips that were entered before keep who was named then. Refuses `not_found`,
 * `validation_failed` for a phone that is no number.
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
  if (phone !== customer.phone) mustBePhones(setting, [await operatorOf(tx, caller)], [[['phone'], phone]])
  return saveOwnCustomer(tx, customer, { ...change, updatedAt: now })
}

/** The scheduler's name for seeing to it that the file keeps no trace of a customer who was forgotten. */
export const customerTracesTask = 'customer_traces'

/**
 * Forgets a customer: what names them goes from what is kept of them and from their trips, and links to those end. Invoices stay as they
 * were made. Refuses `not_found`, `invalid_transition` (a trip is ahead, or money is owed).
 */
export async function forgetCustomer(tx: Writer, caller: PortalCaller, id: number, now: number): Promise<void> {
  // No trip is entered for them meanwhile, and what happens to theirs ends first.
  await lockOperator(tx, caller.operatorId)
  const customer = await showCustomer(tx, caller, id)
  const tripIds = (await tripsOfOwnCustomer(tx, id)).map((trip) => trip.id)
  await lockTrips(tx, tripIds)
  mustBeForgettable(await tripsOfOwnCustomer(tx, id), await hasMoneyMoving(tx, id))

  const name = formerCustomerName(id)
  const people = [{ customer, leadPassenger: null }, ...(await peopleBehind(tx, tripIds))]
  const identities = [...new Set(people.flatMap(identitiesOf))]
  await anonymiseTrips(tx, tripIds, { name, people, omit: makeOmission([...identities, ...wordsOfNames(people)]) }, now)
  await dropTracesOfCustomer(tx, tripIds, now)
  const nothing = { organisation: null, email: null, phone: null, address: null, account: null, notes: null }
  await saveOwnCustomer(tx, customer, { ...nothing, name, removedAt: now, updatedAt: now })
  await schedule(tx, customerTracesTask, id, now, now)
}

/** Sees to it that nothing is left of what was written over. */
export async function dropCustomerTraces({ storage }: WorkerContext): Promise<void> {
  await storage.scour()
}
