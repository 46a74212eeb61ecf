import { toFailure } from '../../office/api/failure.ts'
import { Failed } from '../../office/parts/list-states.tsx'
import { listShownPayments } from '../../plain/payment-words.ts'
import { MailPage } from '../money/mail-page.tsx'
import { PaymentNotes } from '../money/payment-notes.tsx'
import { useTripMoney } from '../money/trip-money.ts'
import { DepositReceived } from './deposit-received.tsx'
import type { InboxJob, SentQuote } from './jobs.ts'

const seenByPeople: readonly string[] = ['awaiting_transfer', 'in_doubt']

/**
 * The payments of a trip that is not booked yet, with buttons to mark a deposit as received and to email a payment page.
 */
export function JobMoney({ job, quote }: { readonly job: InboxJob; readonly quote: SentQuote }) {
  const { data, error, refetch } = useTripMoney(job.ref, true)
  const money = data?.data
  if (money === undefined && error !== null) return <Failed failure={toFailure(error)} retry={refetch} />
  // The page of a booking shows its payments.
  if (money === undefined || money.booking_ref !== null) return null
  const { ref, booking_ref, payments } = money
  const isSeen = payments.some(({ kind, state }) => kind === 'deposit' && seenByPeople.includes(state))
  // DepositReceived has the only button for a deposit.
  const notes = listShownPayments(payments, job.status === 'cancelled').map((payment) => ({
    ...payment,
    ref,
    booking_ref,
    closed_by: payment.kind === 'deposit' ? null : payment.closed_by,
  }))
  return (
    <>
      <PaymentNotes label="Payment notes" payments={notes} />
      {isSeen && <DepositReceived job={job} quote={quote} />}
      <div className="money-buttons">
        <MailPage money={money} customerName={null} />
      </div>
    </>
  )
}
