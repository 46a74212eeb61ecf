import { Button } from '@mantine/core'
import { spokenWord } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TextAreaField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
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
  { code: 'vehicle_unavailable', text: 'I am sorry, the coach has gone to another group since we wrote to you.' },
  { code: 'driver_unavailable', text: 'I am sorry, we have no driver free on that day any more.' },
  { code: 'driver_hours', text: 'I am sorry, the day is longer than our driver may legally work.' },
  { code: 'price_changed', text: 'I am sorry, we can no longer do it at that price. Please ask us again.' },
] as const

/** Says no to a request, with the reason that the customer reads. */
export function TurnDown(props: { readonly job: InboxJob; readonly back: () => void; readonly close: () => void }) {
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
      say('Turned down. The customer reads your reason.')
    },
  })
  return (
    <Form
      write={write}
      submit={() => void write.run({ reason: values.reason.trim(), reason_code: values.code })}
      button="Turn down"
      others={
        <Button variant="default" onClick={props.back}>
          Back
        </Button>
      }
    >
      <ul className="request-sentences" aria-label="Sentences ready to use">
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
        label="The customer reads this"
        value={values.reason}
        onValue={(reason) => set({ reason })}
        isRequired
        isFocused
        least={3}
        most={500}
      />
      <ChoiceField
        path="reason_code"
        label="For your numbers"
        value={values.code}
        onValue={(code) => set({ code })}
        choices={reasonCodes.map((value) => ({ value, label: spokenWord(value) }))}
        isClearable
      />
    </Form>
  )
}
