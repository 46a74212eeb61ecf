import { useEffect } from 'react'
import { Link } from 'wouter'
import { spokenWord } from '../../plain/words.ts'
import { answerOf, api } from '../api/client.ts'
import { say, sayWithUndo } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { Facts } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { LocalTime, Moment } from '../parts/moment.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import type { PortalIncident } from './incidents.ts'

/** One incident in whole, with the note that closes it or opens it again. `keep` holds on to it when it leaves the list. */
export function IncidentDrawer(props: {
  readonly incident: PortalIncident | null
  readonly close: () => void
  readonly keep: (incident: PortalIncident) => void
}) {
  const { incident, close, keep } = props
  useEffect(() => {
    if (incident !== null) keep(incident)
  }, [incident, keep])
  return (
    <SideDrawer title={incident === null ? '' : spokenWord(incident.kind)} isOpen={incident !== null} close={close}>
      {incident !== null && <Incident key={incident.id} incident={incident} close={close} />}
    </SideDrawer>
  )
}

function Incident({ incident, close }: { readonly incident: PortalIncident; readonly close: () => void }) {
  const { can } = useSession()
  return (
    <>
      <p className="prose">{incident.note}</p>
      <Facts
        facts={[
          ['How bad', spokenWord(incident.severity)],
          [
            'Trip',
            <Link key="trip" className="ref" href={`/bookings/${incident.ref}`}>
              {incident.ref}
            </Link>,
          ],
          ['Told by', incident.driver?.name ?? 'The customer'],
          ['Happened', <LocalTime key="at" at={incident.occurred_at} />],
          ['Told', <Moment key="told" at={incident.created_at} isRelative />],
          ['Delay', incident.delay_minutes === null ? null : `${incident.delay_minutes} min`],
          ['Where', <Where key="where" incident={incident} />],
          ['Closed', moved(incident.closed_at, incident.closed_by, incident.closing_note)],
          ['Opened again', moved(incident.reopened_at, incident.reopened_by, incident.reopening_note)],
        ]}
      />
      {can('drivers:write') && <Settle incident={incident} close={close} />}
    </>
  )
}

function Where({ incident: { latitude, longitude } }: { readonly incident: PortalIncident }) {
  if (latitude === null || longitude === null) return 'Not told'
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <a
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`}
      target="_blank"
      rel="noreferrer"
    >
      {place} on the map <Icon name="away" />
    </a>
  )
}

function moved(at: string | null, by: string | null, note: string | null) {
  if (at === null) return null
  return (
    <>
      <Moment at={at} /> by {by ?? 'somebody who has left'}
      <span className="second-line">{note}</span>
    </>
  )
}

function Settle({ incident, close }: { readonly incident: PortalIncident; readonly close: () => void }) {
  const isOpen = incident.status === 'open'
  const draft = useDraft(`incident-${incident.id}`, { note: '' })
  const write = useWrite({
    send: (body: { status: 'open' | 'closed'; note: string }, headers) =>
      api.PATCH('/portal/v1/incidents/{id}', { params: { path: { id: incident.id } }, body, headers }),
    refreshes: [['incidents'], ['bookings', incident.ref]],
    onDone: () => {
      draft.clear()
      close()
      if (isOpen) sayWithUndo('Incident closed.', () => void reopen(incident.id))
      else say('Incident opened again.')
    },
  })
  return (
    <Form
      write={write}
      submit={() => void write.run({ status: isOpen ? 'closed' : 'open', note: draft.values.note.trim() })}
      button={isOpen ? 'Close incident' : 'Open again'}
    >
      <TextAreaField
        path="note"
        label={isOpen ? 'What was done about it' : 'Why it is open again'}
        value={draft.values.note}
        onValue={(note) => draft.set({ note })}
        isRequired
        least={3}
        most={500}
      />
    </Form>
  )
}

/** The call that takes closing back. */
async function reopen(id: number): Promise<void> {
  try {
    await answerOf(
      api.PATCH('/portal/v1/incidents/{id}', { params: { path: { id } }, body: { status: 'open', note: 'Closed by mistake.' } }),
    )
  } catch (thrown) {
    sayFailed(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['incidents'] })
}
