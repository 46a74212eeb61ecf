import { Button } from '@mantine/core'
import { useState } from 'react'
import { mailedPageMs } from '../../../domain/card-page.ts'
import { formatDurationInWords } from '../../../domain/spoken.ts'
import { api } from '../../office/api/client.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { formatInstant } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { type MoneyOfTrip, toOwnClock } from './trip-money.ts'

const openFor = formatDurationInWords(mailedPageMs)

const notMailed = 'Email is not set up, or the customer has no email address. Send the customer link instead.'

/** A button that emails the customer a payment page. Empty if no card payment is due, or for a role without access. */
export function MailPage({ money, customerName }: { readonly money: MoneyOfTrip; readonly customerName: string | null }) {
  const { ref, page_due: due } = money
  const { can, zone } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [unsent, setUnsent] = useState('')
  const isOffline = useLostAt() !== null
  const write = useWrite({
    send: (_: null, headers) => {
      setUnsent('')
      const sent = api.POST('/portal/v1/trips/{ref}/payment-page', { params: { path: { ref } }, headers })
      return toOwnClock(sent, ({ data }, ownOf) => ({ data: { ...data, expires_at: ownOf(data.expires_at) } }))
    },
    refreshes: [['money'], ['bookings'], ['jobs'], ['messages', ref]],
    onDone: ({ data }) => {
      const until = data.expires_at === null ? '' : ` until ${formatInstant(data.expires_at, zone, Date.now())}`
      if (!data.sent) return setUnsent(`The page is open${until}, but no email was sent. ${notMailed}`)
      setOpen(false)
      showNotice(`Payment page sent to the customer. It is open${until}.`)
    },
  })
  if (!can('quotes:write') || (due === null && !isOpen)) return null
  const what =
    due && `${due.purpose === 'deposit' ? 'the deposit of' : 'the amount due of'} ${formatMoney(due.amount, due.currency_code)}`
  const isOpenAlready = money.payments.some(({ state }) => state === 'awaiting_customer')
  return (
    <>
      <Button variant="default" size="sm" disabled={isOffline} onClick={() => setOpen(true)}>
        Email payment page
      </Button>
      <ConfirmDialog
        title="Email payment page?"
        isOpen={isOpen}
        close={() => {
          write.forget()
          setUnsent('')
          setOpen(false)
        }}
        button="Send email"
        confirm={() => void write.run(null)}
        isBusy={write.isBusy}
        failure={write.failure}
      >
        {what !== null && (
          <p>
            {customerName ?? 'The customer'} receives a page to pay {what} by card. The page closes after {openFor},{' '}
            {due?.purpose === 'deposit'
              ? 'or earlier, when the quote ends. We hold the quote until then.'
              : 'or earlier, when a saved card is charged.'}
          </p>
        )}
        {isOpenAlready && unsent === '' && <p>The current payment page closes.</p>}
        {unsent !== '' && (
          <p role="alert" className="failed">
            {unsent}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
