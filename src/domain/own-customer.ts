import type { TripState } from './job.ts'
import type { TripPeople } from './masked-itinerary.ts'
import { Refusal } from './refusal.ts'

/** A trip of a customer, for the check before an erasure. `dueAmount` is null without a booking. */
export type CustomersTrip = { readonly status: TripState; readonly dueAmount: number | null }

/** The name of an erased customer. */
export function formatFormerCustomerName(ownCustomerId: number): string {
  return `Former customer #${ownCustomerId}`
}

const shortestName = 3

/** The words of people's names that can identify them in a text. */
export function listIdentifyingWords(people: readonly TripPeople[]): string[] {
  const names = people.flatMap(({ customer, leadPassenger }) => [customer.name, leadPassenger?.name ?? ''])
  return names.flatMap((name) => name.split(/[^\p{L}\p{M}\p{N}]+/u)).filter((word) => word.length >= shortestName)
}

/** Refuses `invalid_transition` with an upcoming trip, or with an amount due on either side. */
export function requireForgettableCustomer(trips: readonly CustomersTrip[], hasMoneyMoving: boolean): void {
  const ahead = trips.find(({ status }) => status === 'booked') ?? trips.find(({ status }) => status === 'open')
  const isOwed = hasMoneyMoving || trips.some(({ dueAmount }) => (dueAmount ?? 0) > 0)
  if (ahead === undefined && !isOwed) return
  const why = ahead === undefined ? 'This customer has an outstanding balance.' : 'This customer has an upcoming trip.'
  throw new Refusal('invalid_transition', why, { currentStatus: ahead?.status ?? 'completed', allowed: [] })
}
