import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { counted } from '../../../domain/spoken.ts'
import { spokenWord } from '../../plain/words.ts'
import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { Form } from '../form/form.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Facts, Section } from '../parts/facts.tsx'
import { PhoneLink } from '../parts/links.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { useNow } from '../parts/now.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { dutiesOf, useAgenda } from '../roster/agenda.ts'
import { Blocks } from '../roster/blocks.tsx'
import { GoodUntil } from '../roster/good-until.tsx'
import { Duties } from '../roster/next-duty.tsx'
import '../roster/roster.css'
import { FeedButton } from '../settings/feed-button.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { DriverFields, driverBodyOf, typedFrom } from './driver-fields.tsx'
import { DriverLinkDrawer } from './driver-link.tsx'
import { type RosterDriver, useDriver } from './drivers.ts'
import { invite } from './invite.ts'

/** One driver (`/portal/drivers/…`): papers, what they drive, when they are away. */
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
                <Button variant="default" size="sm" onClick={() => void invite(driver)}>
                  {driver.status === 'not_invited' ? 'Invite' : 'Invite again'}
                </Button>
                <Button variant="default" size="sm" onClick={() => setShowing(true)}>
                  Show the code
                </Button>
                <Button variant="default" size="sm" onClick={() => setRemoving(true)}>
                  Remove
                </Button>
              </>
            )}
          </>
        }
      />
      <DriverLinkDrawer driver={isShowing ? driver : null} close={() => setShowing(false)} />
      <div className="roster-page">
        <div>
          <Facts
            facts={[
              ['App', <Badge key="app">{spokenWord(driver.status)}</Badge>],
              ['Last seen', driver.app_last_seen_at && <Moment key="seen" at={driver.app_last_seen_at} isRelative />],
              ['Invited', driver.invited_at && <Moment key="invited" at={driver.invited_at} isRelative />],
              ['Phone', driver.phone && <PhoneLink key="phone" phone={driver.phone} name={driver.name} />],
              ['Licence', <GoodUntil key="licence" validity={driver.compliance.license} until={driver.license_expires_at} />],
              ['DBS', <GoodUntil key="dbs" validity={driver.compliance.dbs} until={driver.dbs_expires_at} />],
            ]}
          />
          {can('bookings:read') && (
            <Section title="Drives">
              <Duties items={items} empty="Nothing in the next two months." />
            </Section>
          )}
          <Blocks title="Time off" whose={{ driver_id: driver.id }} empty="None entered." />
        </div>
        {can('drivers:write') && (
          <Section title="Details">
            <EditDriver key={driver.updated_at} driver={driver} />
          </Section>
        )}
      </div>
      <RemoveDriver
        driver={driver}
        duties={dutiesOf(items, useNow(60_000)).length}
        isOpen={isRemoving}
        close={() => setRemoving(false)}
      />
    </>
  )
}

function EditDriver({ driver }: { readonly driver: RosterDriver }) {
  const { zone } = useSession()
  const draft = useDraft(null, typedFrom(driver, zone))
  const write = useWrite({
    send: (body: ReturnType<typeof driverBodyOf>, headers) =>
      api.PATCH('/portal/v1/drivers/{id}', { params: { path: { id: driver.id } }, body, headers }),
    refreshes: [['drivers']],
    onDone: () => say('Saved.'),
  })
  return (
    <Form write={write} submit={() => void write.run(changedOnly(driver, draft.values, zone))} button="Save">
      <DriverFields values={draft.values} set={draft.set} />
    </Form>
  )
}

/** A date that was not touched keeps its hour. */
function changedOnly(driver: RosterDriver, values: Parameters<typeof driverBodyOf>[0], zone: string) {
  const before = typedFrom(driver, zone)
  const body = driverBodyOf(values, zone)
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
      say(`${driver.name} is off the roster.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${driver.name}?`}
      isOpen={props.isOpen}
      close={props.close}
      button="Remove"
      isDangerous
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        {duties === 0 ? 'No trip is theirs.' : `${counted(duties, 'trip')} will need a driver.`} Their app is signed out at once;
        what they drove stays on record.
      </p>
    </ConfirmDialog>
  )
}
