import { callTripApi } from './calls.ts'
import { buildEnquiryEntries } from './enquiry-entries.ts'
import type { ShownCustomer, ShownTrip } from './shown.ts'

/** Storage key of the entries of the request form. */
const kept = 'charabanc-enquiry'

/**
 * Opens the request form of this trip's operator with the trip, its customer and, if `hasDays`, its dates. Returns false if several
 * operators compete for the trip, because they have no common form.
 */
export async function openRequestForm(trip: ShownTrip, hasDays: boolean): Promise<boolean> {
  const [{ data }, { data: customer }] = await Promise.all([callTripApi('trip/brand'), callTripApi('trip/contact')])
  const { operator_ref: ref } = (data ?? { operator_ref: null }) as { readonly operator_ref: string | null }
  if (ref === null) return false
  sessionStorage.setItem(kept, JSON.stringify(buildEnquiryEntries(trip, customer as ShownCustomer | null, hasDays)))
  location.assign(`${document.documentElement.dataset.root ?? '/'}enquire/${ref}`)
  return true
}
