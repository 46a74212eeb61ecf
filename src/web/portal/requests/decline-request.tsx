import { Button } from '@mantine/core'
import { formatWord } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TextAreaField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import type { InboxJob } from '../jobs/jobs.ts'

const reasonCodes = [
  'vehicle_unavailable',
  'driver_unavailable',
  'driver_hours',
  'price_changed',
  'itinerary',
  'other',
] as const satisfies readonly NonNullable<Records['RejectInput']['reason_code']>[]

const sentences = [
  { code: 'vehicle_unavailable', text: 'Sorry, another group has booked this coach in the meantime.' },
  { code: 'driver_unavailable', text: 'Sorry, we no longer have a free driver on that day.' },
  { code: 'driver_hours', text: 'Sorry, this trip exceeds the legal working hours of our driver.' },
  { code: 'price_changed', text: 'Sorry, we can no longer offer this price. Please request a new quote.' },
] as const

/** The form that declines a request, with a reason for the customer. */
export function DeclineRequest(props: { readonly job: InboxJob; readonly back: () => void; readonly close: () => void }) {
  const { job } = props
  const draft = useDraft(`reject-${job.ref}`, { reason: '', code: null as (typeof reasonCodes)[number] | null })
  const { values, set } = draft
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
    <PortalForm
      write={write}
      submit={() => void write.run({ reason: values.reason.trim(), reason_code: values.code })}
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
            <button type="button" onClick={() => set({ reason: text, code })}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      <TextAreaField
        path="reason"
        label="Reason (the customer sees this)"
        value={values.reason}
        onValue={(reason) => set({ reason })}
        isRequired
        isFocused
        least={3}
        most={500}
      />
      <ChoiceField
        path="reason_code"
        label="Reason for your reports"
        value={values.code}
        onValue={(code) => set({ code })}
        choices={reasonCodes.map((value) => ({ value, label: formatWord(value) }))}
        isClearable
      />
    </PortalForm>
  )
}
