import { describeDecline } from '../../../domain/card-fault.ts'
import { describeBookedBalance } from './booked.tsx'
import { CardNote } from './card-note.tsx'
import { dueUnread, nothingDue } from './faults.ts'
import { ReplyAt, TripSection, usePage, useView } from './parts.tsx'
import { findDueNow, formatPayLabel } from './paying.ts'
import { capitalizeFirst, describePaymentTerms, describeTransfer, formatSum } from './sentences.ts'
import { isMoneyDue, isPaidLater, type TripView } from './shown.ts'

const changed = 'The amount due has changed. Check it again.'

/** The section on the amount due beside the deposit, with the payment method. */
export function MoneyDue() {
  const { act, isBusy, lookNow, showReply } = usePage()
  const view = useView()
  const { booking, pay_to: payTo, payment } = view.trip
  if (booking === null || !isMoneyDue(view)) return <ReplyAt place="due" id="due-answer" />
  const owed = findDueNow(view)
  const late = booking.balance_status === 'overdue' ? 'This payment is overdue.' : ''
  const isTransfer = view.isTransfer || payTo !== null
  const how = isTransfer ? payTo && describeTransfer(view) : `${capitalizeFirst(describeBookedBalance(booking, view))}.`
  const declined = booking.decline_reason && describeDecline(booking.decline_reason)
  const pay = async (event: Event) => {
    event.preventDefault()
    const now = await lookNow('due', dueUnread)
    if (now === null) return
    if (findDueNow(now) !== owed) return showReply(isMoneyDue(now) ? changed : nothingDue, 'due', true)
    const done = (after: TripView) => describePaid(now, after)
    await act({ path: '/pay', body: { payment_method: 'card' }, place: 'due', done, toCard: { quoteId: null } })
  }
  return (
    <TripSection id="due" title="Amount due">
      <p id="due-text">{[how, describePaymentTerms(booking, view), late, declined].filter(Boolean).join(' ')}</p>
      {isTransfer || payment !== null || (
        <form onSubmit={pay}>
          <CardNote />
          <button type="submit" id="pay" class={isPaidLater(booking) ? 'quiet' : undefined} disabled={isBusy}>
            {formatPayLabel(booking, view)}
          </button>
        </form>
      )}
    </TripSection>
  )
}

/** A sentence on the amount paid, from the server. */
function describePaid({ trip: { booking: before } }: TripView, { trip: { booking: after } }: TripView): string {
  const paid = (after?.paid_amount ?? 0) - (before?.paid_amount ?? 0)
  return after !== null && paid > 0 ? `${formatSum(paid, after)} is paid. Thank you.` : 'Paid. Thank you.'
}
