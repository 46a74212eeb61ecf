import { useState } from 'preact/hooks'
import { balanceOf } from './booked.tsx'
import { CardChoice } from './methods.tsx'
import { ReplyAt, Section, usePage, useView } from './parts.tsx'
import { capital, sum, transferSentence } from './sentences.ts'
import { isDue, type ShownBooking } from './shown.ts'

/** What is owed beside the deposit, and how it is paid. */
export function MoneyDue() {
  const { act, isBusy } = usePage()
  const view = useView()
  const [card, setCard] = useState('')
  const { booking, pay_to: payTo } = view.trip
  if (booking === null || !isDue(view)) return <ReplyAt place="due" id="due-answer" />
  const amount = sum(depositOf(booking) || booking.due_amount, booking)
  const late = booking.balance_status === 'overdue' ? ' It has been due for some days.' : ''
  const how = view.isTransfer ? (payTo ? transferSentence(view) : '') : `${capital(balanceOf(booking, view))}.`
  const pay = (event: Event) => {
    event.preventDefault()
    const body = card === '' ? {} : { payment_method: card }
    act({ path: '/pay', body, place: 'due', done: () => `${amount} is paid. Thank you.` })
  }
  return (
    <Section id="due" title="Still to pay">
      <p id="due-text">{how + late}</p>
      {view.isTransfer || (
        <form onSubmit={pay}>
          <CardChoice id="due-card" value={card} onChoose={setCard} hasSaved />
          <button type="submit" id="pay" disabled={isBusy}>{`Pay ${amount} now`}</button>
        </form>
      )}
    </Section>
  )
}

/** What of the deposit is to be paid before the rest is due. */
function depositOf({ payment_status, balance_status, balance_due_at, deposit_amount, paid_amount }: ShownBooking): number {
  const isFirst = payment_status === 'unpaid' && (balance_status === 'not_due' || !balance_due_at)
  return isFirst ? Math.max(0, deposit_amount - paid_amount) : 0
}
