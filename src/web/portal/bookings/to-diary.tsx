import { Redirect } from 'wouter'
import { routes } from '../routes.ts'

/** Redirects `/portal/bookings` to the list of the diary, or to Today in a build without the diary. */
export function ToDiary() {
  const hasDiary = routes.some(({ path }) => path === '/diary')
  return <Redirect to={hasDiary ? '/diary?view=list' : '/'} replace />
}
