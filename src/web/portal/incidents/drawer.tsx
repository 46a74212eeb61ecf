import { useEffect } from 'react'
import { Link } from 'wouter'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { showNotice, showNoticeWithUndo } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { FactTable } from '../../office/parts/facts.tsx'
import { Icon } from '../../office/parts/icon.tsx'
import { LocalTime, Moment } from '../../office/parts/moment.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { hasMapApp } from '../../plain/map-app.ts'
import { buildMapLink } from '../../plain/map-link.ts'
import { formatWord } from '../../plain/words.ts'
import type { PortalIncident } from './incidents.ts'

/** A drawer with one incident and a note that closes or reopens it. `keep` keeps it open when it leaves the list. */
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
    <SideDrawer title={incident === null ? '' : formatWord(incident.kind)} isOpen={incident !== null} close={close}>
      {incident !== null && <Incident key={incident.id} incident={incident} close={close} />}
    </SideDrawer>
  )
}

function Incident({ incident, close }: { readonly incident: PortalIncident; readonly close: () => void }) {
  const { can } = useSession()
  return (
    <>
      <p className="prose">{incident.note}</p>
      <FactTable
        facts={[
          ['Severity', formatWord(incident.severity)],
          [
            'Trip',
            <Link key="trip" className="ref" href={`/bookings/${incident.ref}`}>
              {incident.ref}
            </Link>,
          ],
          ['Reported by', incident.driver?.name ?? 'The customer'],
          ['Happened', <LocalTime key="at" at={incident.occurred_at} />],
          ['Reported', <Moment key="told" at={incident.created_at} isRelative />],
          ['Delay', incident.delay_minutes === null ? null : `${incident.delay_minutes} min`],
          ['Location', <Where key="where" incident={incident} />],
          ['Closed', renderMove(incident.closed_at, incident.closed_by, incident.closing_note)],
          ['Reopened', renderMove(incident.reopened_at, incident.reopened_by, incident.reopening_note)],
        ]}
      />
      {can('drivers:write') && <CloseIncident incident={incident} close={close} />}
    </>
  )
}

function Where({ incident: { ref, latitude, longitude, map_url } }: { readonly incident: PortalIncident }) {
  if (latitude === null || longitude === null) return 'Not reported'
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <a {...buildMapLink({ label: ref, latitude, longitude, map_url }, hasMapApp())}>
      {place} on map <Icon name="away" />
    </a>
  )
}

function renderMove(at: string | null, by: string | null, note: string | null) {
  if (at === null) return null
  return (
    <>
      <Moment at={at} /> by {by ?? 'a former user'}
      <span className="second-line">{note}</span>
    </>
  )
}

const closingForm = createForm<Records['IncidentPatch']>(readLimits('IncidentPatch'))

function CloseIncident({ incident, close }: { readonly incident: PortalIncident; readonly close: () => void }) {
  const isOpen = incident.status === 'open'
  const draft = closingForm.useDraft(`incident-${incident.id}`, {})
  const write = useWrite({
    send: (body: Records['IncidentPatch'], headers) =>
      api.PATCH('/portal/v1/incidents/{id}', { params: { path: { id: incident.id } }, body, headers }),
    refreshes: [['incidents'], ['bookings', incident.ref]],
    onDone: () => {
      draft.clear()
      close()
      if (isOpen) showNoticeWithUndo('Incident closed.', () => void reopenIncident(incident.id))
      else showNotice('Incident reopened.')
    },
  })
  return (
    <OfficeForm
      write={write}
      draft={draft}
      submit={() => void write.run({ ...draft.buildBody(), status: isOpen ? 'closed' : 'open' })}
      button={isOpen ? 'Close incident' : 'Reopen incident'}
    >
      <closingForm.TextArea at="note" label={isOpen ? 'Action taken' : 'Reason'} />
    </OfficeForm>
  )
}

/** Reopens an incident for Undo. */
async function reopenIncident(id: number): Promise<void> {
  try {
    await requireAnswer(
      api.PATCH('/portal/v1/incidents/{id}', { params: { path: { id } }, body: { status: 'open', note: 'Closed by mistake.' } }),
    )
  } catch (thrown) {
    showFailure(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['incidents'] })
}
