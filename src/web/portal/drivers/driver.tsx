import { Button } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { PhoneLink } from '../../office/parts/links.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { NotFound } from '../../office/shell/not-found.tsx'
import { formatWord } from '../../plain/words.ts'
import { DocumentValidity } from '../roster/document-validity.tsx'
import { RosterPage } from '../roster/roster-page.tsx'
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
  const [isShowing, setShowing] = useState(false)
  return (
    <>
      <RosterPage
        of="driver"
        id={driver.id}
        title={driver.name}
        facts={[
          ['App', <Badge key="app">{formatWord(driver.status)}</Badge>],
          ['Last used', driver.app_last_seen_at && <Moment key="seen" at={driver.app_last_seen_at} isRelative />],
          ['Invited', driver.invited_at && <Moment key="invited" at={driver.invited_at} isRelative />],
          ['Phone', driver.phone && <PhoneLink key="phone" phone={driver.phone} name={driver.name} />],
          ['Licence', <DocumentValidity key="licence" validity={driver.compliance.license} until={driver.license_expires_at} />],
          ['DBS', <DocumentValidity key="dbs" validity={driver.compliance.dbs} until={driver.dbs_expires_at} />],
        ]}
        buttons={
          <>
            <Button variant="default" size="sm" onClick={() => void inviteDriver(driver)}>
              {driver.status === 'not_invited' ? 'Invite' : 'Invite again'}
            </Button>
            <Button variant="default" size="sm" onClick={() => setShowing(true)}>
              Show sign-in code
            </Button>
          </>
        }
        away={{ title: 'Time off', empty: 'No time off entered.' }}
        edit={<EditDriver key={driver.updated_at} driver={driver} />}
        remove={{
          send: (headers) => api.DELETE('/portal/v1/drivers/{id}', { params: { path: { id: driver.id } }, headers }),
          describe: (duties) =>
            `${duties === 0 ? 'No trips are assigned.' : `${formatCount(duties, 'trip')} will need a driver.`} The app is signed out now. Past trips stay on record.`,
        }}
      />
      <DriverLinkDrawer driver={isShowing ? driver : null} close={() => setShowing(false)} />
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
