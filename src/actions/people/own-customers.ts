import type { PortalCaller } from '../../domain/caller.ts'
import { dialledDigits } from '../../domain/dialled.ts'
import { identitiesOf } from '../../domain/masked-itinerary.ts'
import { formerCustomerName, mustBeForgettable, wordsOfNames } from '../../domain/own-customer.ts'
import { mustFind } from '../../domain/refusal.ts'
import { makeOmission } from '../../domain/scrub.ts'
import { longestWords } from '../../domain/search.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { lockOperator, lockTrips } from '../../storage/locks.ts'
import { anonymiseTrips, dropTracesOfCustomer, peopleBehind } from '../../storage/queries/customer-erasure.ts'
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

/** Keeps a customer, for trips to come. Refuses `validation_failed` for a phone that is no number. */
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
