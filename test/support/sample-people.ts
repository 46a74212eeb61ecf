import type { TripPeople } from '../../src/domain/masked-itinerary.ts'

/** The people of a trip with these details of the customer alone. */
export function peopleOf(known: Partial<TripPeople['customer']> = {}): TripPeople {
  return { customer: { name: 'Jo', email: null, phone: null, organisation: null, ...known }, leadPassenger: null }
}
