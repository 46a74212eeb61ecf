import { Button } from '@mantine/core'
import { useState } from 'react'
import { mailedPageMs } from '../../../domain/card-page.ts'
import { spanInWords } from '../../../domain/spoken.ts'
import { spokenInstant } from '../../plain/moment.ts'
import { spokenMoney } from '../../plain/money.ts'
import { api } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { byOwnClock, type MoneyOfTrip } from './trip-money.ts'

const openFor = spanInWords(mailedPageMs)

const notMailed = 'no mail is set up, or the customer has no address. It stands behind the link to their trip.'

/** The button that mails the customer of a trip a page on which they pay by card; nothing where nothing is to be paid so, or who looks may not. */
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
      return byOwnClock(sent, ({ data }, ownOf) => ({ data: { ...data, expires_at: ownOf(data.expires_at) } }))
    },
    refreshes: [['money'], ['bookings'], ['jobs'], ['messages', ref]],
    onDone: ({ data }) => {
      const until = data.expires_at === null ? '' : ` until ${spokenInstant(data.expires_at, zone, Date.now())}`
      if (!data.sent) return setUnsent(`The page is open${until}, but nothing was mailed: ${notMailed}`)
      setOpen(false)
      say(`The page is on its way to the customer, and is open${until}.`)
    },
  })
  if (!can('quotes:write') || (due === null && !isOpen)) return null
  const what =
    due && `${due.purpose === 'deposit' ? 'the deposit of' : 'what is due,'} ${spokenMoney(due.amount, due.currency_code)}`
  const isOpenAlready = money.payments.some(({ state }) => state === 'awaiting_customer')
  return (
    <>
      <Button variant="default" size="sm" disabled={isOffline} onClick={() => setOpen(true)}>
        Mail a payment page
      </Button>
      <ConfirmDialog
        title="Mail a payment page?"
        isOpen={isOpen}
        close={() => {
          write.forget()
          setUnsent('')
          setOpen(false)
        }}
        button="Mail it"
        confirm={() => void write.run(null)}
        isBusy={write.isBusy}
        failure={write.failure}
      >
        {what !== null && (
          <p>
            {customerName ?? 'The customer'} is told where to pay {what}, by card. The page stays open for {openFor} at most
            {due?.purpose === 'deposit'
              ? ', and no longer than they can take your quote, which is held for them meanwhile.'
              : ', and no longer than until their saved card is charged, where there is one.'}
          </p>
        )}
        {isOpenAlready && unsent === '' && <p>The page that is open now is closed.</p>}
        {unsent !== '' && (
          <p role="alert" className="failed">
            {unsent}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
