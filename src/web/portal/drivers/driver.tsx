import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { formatWord } from '../../plain/words.ts'
import { api } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { PortalForm } from '../form/form.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { FactTable, FoldableSection } from '../parts/facts.tsx'
import { PhoneLink } from '../parts/links.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { useClock } from '../parts/now.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { listOpenDuties, useAgenda } from '../roster/agenda.ts'
import { Blocks } from '../roster/blocks.tsx'
import { DocumentValidity } from '../roster/document-validity.tsx'
import { Duties } from '../roster/next-duty.tsx'
import '../roster/roster.css'
import { FeedButton } from '../settings/feed-button.tsx'
import { PortalNotFound } from '../shell/not-found.tsx'
import { buildDriverBody, DriverFields, toTypedDriver } from './driver-fields.tsx'
import { DriverLinkDrawer } from './driver-link.tsx'
import { type RosterDriver, useDriver } from './drivers.ts'
import { inviteDriver } from './invite.ts'

/** The page of one driver (`/portal/drivers/…`): documents, duties and time off. */
export function DriverPage() {
  const { id = '' } = useParams<{ id: string }>()
  const query = useDriver(Number(id))
  return (
    <ReadStates query={query}>
      {(driver) => (driver === null ? <PortalNotFound /> : <Driver key={driver.id} driver={driver} />)}
    </ReadStates>
  )
}

function Driver({ driver }: { readonly driver: RosterDriver }) {
  const { can } = useSession()
  const agenda = useAgenda('driver')
  const [isRemoving, setRemoving] = useState(false)
  const [isShowing, setShowing] = useState(false)
  const items = agenda.data?.get(driver.id) ?? []
  return (
    <>
      <PageHead
        title={driver.name}
        beside={
          <>
            <FeedButton whose={{ of: 'driver', id: driver.id }} />
            {can('drivers:write') && (
              <>
                <Button variant="default" size="sm" onClick={() => void inviteDriver(driver)}>
                  {driver.status === 'not_invited' ? 'Invite' : 'Invite again'}
                </Button>
                <Button variant="default" size="sm" onClick={() => setShowing(true)}>
                  Show sign-in code
                </Button>
                <Button variant="default" size="sm" onClick={() => setRemoving(true)}>
                  Remove driver
                </Button>
              </>
            )}
          </>
        }
      />
      <DriverLinkDrawer driver={isShowing ? driver : null} close={() => setShowing(false)} />
      <div className="roster-page">
        <div>
          <FactTable
            facts={[
              ['App', <Badge key="app">{formatWord(driver.status)}</Badge>],
              ['Last used', driver.app_last_seen_at && <Moment key="seen" at={driver.app_last_seen_at} isRelative />],
              ['Invited', driver.invited_at && <Moment key="invited" at={driver.invited_at} isRelative />],
              ['Phone', driver.phone && <PhoneLink key="phone" phone={driver.phone} name={driver.name} />],
              [
                'Licence',
                <DocumentValidity key="licence" validity={driver.compliance.license} until={driver.license_expires_at} />,
              ],
              ['DBS', <DocumentValidity key="dbs" validity={driver.compliance.dbs} until={driver.dbs_expires_at} />],
            ]}
          />
          {can('bookings:read') && (
            <FoldableSection title="Duties">
              <Duties items={items} empty="No duties in the next two months." />
            </FoldableSection>
          )}
          <Blocks title="Time off" whose={{ driver_id: driver.id }} empty="No time off entered." />
        </div>
        {can('drivers:write') && (
          <FoldableSection title="Details">
            <EditDriver key={driver.updated_at} driver={driver} />
          </FoldableSection>
        )}
      </div>
      <RemoveDriver
        driver={driver}
        duties={listOpenDuties(items, useClock(60_000)).length}
        isOpen={isRemoving}
        close={() => setRemoving(false)}
      />
    </>
  )
}

function EditDriver({ driver }: { readonly driver: RosterDriver }) {
  const { zone } = useSession()
  const draft = useDraft(null, toTypedDriver(driver, zone))
  const write = useWrite({
    send: (body: ReturnType<typeof buildDriverBody>, headers) =>
      api.PATCH('/portal/v1/drivers/{id}', { params: { path: { id: driver.id } }, body, headers }),
    refreshes: [['drivers']],
    onDone: () => showNotice('Saved.'),
  })
  return (
    <PortalForm write={write} submit={() => void write.run(listChangedFields(driver, draft.values, zone))} button="Save">
      <DriverFields values={draft.values} set={draft.set} />
    </PortalForm>
  )
}

/** The changed values. An unchanged date keeps its hour. */
function listChangedFields(driver: RosterDriver, values: Parameters<typeof buildDriverBody>[0], zone: string) {
  const before = toTypedDriver(driver, zone)
  const body = buildDriverBody(values, zone)
  return {
    ...body,
    license_expires_at: values.licenceUntil === before.licenceUntil ? driver.license_expires_at : body.license_expires_at,
    dbs_expires_at: values.dbsUntil === before.dbsUntil ? driver.dbs_expires_at : body.dbs_expires_at,
  }
}

function RemoveDriver(props: {
  readonly driver: RosterDriver
  readonly duties: number
  readonly isOpen: boolean
  readonly close: () => void
}) {
  const { driver, duties } = props
  const [, navigate] = useLocation()
  const write = useWrite({
    send: (_: null, headers) => api.DELETE('/portal/v1/drivers/{id}', { params: { path: { id: driver.id } }, headers }),
    refreshes: [['drivers'], ['diary']],
    onDone: () => {
      navigate('/drivers')
      showNotice(`${driver.name} removed.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${driver.name}?`}
      isOpen={props.isOpen}
      close={props.close}
      button="Remove driver"
      isDangerous
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        {duties === 0 ? 'No trips are assigned.' : `${formatCount(duties, 'trip')} will need a driver.`} The app is signed out
        now. Past trips stay on record.
      </p>
    </ConfirmDialog>
  )
}
