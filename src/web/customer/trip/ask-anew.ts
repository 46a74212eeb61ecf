import { ask } from './calls.ts'
import type { ShownCustomer, ShownTrip } from './shown.ts'
import { typedAgain } from './typed-again.ts'

/** Name under which the form for an enquiry looks for what was typed before. */
const kept = 'charabanc-enquiry'

/**
 * The form for an enquiry with the operator of this trip, with the trip and the customer in it; its days where they still hold. False
 * where the trip is not one operator's: then no form is the right one.
 */
export async function askAnew(trip: ShownTrip, hasDays: boolean): Promise<boolean> {
  const [{ data }, { data: customer }] = await Promise.all([ask('trip/brand'), ask('trip/contact')])
  const { operator_ref: ref } = (data ?? { operator_ref: null }) as { readonly operator_ref: string | null }
  if (ref === null) return false
  sessionStorage.setItem(kept, JSON.stringify(typedAgain(trip, customer as ShownCustomer | null, hasDays)))
  location.assign(`${document.documentElement.dataset.root ?? '/'}enquire/${ref}`)
  return true
}
