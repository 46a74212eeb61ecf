import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { PhoneLink } from '../../office/parts/links.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { formatWord } from '../../plain/words.ts'
import { listOpenDuties, useAgenda } from '../roster/agenda.ts'
import { Blocks } from '../roster/blocks.tsx'
import { DocumentValidity } from '../roster/document-validity.tsx'
import { Duties } from '../roster/next-duty.tsx'
import '../roster/roster.css'
import { NotFound } from '../../office/shell/not-found.tsx'
import { FeedButton } from '../settings/feed-button.tsx'
import { DriverFields, driverForm } from './driver-fields.tsx'
import { DriverLinkDrawer } from './driver-link.tsx'
import { type RosterDriver, useDriver } from './drivers.ts'
import { inviteDriver } from './invite.ts'

/** The page of one driver (`/portal/drivers/…`): documents, duties and time off. */
export function DriverPage() {
  const { id = '' } = useParams<{ id: string }>()
  const query = useDriver(Number(id))
  return (
    <ReadStates query={query}>
      {(driver) => (driver === null ? <NotFound /> : <Driver key={driver.id} driver={driver} />)}
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
  const draft = driverForm.useDraft(null, driver)
  const write = useWrite({
    send: (body: Records['DriverPatch'], headers) =>
      api.PATCH('/portal/v1/drivers/{id}', { params: { path: { id: driver.id } }, body, headers }),
    refreshes: [['drivers']],
    onDone: () => showNotice('Saved.'),
  })
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Save">
      <DriverFields />
    </OfficeForm>
  )
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
