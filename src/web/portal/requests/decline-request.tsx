import { Button } from '@mantine/core'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import type { InboxJob } from '../jobs/jobs.ts'

const rejectForm = createForm<Records['RejectInput']>(readLimits('RejectInput'))

const sentences = [
  { code: 'vehicle_unavailable', text: 'Sorry, another group has booked this coach in the meantime.' },
  { code: 'driver_unavailable', text: 'Sorry, we no longer have a free driver on that day.' },
  { code: 'driver_hours', text: 'Sorry, this trip exceeds the legal working hours of our driver.' },
  { code: 'price_changed', text: 'Sorry, we can no longer offer this price. Please request a new quote.' },
] as const satisfies readonly { readonly code: Records['RejectInput']['reason_code']; readonly text: string }[]

/** The form that declines a request, with a reason for the customer. */
export function DeclineRequest(props: { readonly job: InboxJob; readonly back: () => void; readonly close: () => void }) {
  const { job } = props
  const draft = rejectForm.useDraft(`reject-${job.ref}`, {})
  const write = useWrite({
    send: (body: Records['RejectInput'], headers) =>
      api.POST('/api/v1/jobs/{ref}/reject-booking-request', { params: { path: { ref: job.ref } }, body, headers }),
    refreshes: [['jobs']],
    onDone: () => {
      draft.clear()
      props.close()
      showNotice('Request declined. The customer receives your reason.')
    },
  })
  return (
    <OfficeForm
      write={write}
      draft={draft}
      submit={() => void write.run(draft.buildBody())}
      button="Decline request"
      others={
        <Button variant="default" onClick={props.back}>
          Back
        </Button>
      }
    >
      <ul className="request-sentences" aria-label="Suggested reasons">
        {sentences.map(({ code, text }) => (
          <li key={code}>
            <button type="button" onClick={() => draft.set({ reason: text, reason_code: code })}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      <rejectForm.TextArea at="reason" label="Reason (the customer sees this)" isFocused />
      <rejectForm.Choice at="reason_code" label="Reason for your reports" />
    </OfficeForm>
  )
}
