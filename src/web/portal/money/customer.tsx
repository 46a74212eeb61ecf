import { Link } from 'wouter'
import { SecondLine } from '../../office/parts/table.tsx'

/** The name of a customer: the organisation, if there is one, with the person's name below. */
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

/** The reference of a trip as a link to its booking. */
export function TripLink({ tripRef }: { readonly tripRef: string }) {
  return (
    <Link className="ref" href={`/bookings/${tripRef}`}>
      {tripRef}
    </Link>
  )
}
