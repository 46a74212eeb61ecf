import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { VehicleFields, vehicleForm } from './vehicle-fields.tsx'

/** A drawer that adds a vehicle to the fleet. */
export function AddVehicle({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  return (
    <SideDrawer title="Add vehicle" isOpen={isOpen} close={close} isWide>
      <AddVehicleForm close={close} />
    </SideDrawer>
  )
}

function AddVehicleForm({ close }: { readonly close: () => void }) {
  const draft = vehicleForm.useDraft('vehicle-new', { wheelchair_spaces: 0, amenities: [] })
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
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Add vehicle">
      <VehicleFields />
    </OfficeForm>
  )
}
