import { Link } from 'wouter'
import { spokenMoney } from '../../plain/money.ts'
import type { Records } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { Section } from '../parts/facts.tsx'
import { Failed } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { PaymentNotes } from './payment-notes.tsx'
import { type NotedPayment, useMoneyToSettle } from './trip-money.ts'

/**
 * What somebody has to see to before anything else, booked or not: payments in doubt, refunds that have not gone, and what only the provider
 * knows of. Nothing where there is none of it.
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

function WhichTrip({ payment: { ref, booking_ref } }: { readonly payment: NotedPayment }) {
  return (
    <>
      <Link className="ref" href={booking_ref === null ? `/jobs/${ref}` : `/bookings/${ref}?tab=money`}>
        {ref}
      </Link>
      {booking_ref === null && <span className="quiet"> not booked</span>}:
    </>
  )
}

/** What moved after the backup that was restored: whoever looks after the server says when it is settled. */
function UnknownNotes({ unknown }: { readonly unknown: Records['MoneyToSettle']['unknown'] }) {
  if (unknown.length === 0) return null
  return (
    <ul className="money-notes" aria-label="Not in the books">
      {unknown.map(({ ref, kind, provider_ref, amount, currency_code, made_at }) => (
        <li key={provider_ref}>
          <span className="money-word">
            <Badge tone="wrong">Unknown</Badge>
          </span>
          <span className="money-says">
            <span className="ref">{ref}</span>: {spokenMoney(amount, currency_code)}{' '}
            {kind === 'charge' ? 'was taken by card' : 'was sent back'} <Moment at={made_at} />, after the backup that was
            restored. Look for <span className="money-name">{provider_ref}</span> at your provider of card payments. Once it is
            settled, have it said on the server: <code>charabanc payments settle-unknown</code>.
          </span>
        </li>
      ))}
    </ul>
  )
}
