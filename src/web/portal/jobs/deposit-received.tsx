import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { api } from '../../office/api/client.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { Money } from '../../office/parts/money.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import type { InboxJob, SentQuote } from './jobs.ts'

const defaults = { received: '' }

/** A button and a dialog that mark the deposit of a quote as received, which books the trip. */
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
      showNotice(`${job.ref} booked.`)
      navigate(`/bookings/${job.ref}?assign=1`)
    },
  })
  if (!can('bookings:read')) return null
  return (
    <div>
      <Button variant="default" size="sm" disabled={isOffline} onClick={() => setUrl({ received: '1' })}>
        Mark deposit as received
      </Button>
      <ConfirmDialog
        title="Mark deposit as received?"
        isOpen={received !== ''}
        close={close}
        button="Mark as received"
        confirm={() => void write.run(null)}
        isBusy={write.isBusy}
        failure={write.failure}
      >
        <p>
          This records the deposit of <Money amount={quote.deposit_amount} currency={quote.currency_code} /> and books {job.ref}.
          The customer is notified.
        </p>
      </ConfirmDialog>
    </div>
  )
}
