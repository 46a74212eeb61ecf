import { ask } from './calls.ts'
import type { ShownCustomer, ShownTrip } from './shown.ts'
import { typedAgain } from './typed-again.ts'

/** Name under which the form for an enquiry looks for what was typed before. */
const kept = 'charabanc-enquiry'

/**
 * Opens the form for an enquiry with the operator of this trip, with the trip and its customer, and its days if `hasDays`. Returns false
 * if the trip has no single operator: then there is no form for it.
 */
export async function requestAgain(trip: ShownTrip, hasDays: boolean): Promise<boolean> {
  const [{ data }, { data: customer }] = await Promise.all([ask('trip/brand'), ask('trip/contact')])
  const { operator_ref: ref } = (data ?? { operator_ref: null }) as { readonly operator_ref: string | null }
  if (ref === null) return false
  sessionStorage.setItem(kept, JSON.stringify(typedAgain(trip, customer as ShownCustomer | null, hasDays)))
  location.assign(`${document.documentElement.dataset.root ?? '/'}enquire/${ref}`)
  return true
}
