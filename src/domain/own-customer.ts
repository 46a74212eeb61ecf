import type { TripState } from './job.ts'
import type { TripPeople } from './masked-itinerary.ts'
import { Refusal } from './refusal.ts'

/** A trip of a customer, as far as it keeps them from being forgotten; `dueAmount` is null where nothing was booked. */
export type CustomersTrip = { readonly status: TripState; readonly dueAmount: number | null }

/** The name of a customer once they have been forgotten. */
export function formerCustomerName(ownCustomerId: number): string {
  return `Former customer #${ownCustomerId}`
}

const shortestName = 3

/** The words of people's names, by each of which alone a text may name them. */
export function wordsOfNames(people: readonly TripPeople[]): string[] {
  const names = people.flatMap(({ customer, leadPassenger }) => [customer.name, leadPassenger?.name ?? ''])
  return names.flatMap((name) => name.split(/[^\p{L}\p{M}\p{N}]+/u)).filter((word) => word.length >= shortestName)
}

/** Refuses `invalid_transition` while a trip is ahead, or money is owed on either side. */
export function mustBeForgettable(trips: readonly CustomersTrip[], hasMoneyMoving: boolean): void {
  const ahead = trips.find(({ status }) => status === 'booked') ?? trips.find(({ status }) => status === 'open')
  const isOwed = hasMoneyMoving || trips.some(({ dueAmount }) => (dueAmount ?? 0) > 0)
  if (ahead === undefined && !isOwed) return
  const why = ahead === undefined ? 'There is money owed for a trip of this customer.' : 'A trip of this customer is ahead.'
  throw new Refusal('invalid_transition', why, { currentStatus: ahead?.status ?? 'completed', allowed: [] })
}
