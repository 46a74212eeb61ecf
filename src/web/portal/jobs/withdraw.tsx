import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import type { InboxJob } from './jobs.ts'

/** Asks before a quote is taken back, and takes it back. */
export function Withdraw(props: { readonly job: InboxJob; readonly isOpen: boolean; readonly close: () => void }) {
  const { job } = props
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/api/v1/jobs/{ref}/withdraw', { params: { path: { ref: job.ref } }, body: {}, headers }),
    refreshes: [['jobs']],
    onDone: () => {
      props.close()
      say('Withdrawn. The customer is told.')
    },
  })
  return (
    <ConfirmDialog
      title="Withdraw the quote?"
      isOpen={props.isOpen}
      close={props.close}
      button="Withdraw"
      isDangerous
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>The customer is told that your offer is gone. You can send another until {job.ref} closes.</p>
    </ConfirmDialog>
  )
}
