import { api } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import type { InboxJob } from './jobs.ts'

/** A dialog that withdraws a quote. */
export function Withdraw(props: { readonly job: InboxJob; readonly isOpen: boolean; readonly close: () => void }) {
  const { job } = props
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/api/v1/jobs/{ref}/withdraw', { params: { path: { ref: job.ref } }, body: {}, headers }),
    refreshes: [['jobs']],
    onDone: () => {
      props.close()
      showNotice('Quote withdrawn. The customer is notified.')
    },
  })
  return (
    <ConfirmDialog
      title="Withdraw quote?"
      isOpen={props.isOpen}
      close={props.close}
      button="Withdraw quote"
      isDangerous
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>The customer is notified. You can send a new quote until {job.ref} closes.</p>
    </ConfirmDialog>
  )
}
