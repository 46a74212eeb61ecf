import { declineSentence } from '../../../domain/card-fault.ts'
import { balanceOf } from './booked.tsx'
import { CardNote } from './card-note.tsx'
import { dueUnread, nothingDue } from './faults.ts'
import { ReplyAt, Section, usePage, useView } from './parts.tsx'
import { owedNow, payWords } from './paying.ts'
import { capital, spokenSum, termsSentence, transferSentence } from './sentences.ts'
import { isDue, isPaidLater, type TripView } from './shown.ts'

const changed = 'What is due has just changed: look at it again.'

/** The section on what is owed beside the deposit, and how it is paid. */
export function MoneyDue() {
  const { act, isBusy, lookNow, say } = usePage()
  const view = useView()
  const { booking, pay_to: payTo, payment } = view.trip
  if (booking === null || !isDue(view)) return <ReplyAt place="due" id="due-answer" />
  const owed = owedNow(view)
  const late = booking.balance_status === 'overdue' ? 'It has been due for some days.' : ''
  const isTransfer = view.isTransfer || payTo !== null
  const how = isTransfer ? payTo && transferSentence(view) : `${capital(balanceOf(booking, view))}.`
  const declined = booking.decline_reason && declineSentence(booking.decline_reason)
  const pay = async (event: Event) => {
    event.preventDefault()
    const now = await lookNow('due', dueUnread)
    if (now === null) return
    if (owedNow(now) !== owed) return say(isDue(now) ? changed : nothingDue, 'due', true)
    const done = (after: TripView) => paidSentence(now, after)
    await act({ path: '/pay', body: { payment_method: 'card' }, place: 'due', done, toCard: { quoteId: null } })
  }
  return (
    <Section id="due" title="Still to pay">
      <p id="due-text">{[how, termsSentence(booking, view), late, declined].filter(Boolean).join(' ')}</p>
      {isTransfer || payment !== null || (
        <form onSubmit={pay}>
          <CardNote />
          <button type="submit" id="pay" class={isPaidLater(booking) ? 'quiet' : undefined} disabled={isBusy}>
            {payWords(booking, view)}
          </button>
        </form>
      )}
    </Section>
  )
}

/** A sentence on what was really paid: the server reckons it anew. */
function paidSentence({ trip: { booking: before } }: TripView, { trip: { booking: after } }: TripView): string {
  const paid = (after?.paid_amount ?? 0) - (before?.paid_amount ?? 0)
  return after !== null && paid > 0 ? `${spokenSum(paid, after)} is paid. Thank you.` : 'It is paid. Thank you.'
}
