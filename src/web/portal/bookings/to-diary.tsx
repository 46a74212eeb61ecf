import { Redirect } from 'wouter'
import { routes } from '../routes.ts'

/** `/portal/bookings` leads to the diary's list, where the bookings stand by their departure; to Today where there is no diary. */
export function ToDiary() {
  const hasDiary = routes.some(({ path }) => path === '/diary')
  return <Redirect to={hasDiary ? '/diary?view=list' : '/'} replace />
}
