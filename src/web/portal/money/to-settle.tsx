import { toFailure } from '../../office/api/failure.ts'
import { UnknownNotes } from '../../office/money-lists/unknown-notes.tsx'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { Failed } from '../../office/parts/list-states.tsx'
import { PaymentNotes } from './payment-notes.tsx'
import { type NotedPayment, useMoneyToSettle } from './trip-money.ts'
import { TripRef } from './trip-ref.tsx'

/**
 * A section of payments to check, of bookings and jobs: unconfirmed payments, unsent refunds, and payments that only the
 * provider has. Empty without any.
 */
export function ToSettle() {
  const { data, error, refetch } = useMoneyToSettle()
  if (data === undefined) return error === null ? null : <Failed failure={toFailure(error)} retry={refetch} />
  const { payments, unknown } = data.data
  if (payments.length === 0 && unknown.length === 0) return null
  return (
    <FoldableSection title="Payments to check">
      <PaymentNotes label="Payments to check" payments={payments} about={(payment) => <WhichTrip payment={payment} />} />
      <UnknownNotes unknown={unknown} />
    </FoldableSection>
  )
}

function WhichTrip({ payment }: { readonly payment: NotedPayment }) {
  return (
    <>
      <TripRef payment={payment} />
      {payment.booking_ref === null && <span className="quiet"> not booked</span>}:
    </>
  )
}
