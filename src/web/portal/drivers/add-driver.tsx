import { useState } from 'react'
import { invitationLifeMs } from '../../../domain/sign-in.ts'
import { formatDurationInWords } from '../../../domain/spoken.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { DriverFields, driverForm } from './driver-fields.tsx'
import { DriverLinkOf } from './driver-link.tsx'
import type { RosterDriver } from './drivers.ts'

/** A drawer that adds a driver, and invites them to the app unless the office clears the tick. */
export function AddDriver({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  return (
    <SideDrawer title="Add driver" isOpen={isOpen} close={close} isWide>
      <AddDriverForm close={close} />
    </SideDrawer>
  )
}

function AddDriverForm({ close }: { readonly close: () => void }) {
  const draft = driverForm.useDraft('driver-new', { invite_now: true })
  const write = useWrite({
    send: (body: Records['DriverInput'], headers) => api.POST('/api/v1/drivers', { body, headers }),
    refreshes: [['drivers']],
    onDone: ({ data }, { invite_now }) => {
      draft.clear()
      showNotice(invite_now ? `${data.name} added. Invitation sent.` : `${data.name} added.`)
      if (invite_now) setAdded(data)
      else close()
    },
  })
  const [added, setAdded] = useState<RosterDriver | null>(null)
  if (added !== null) return <DriverLinkOf driver={added} />
  return (
    <OfficeForm
      write={write}
      draft={draft}
      submit={() => void write.run(draft.buildBody())}
      button={draft.values.invite_now ? 'Add and invite' : 'Add driver'}
    >
      <DriverFields />
      <driverForm.Tick
        at="invite_now"
        label="Invite to the driver app now"
        help={`Sent by email, or by SMS without an email address. The link works once, within ${formatDurationInWords(invitationLifeMs)}.`}
      />
    </OfficeForm>
  )
}
