import { useState } from 'preact/hooks'
import { balanceOf } from './booked.tsx'
import { CardChoice, firstCard } from './methods.tsx'
import { ReplyAt, Section, usePage, useView } from './parts.tsx'
import { capital, sum, termsSentence, transferSentence } from './sentences.ts'
import { isDue, isPaidLater, type ShownBooking, type TripView } from './shown.ts'

const unread = 'What is due could not be checked just now, and nothing was charged. Try again in a moment.'
const changed = 'What is due has just changed: look at it again.'
const over = 'Nothing is due any more, and nothing was charged.'

/** What is owed beside the deposit, and how it is paid. */
export function MoneyDue() {
  const { act, isBusy, lookNow, say } = usePage()
  const view = useView()
  const [chosen, setCard] = useState<string | null>(null)
  const { booking, pay_to: payTo } = view.trip
  if (booking === null || !isDue(view)) return <ReplyAt place="due" id="due-answer" />
  const owed = owedNow(view)
  // What was booked on the operator's word was booked without a card.
  const hasSaved = booking.terms === null
  const card = chosen ?? (hasSaved ? '' : firstCard)
  const late = booking.balance_status === 'overdue' ? ' It has been due for some days.' : ''
  const how = view.isTransfer ? payTo && transferSentence(view) : `${capital(balanceOf(booking, view))}.`
  const pay = async (event: Event) => {
    event.preventDefault()
    const now = await lookNow('due', unread)
    if (now === null) return
    if (owedNow(now) !== owed) return say(isDue(now) ? changed : over, 'due', true)
    const body = card === '' ? {} : { payment_method: card }
    await act({ path: '/pay', body, place: 'due', done: (after) => paidSentence(now, after) })
  }
  return (
    <Section id="due" title="Still to pay">
      <p id="due-text">{[how, termsSentence(booking, view)].filter(Boolean).join(' ') + late}</p>
      {view.isTransfer || (
        <form onSubmit={pay}>
          <CardChoice id="due-card" value={card} onChoose={setCard} hasSaved={hasSaved} />
          <button type="submit" id="pay" class={isPaidLater(booking) ? 'quiet' : undefined} disabled={isBusy}>
            {`Pay ${sum(owed, booking)} now`}
          </button>
        </form>
      )}
    </Section>
  )
}

/** What a press pays: what is left of the deposit first, else all that is due. */
function owedNow({ trip: { booking } }: TripView): number {
  return booking === null ? 0 : depositOf(booking) || booking.due_amount
}

/** What of the deposit is to be paid before the rest is due. */
function depositOf(booking: ShownBooking): number {
  const { payment_status, balance_status, balance_due_at, deposit_amount, price_amount, paid_amount } = booking
  const isFirst = payment_status === 'unpaid' && (balance_status === 'not_due' || !balance_due_at)
  return isFirst ? Math.max(0, Math.min(deposit_amount, price_amount) - paid_amount) : 0
}

/** What was really paid: the server reckons it anew. */
function paidSentence({ trip: { booking: before } }: TripView, { trip: { booking: after } }: TripView): string {
  const paid = (after?.paid_amount ?? 0) - (before?.paid_amount ?? 0)
  return after !== null && paid > 0 ? `${sum(paid, after)} is paid. Thank you.` : 'It is paid. Thank you.'
}
