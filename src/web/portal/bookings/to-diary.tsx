import { Redirect } from 'wouter'

/** Redirects `/portal/bookings` to the list of the diary. */
export function ToDiary() {
  return <Redirect to="/diary?view=list" replace />
}
