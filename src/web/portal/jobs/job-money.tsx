import { toldPayments } from '../../plain/payment-words.ts'
import { asFailure } from '../api/failure.ts'
import { MailPage } from '../money/mail-page.tsx'
import { PaymentNotes } from '../money/payment-notes.tsx'
import { useTripMoney } from '../money/trip-money.ts'
import { Failed } from '../parts/list-states.tsx'
import { DepositReceived } from './deposit-received.tsx'
import type { InboxJob, SentQuote } from './jobs.ts'

const seenByPeople: readonly string[] = ['awaiting_transfer', 'in_doubt']

/**
 * The money of a trip that is not booked: how payments stand, and a deposit that somebody may have seen. Its button
 * mails the customer a page to pay on.
 */
export function JobMoney({ job, quote }: { readonly job: InboxJob; readonly quote: SentQuote }) {
  const { data, error, refetch } = useTripMoney(job.ref, true)
  const money = data?.data
  if (money === undefined && error !== null) return <Failed failure={asFailure(error)} retry={refetch} />
  // Of a booking its own page tells.
  if (money === undefined || money.booking_ref !== null) return null
  const { ref, booking_ref, payments } = money
  const isSeen = payments.some(({ kind, state }) => kind === 'deposit' && seenByPeople.includes(state))
  // Of a deposit the money has come once for the trip.
  const notes = toldPayments(payments, job.status === 'cancelled').map((payment) => ({
    ...payment,
    ref,
    booking_ref,
    closed_by: payment.kind === 'deposit' ? null : payment.closed_by,
  }))
  return (
    <>
      <PaymentNotes label="How payments stand" payments={notes} />
      {isSeen && <DepositReceived job={job} quote={quote} />}
      <div className="money-buttons">
        <MailPage money={money} customerName={null} />
      </div>
    </>
  )
}
