import { Link } from 'wouter'
import { useSession } from '../../office/api/session.ts'
import type { NotedPayment } from './trip-money.ts'

/** The reference of a payment's trip, as a link to its payments if the reader may open them. */
export function TripRef({ payment: { ref, booking_ref } }: { readonly payment: Pick<NotedPayment, 'ref' | 'booking_ref'> }) {
  const { can } = useSession()
  if (booking_ref === null && !can('jobs:read')) return <span className="ref">{ref}</span>
  return (
    <Link className="ref" href={booking_ref === null ? `/jobs/${ref}` : `/bookings/${ref}?tab=money`}>
      {ref}
    </Link>
  )
}
