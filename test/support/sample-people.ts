import type { TripPeople } from '../../src/domain/masked-itinerary.ts'

/** The people of a trip of whom nothing is known but this of the customer. */
export function peopleOf(known: Partial<TripPeople['customer']> = {}): TripPeople {
  return { customer: { name: 'Jo', email: null, phone: null, organisation: null, ...known }, leadPassenger: null }
}
