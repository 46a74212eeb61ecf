import { Link } from 'wouter'
import { SecondLine } from '../parts/table.tsx'

/** Who it is, with the organisation below where there is one. */
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
