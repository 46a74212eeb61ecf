import { listTopicsOfRole, type Topic } from '../../../domain/notices.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TickField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { ClockField } from '../form/time-fields.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type OfficeRole, useNotifications } from './settings.ts'
import './settings.css'

type Input = Records['NotificationsInput']

const topicWords: Readonly<Record<Topic, string>> = {
  job_offered: 'New job',
  quote_reminder: 'Quote reminder',
  booking_request: 'Booking request',
  booking: 'New booking',
  cancellation: 'Cancelled trip',
  amendment: 'Change request',
  driver: 'Missing or late driver or vehicle',
  balance: 'Overdue payment',
  compliance: 'Licence, DBS or MOT expiring',
  system: 'Server problem',
}

/** The page of a person's notifications: topics, channels and times (`/portal/settings/notifications`). */
export function NotificationSettings() {
  return (
    <>
      <PageHead title="Notifications" />
      <ReadStates query={useNotifications()}>{({ data }) => <NotificationForm notifications={data} />}</ReadStates>
    </>
  )
}

function NotificationForm({ notifications }: { readonly notifications: Records['Notifications'] }) {
  const { role, email } = useSession()
  const draft = useDraft(null, {
    mail: notifications.mail as readonly Topic[],
    sms: notifications.sms as readonly Topic[],
    digest: notifications.digest as Input['digest'],
    isQuiet: notifications.quiet !== null,
    from: notifications.quiet?.from ?? '22:00',
    to: notifications.quiet?.to ?? '06:00',
  })
  const { values, set } = draft
  const write = useWrite({
    send: (body: Input, headers) => api.PUT('/portal/v1/notifications', { body, headers }),
    refreshes: [['notifications']],
    onDone: () => showNotice('Saved.'),
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
      <PortalForm write={write} submit={submit} button="Save">
        <table className="choices">
          <caption>Emails go to {email}. SMS go to the number in Team.</caption>
          <thead>
            <tr>
              <th scope="col">Notify me about</th>
              <th scope="col">Email</th>
              <th scope="col">SMS</th>
            </tr>
          </thead>
          <tbody>
            {listTopicsOfRole(role as OfficeRole).map((topic) => (
              <tr key={topic}>
                <th scope="row">{topicWords[topic]}</th>
                {(['mail', 'sms'] as const).map((way) => (
                  <td key={way}>
                    <label>
                      <input
                        type="checkbox"
                        aria-label={`${topicWords[topic]}, ${way === 'mail' ? 'email' : 'SMS'}`}
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
          label="Frequency"
          help="Urgent notifications are always sent immediately."
          value={values.digest}
          onValue={(digest) => set({ digest: digest ?? values.digest })}
          choices={[
            { value: 'at_once', label: 'Immediately' },
            { value: 'hourly', label: 'Hourly summary' },
            { value: 'daily', label: 'Daily summary at 07:00' },
          ]}
        />
        <TickField path="quiet" label="Quiet hours" value={values.isQuiet} onValue={(isQuiet) => set({ isQuiet })} />
        {values.isQuiet && (
          <div className="form-row">
            <ClockField path="quiet.from" label="From" value={values.from} onValue={(from) => set({ from })} isRequired />
            <ClockField path="quiet.to" label="To" value={values.to} onValue={(to) => set({ to })} isRequired />
          </div>
        )}
      </PortalForm>
    </div>
  )
}
