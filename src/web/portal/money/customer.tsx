import { Link } from 'wouter'
import { SecondLine } from '../parts/table.tsx'

/** The name of a customer. Where there is an organisation it comes first, with the person's name below. */
export function CustomerName({
  customer,
}: {
  readonly customer: { readonly name: string; readonly organisation: string | null }
}) {
  return (
    <>
      {customer.organisation ?? customer.name}
      {customer.organisation !== null && <SecondLine>{customer.name}</SecondLine>}
    </>
  )
}

/** The reference of a trip, which leads to its booking. */
export function TripLink({ tripRef }: { readonly tripRef: string }) {
  return (
    <Link className="ref" href={`/bookings/${tripRef}`}>
      {tripRef}
    </Link>
  )
}
