import { useState } from 'react'
import { invitationLifeMs } from '../../../domain/sign-in.ts'
import { formatDurationInWords } from '../../../domain/spoken.ts'
import { api } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TickField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { buildDriverBody, DriverFields, toTypedDriver } from './driver-fields.tsx'
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
  const { zone } = useSession()
  const draft = useDraft('driver-new', { ...toTypedDriver(null, zone), isInvited: true })
  const write = useWrite({
    send: (body: ReturnType<typeof buildDriverBody> & { invite_now: boolean }, headers) =>
      api.POST('/api/v1/drivers', { body, headers }),
    refreshes: [['drivers']],
    onDone: ({ data }, { invite_now }) => {
      draft.clear()
      showNotice(invite_now ? `${data.name} added. Invitation sent.` : `${data.name} added.`)
      if (invite_now) setAdded(data)
      else close()
    },
  })
  const [added, setAdded] = useState<RosterDriver | null>(null)
  const { isInvited, ...values } = draft.values
  if (added !== null) return <DriverLinkOf driver={added} />
  return (
    <PortalForm
      write={write}
      submit={() => void write.run({ ...buildDriverBody(values, zone), invite_now: isInvited })}
      button={isInvited ? 'Add and invite' : 'Add driver'}
    >
      <DriverFields values={values} set={draft.set} />
      <TickField
        path="invite_now"
        label="Invite to the driver app now"
        help={`Sent by email, or by SMS without an email address. The link works once, within ${formatDurationInWords(invitationLifeMs)}.`}
        value={isInvited}
        onValue={(ticked) => draft.set({ isInvited: ticked })}
      />
    </PortalForm>
  )
}
