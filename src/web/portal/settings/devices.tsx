import { answerOf, api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useOwnDevices } from './settings.ts'

type Device = Records['Device']

const columns: readonly Column<Device>[] = [
  {
    name: 'Device',
    cell: ({ device_name, current }) => (
      <>
        {device_name} {current && <Badge tone="good">This one</Badge>}
      </>
    ),
  },
  { name: 'Last used', cell: ({ last_used_at }) => (last_used_at === null ? '–' : <Moment at={last_used_at} isRelative />) },
  { name: 'Signed in', cell: ({ created_at }) => (created_at === null ? '–' : <Moment at={created_at} />) },
  { name: 'Until', cell: ({ expires_at }) => (expires_at === null ? '–' : <Moment at={expires_at} />) },
]

/**
 * The page of devices where this person is signed in (`/portal/settings/devices`). All but this one can be signed out
 * from here.
 */
export function DeviceSettings() {
  const query = useOwnDevices()
  useRowKeys()
  return (
    <>
      <PageHead title="Devices" />
      <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>You are signed in nowhere.</p>}>
        {({ data }) => (
          <Table
            caption="Where you are signed in"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
            actions={(device) => (
              <RowActions
                label={`What to do with ${device.device_name}`}
                actions={device.current ? [] : [{ label: 'Sign out', run: () => void signOutOf(device) }]}
              />
            )}
          />
        )}
      </ListStates>
    </>
  )
}

async function signOutOf({ id, device_name }: Device): Promise<void> {
  try {
    await answerOf(api.DELETE('/api/v1/auth/devices/{id}', { params: { path: { id } } }))
    say(`${device_name} is signed out.`)
  } catch (thrown) {
    sayFailed(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['devices'] })
}
