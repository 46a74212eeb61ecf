import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { Form } from '../form/form.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { coachBodyOf, coachFrom, VehicleFields } from './vehicle-fields.tsx'

/** A new coach of the fleet. */
export function AddVehicle({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  return (
    <SideDrawer title="Add vehicle" isOpen={isOpen} close={close} isWide>
      <AddVehicleForm close={close} />
    </SideDrawer>
  )
}

function AddVehicleForm({ close }: { readonly close: () => void }) {
  const { zone } = useSession()
  const draft = useDraft('vehicle-new', coachFrom(null, zone))
  const write = useWrite({
    send: (body: Records['VehicleInput'], headers) => api.POST('/portal/v1/vehicles', { body, headers }),
    refreshes: [['vehicles'], ['diary']],
    onDone: ({ data }) => {
      draft.clear()
      close()
      say(`${data.registration} is in the fleet.`)
    },
  })
  return (
    <Form write={write} submit={() => void write.run(coachBodyOf(draft.values, null, zone))} button="Add">
      <VehicleFields values={draft.values} set={draft.set} />
    </Form>
  )
}
