import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { api } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Money } from '../parts/money.tsx'
import { useUrlState } from '../parts/url-state.ts'
import type { InboxJob, SentQuote } from './jobs.ts'

const defaults = { received: '' }

/** A button and a dialog for somebody who sees the deposit of a quote come in: they say so, and the trip is booked. */
export function DepositReceived({ job, quote }: { readonly job: InboxJob; readonly quote: SentQuote }) {
  const { can } = useSession()
  const [, navigate] = useLocation()
  const [{ received }, setUrl] = useUrlState(defaults)
  const isOffline = useLostAt() !== null
  const close = () => setUrl({ received: '' })
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/portal/v1/bookings/{ref}/deposit-received', { params: { path: { ref: job.ref } }, headers }),
    refreshes: [['jobs'], ['bookings'], ['diary'], ['money']],
    onDone: () => {
      say(`${job.ref} is booked.`)
      navigate(`/bookings/${job.ref}?assign=1`)
    },
  })
  if (!can('bookings:read')) return null
  return (
    <div>
      <Button variant="default" size="sm" disabled={isOffline} onClick={() => setUrl({ received: '1' })}>
        The money has come
      </Button>
      <ConfirmDialog
        title="Has the money come?"
        isOpen={received !== ''}
        close={close}
        button="It has come"
        confirm={() => void write.run(null)}
        isBusy={write.isBusy}
        failure={write.failure}
      >
        <p>
          The deposit of <Money amount={quote.deposit_amount} currency={quote.currency_code} /> is noted as received, and{' '}
          {job.ref} is booked with you. The customer is told.
        </p>
      </ConfirmDialog>
    </div>
  )
}
