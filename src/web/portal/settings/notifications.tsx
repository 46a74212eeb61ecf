import { listTopicsOfRole, type Topic } from '../../../domain/notices.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { TickField } from '../../office/form/fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { ReadStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { type OfficeRole, useNotifications } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

type Input = Records['NotificationsInput']

const notificationsForm = createForm<Input>(readLimits('NotificationsInput'))

const usualQuiet = { from: '22:00', to: '06:00' }

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
  const draft = notificationsForm.useDraft(null, notifications)
  const { values, set } = draft
  const isQuiet = (values.quiet ?? null) !== null
  const write = useWrite({
    send: (body: Input, headers) => api.PUT('/portal/v1/notifications', { body, headers }),
    refreshes: [['notifications']],
    onDone: () => showNotice('Saved.'),
  })
  const toggle = (way: 'mail' | 'sms', topic: Topic, isWanted: boolean) => {
    const rest = (values[way] ?? []).filter((one) => one !== topic)
    set({ [way]: isWanted ? [...rest, topic] : rest })
  }
  return (
    <div className="settings-page">
      <SettingsForm write={write} draft={draft} initial={notifications} submit={() => void write.run(draft.buildBody())}>
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
                        checked={values[way]?.includes(topic) ?? false}
                        onChange={({ currentTarget }) => toggle(way, topic, currentTarget.checked)}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <notificationsForm.Choice
          at="digest"
          label="Frequency"
          help="Urgent notifications are always sent immediately."
          choices={[
            { value: 'at_once', label: 'Immediately' },
            { value: 'hourly', label: 'Hourly summary' },
            { value: 'daily', label: 'Daily summary at 07:00' },
          ]}
        />
        <TickField
          path="quiet"
          label="Quiet hours"
          value={isQuiet}
          onValue={(isWanted) => set({ quiet: isWanted ? (notifications.quiet ?? usualQuiet) : null })}
        />
        {isQuiet && (
          <div className="form-row">
            <notificationsForm.Text at="quiet.from" label="From" type="time" />
            <notificationsForm.Text at="quiet.to" label="To" type="time" />
          </div>
        )}
      </SettingsForm>
    </div>
  )
}
