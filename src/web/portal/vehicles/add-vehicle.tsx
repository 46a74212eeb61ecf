import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { PortalForm } from '../form/form.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { buildVehicleBody, toTypedVehicle, VehicleFields } from './vehicle-fields.tsx'

/** A drawer that adds a vehicle to the fleet. */
export function AddVehicle({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  return (
    <SideDrawer title="Add vehicle" isOpen={isOpen} close={close} isWide>
      <AddVehicleForm close={close} />
    </SideDrawer>
  )
}

function AddVehicleForm({ close }: { readonly close: () => void }) {
  const { zone } = useSession()
  const draft = useDraft('vehicle-new', toTypedVehicle(null, zone))
  const write = useWrite({
    send: (body: Records['VehicleInput'], headers) => api.POST('/portal/v1/vehicles', { body, headers }),
    refreshes: [['vehicles'], ['diary']],
    onDone: ({ data }) => {
      draft.clear()
      close()
      showNotice(`${data.registration} added.`)
    },
  })
  return (
    <PortalForm write={write} submit={() => void write.run(buildVehicleBody(draft.values, null, zone))} button="Add vehicle">
      <VehicleFields values={draft.values} set={draft.set} />
    </PortalForm>
  )
}
