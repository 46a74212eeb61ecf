import { useEffect, useState } from 'react'
import { api, type Records } from '../../office/api/client.ts'
import { useWrite } from '../../office/api/write.ts'
import { WriteFailure } from '../../office/form/write-failure.tsx'
import { Copyable } from '../../office/parts/copyable.tsx'
import { Skeleton } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { QrCode } from '../../office/parts/qr-code.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import type { RosterDriver } from './drivers.ts'

/** A drawer that signs a driver in to the app: a QR code, or a link to copy. */
export function DriverLinkDrawer(props: { readonly driver: RosterDriver | null; readonly close: () => void }) {
  const { driver, close } = props
  return (
    <SideDrawer title={`Sign-in code for ${driver?.name ?? ''}`} isOpen={driver !== null} close={close}>
      {driver !== null && <DriverLinkOf driver={driver} />}
    </SideDrawer>
  )
}

/** A QR code and a link that sign a driver in to the app, without a drawer. */
export function DriverLinkOf({ driver }: { readonly driver: RosterDriver }) {
  const write = useWrite({
    send: (id: number, headers) => api.POST('/portal/v1/drivers/{id}/link', { params: { path: { id } }, headers }),
    refreshes: [['drivers']],
    onDone: ({ data }) => setMade(data),
  })
  const [made, setMade] = useState<Records['DriverLink'] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when it opens
  useEffect(() => void write.run(driver.id), [])
  return (
    <div>
      <p>Ask {driver.name} to scan this code. It opens the app, signs them in and works once.</p>
      <WriteFailure failure={write.failure} />
      {made === null ? (
        write.failure === null && <Skeleton rows={4} />
      ) : (
        <>
          <QrCode text={made.url} label="QR code of the link" />
          <Copyable label="Link" text={made.url} />
          <p className="second-line">
            Valid until <Moment at={made.expires_at} />
          </p>
        </>
      )}
    </div>
  )
}
