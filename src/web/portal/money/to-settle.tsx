import { asFailure } from '../api/failure.ts'
import { Section } from '../parts/facts.tsx'
import { Failed } from '../parts/list-states.tsx'
import { PaymentNotes } from './payment-notes.tsx'
import { type NotedPayment, useMoneyToSettle } from './trip-money.ts'
import { TripRef } from './trip-ref.tsx'
import { UnknownNotes } from './unknown-notes.tsx'

/**
 * A section of money that somebody has to see to before anything else, booked or not. It lists payments in doubt,
 * refunds that have not gone, and what only the provider knows of. Nothing where there is none of it.
 */
export function ToSettle() {
  const { data, error, refetch } = useMoneyToSettle()
  if (data === undefined) return error === null ? null : <Failed failure={asFailure(error)} retry={refetch} />
  const { payments, unknown } = data.data
  if (payments.length === 0 && unknown.length === 0) return null
  return (
    <Section title="To be seen to">
      <PaymentNotes label="To be seen to" payments={payments} about={(payment) => <WhichTrip payment={payment} />} />
      <UnknownNotes unknown={unknown} />
    </Section>
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
