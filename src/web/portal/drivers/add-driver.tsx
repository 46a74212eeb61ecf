import { useState } from 'react'
import { invitationLifeMs } from '../../../domain/sign-in.ts'
import { spanInWords } from '../../../domain/spoken.ts'
import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TickField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { DriverFields, driverBodyOf, typedFrom } from './driver-fields.tsx'
import { DriverLinkOf } from './driver-link.tsx'
import type { RosterDriver } from './drivers.ts'

/** A new driver, invited to the app at once unless the tick is taken out. */
export function AddDriver({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  return (
    <SideDrawer title="Add driver" isOpen={isOpen} close={close} isWide>
      <AddDriverForm close={close} />
    </SideDrawer>
  )
}

function AddDriverForm({ close }: { readonly close: () => void }) {
  const { zone } = useSession()
  const draft = useDraft('driver-new', { ...typedFrom(null, zone), isInvited: true })
  const write = useWrite({
    send: (body: ReturnType<typeof driverBodyOf> & { invite_now: boolean }, headers) =>
      api.POST('/api/v1/drivers', { body, headers }),
    refreshes: [['drivers']],
    onDone: ({ data }, { invite_now }) => {
      draft.clear()
      say(invite_now ? `${data.name} is on the roster; the invitation is on its way.` : `${data.name} is on the roster.`)
      if (invite_now) setAdded(data)
      else close()
    },
  })
  const [added, setAdded] = useState<RosterDriver | null>(null)
  const { isInvited, ...values } = draft.values
  if (added !== null) return <DriverLinkOf driver={added} />
  return (
    <Form
      write={write}
      submit={() => void write.run({ ...driverBodyOf(values, zone), invite_now: isInvited })}
      button={isInvited ? 'Add and invite' : 'Add'}
    >
      <DriverFields values={values} set={draft.set} />
      <TickField
        path="invite_now"
        label="Invite to the driver app now"
        help={`By mail where there is an address, else by SMS. The link works once, within ${spanInWords(invitationLifeMs)}.`}
        value={isInvited}
        onValue={(ticked) => draft.set({ isInvited: ticked })}
      />
    </Form>
  )
}
