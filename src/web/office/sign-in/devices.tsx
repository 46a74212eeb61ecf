import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { showFailure } from '../api/refused.ts'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, Table } from '../parts/table.tsx'

type Device = Records['Device']

const columns: readonly Column<Device>[] = [
  {
    name: 'Device',
    cell: ({ device_name, current }) => (
      <>
        {device_name} {current && <Badge tone="good">This device</Badge>}
      </>
    ),
  },
  { name: 'Last used', cell: ({ last_used_at }) => (last_used_at === null ? '–' : <Moment at={last_used_at} isRelative />) },
  { name: 'Signed in', cell: ({ created_at }) => (created_at === null ? '–' : <Moment at={created_at} />) },
  { name: 'Expires', cell: ({ expires_at }) => (expires_at === null ? '–' : <Moment at={expires_at} />) },
]

/**
 * The page of this person's signed-in devices (`/portal/settings/devices`), with a sign-out for all but the current one.
 */
export function DeviceSettings() {
  const query = useOwnDevices()
  useRowKeys()
  return (
    <>
      <PageHead title="Devices" />
      <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>No signed-in devices.</p>}>
        {({ data }) => (
          <Table
            caption="Signed-in devices"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
            actions={(device) => (
              <RowActions
                label={`Actions for ${device.device_name}`}
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
    await requireAnswer(api.DELETE('/api/v1/auth/devices/{id}', { params: { path: { id } } }))
    showNotice(`${device_name} signed out.`)
  } catch (thrown) {
    showFailure(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['devices'] })
}

function useOwnDevices() {
  return useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => requireAnswer(api.GET('/api/v1/auth/devices', { signal })),
  })
}
