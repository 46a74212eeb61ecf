import { useEffect, useState } from 'react'
import { api, type Records } from '../api/client.ts'
import { useWrite } from '../api/write.ts'
import { WriteFailure } from '../form/write-failure.tsx'
import { Skeleton } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { Copyable } from '../settings/copyable.tsx'
import type { RosterDriver } from './drivers.ts'

/** The way into the app for a driver who stands beside the desk: a code to scan, or a link to copy. */
export function DriverLinkDrawer(props: { readonly driver: RosterDriver | null; readonly close: () => void }) {
  const { driver, close } = props
  return (
    <SideDrawer title={`Sign ${driver?.name ?? ''} in`} isOpen={driver !== null} close={close}>
      {driver !== null && <DriverLinkOf driver={driver} />}
    </SideDrawer>
  )
}

/** A code to scan or a link to copy that takes a driver into the app, without a drawer around it. */
export function DriverLinkOf({ driver }: { readonly driver: RosterDriver }) {
  const write = useWrite({
    send: (id: number, headers) => api.POST('/portal/v1/drivers/{id}/link', { params: { path: { id } }, headers }),
    refreshes: [['drivers']],
    onDone: ({ data }) => setMade(data),
  })
  const [made, setMade] = useState<Records['DriverLink'] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void write.run(driver.id), [])
  return (
    <div className="driver-link">
      <p>Let {driver.name} scan this with their phone: it opens the app and signs them in. It works once.</p>
      <WriteFailure failure={write.failure} />
      {made === null ? (
        write.failure === null && <Skeleton rows={4} />
      ) : (
        <>
          <QrCode text={made.url} label="The link as a code to scan with a phone" />
          <Copyable label="Link" text={made.url} />
          <p className="second-line">
            Good until <Moment at={made.expires_at} />
          </p>
        </>
      )}
    </div>
  )
}
