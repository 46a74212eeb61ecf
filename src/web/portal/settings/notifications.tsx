import { type Topic, topicsOf } from '../../../domain/notices.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TickField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { ClockField } from '../form/time-fields.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type OfficeRole, useWishes } from './settings.ts'
import './settings.css'

type Input = Records['NotificationsInput']

const topicWords: Readonly<Record<Topic, string>> = {
  job_offered: 'A job is offered',
  quote_reminder: 'A quote is still to be sent',
  booking_request: 'Somebody wants to book',
  booking: 'A trip is yours',
  cancellation: 'A trip is called off',
  amendment: 'A trip is to change',
  driver: 'A driver or coach is missing, or late',
  balance: 'Money is overdue',
  compliance: 'A licence, DBS check or MOT runs out',
  system: 'Something on the server fails',
}

/** The page of what this person hears of, on which way, and when (`/portal/settings/notifications`). */
export function NotificationSettings() {
  return (
    <>
      <PageHead title="Notifications" />
      <ReadStates query={useWishes()}>{({ data }) => <WishesForm wishes={data} />}</ReadStates>
    </>
  )
}

function WishesForm({ wishes }: { readonly wishes: Records['Notifications'] }) {
  const { role, email } = useSession()
  const draft = useDraft(null, {
    mail: wishes.mail as readonly Topic[],
    sms: wishes.sms as readonly Topic[],
    digest: wishes.digest as Input['digest'],
    isQuiet: wishes.quiet !== null,
    from: wishes.quiet?.from ?? '22:00',
    to: wishes.quiet?.to ?? '06:00',
  })
  const { values, set } = draft
  const write = useWrite({
    send: (body: Input, headers) => api.PUT('/portal/v1/notifications', { body, headers }),
    refreshes: [['notifications']],
    onDone: () => say('Saved.'),
  })
  const toggled = (topics: readonly Topic[], topic: Topic, isWanted: boolean) =>
    isWanted ? [...topics, topic] : topics.filter((one) => one !== topic)
  const submit = () =>
    void write.run({
      mail: [...values.mail],
      sms: [...values.sms],
      digest: values.digest,
      ...(values.isQuiet && { quiet: { from: values.from, to: values.to } }),
    })
  return (
    <div className="settings-page">
      <Form write={write} submit={submit} button="Save">
        <table className="wishes">
          <caption>Mails go to {email}; SMS to the number in Team.</caption>
          <thead>
            <tr>
              <th scope="col">Tell me when</th>
              <th scope="col">Mail</th>
              <th scope="col">SMS</th>
            </tr>
          </thead>
          <tbody>
            {topicsOf(role as OfficeRole).map((topic) => (
              <tr key={topic}>
                <th scope="row">{topicWords[topic]}</th>
                {(['mail', 'sms'] as const).map((way) => (
                  <td key={way}>
                    <label>
                      <input
                        type="checkbox"
                        aria-label={`${topicWords[topic]}, ${way === 'mail' ? 'mail' : 'SMS'}`}
                        checked={values[way].includes(topic)}
                        onChange={({ currentTarget }) => set({ [way]: toggled(values[way], topic, currentTarget.checked) })}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <ChoiceField
          path="digest"
          label="How soon"
          help="What must be answered comes at once all the same."
          value={values.digest}
          onValue={(digest) => set({ digest: digest ?? values.digest })}
          choices={[
            { value: 'at_once', label: 'As it happens' },
            { value: 'hourly', label: 'Gathered until the hour' },
            { value: 'daily', label: 'Gathered until 07:00' },
          ]}
        />
        <TickField path="quiet" label="Quiet hours" value={values.isQuiet} onValue={(isQuiet) => set({ isQuiet })} />
        {values.isQuiet && (
          <div className="form-row">
            <ClockField path="quiet.from" label="From" value={values.from} onValue={(from) => set({ from })} isRequired />
            <ClockField path="quiet.to" label="To" value={values.to} onValue={(to) => set({ to })} isRequired />
          </div>
        )}
      </Form>
    </div>
  )
}
