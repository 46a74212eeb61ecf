import { useParams } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { checkKeptMonths } from '../../../domain/vehicle-check.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { NotFound } from '../../office/shell/not-found.tsx'
import { type FleetVehicle, useFleet } from '../../office/trip-fields/fleet.ts'
import { formatWord } from '../../plain/words.ts'
import { DocumentValidity } from '../roster/document-validity.tsx'
import { RosterPage } from '../roster/roster-page.tsx'
import { Checks } from './checks.tsx'
import { VehicleFields, vehicleForm } from './vehicle-fields.tsx'

/** The page of one vehicle (`/portal/vehicles/…`): checks, duties and off-road times. */
export function VehiclePage() {
  const { id = '' } = useParams<{ id: string }>()
  const query = useFleet()
  return (
    <ReadStates query={query}>
      {({ data }) => {
        const vehicle = data.find((one) => one.id === Number(id))
        return vehicle === undefined ? <NotFound /> : <Vehicle key={vehicle.id} vehicle={vehicle} />
      }}
    </ReadStates>
  )
}

function Vehicle({ vehicle }: { readonly vehicle: FleetVehicle }) {
  return (
    <RosterPage
      of="vehicle"
      id={vehicle.id}
      title={vehicle.registration}
      facts={[
        ['Registration', <OfficePlate key="plate" registration={vehicle.registration} />],
        ['Vehicle type', formatWord(vehicle.type)],
        ['Seats', vehicle.seats],
        ['Wheelchairs', vehicle.wheelchair_spaces || null],
        ['MOT', <DocumentValidity key="mot" until={vehicle.mot_due} />],
      ]}
      away={{ title: 'Off road', empty: 'No off-road times.' }}
      edit={<EditVehicle key={vehicle.updated_at} vehicle={vehicle} />}
      remove={{
        send: (headers) => api.DELETE('/portal/v1/vehicles/{id}', { params: { path: { id: vehicle.id } }, headers }),
        describe: (duties) =>
          `${duties === 0 ? 'No trips in the next two months.' : `${formatCount(duties, 'trip')} in the next two months will need a vehicle.`} Checks stay on record.`,
      }}
    >
      <FoldableSection title={`Checks of the last ${formatCount(checkKeptMonths, 'month')}`}>
        <Checks vehicleId={vehicle.id} registration={vehicle.registration} />
      </FoldableSection>
    </RosterPage>
  )
}

function EditVehicle({ vehicle }: { readonly vehicle: FleetVehicle }) {
  const draft = vehicleForm.useDraft(null, vehicle)
  const write = useWrite({
    send: (body: Records['VehiclePatch'], headers) =>
      api.PATCH('/portal/v1/vehicles/{id}', { params: { path: { id: vehicle.id } }, body, headers }),
    refreshes: [['vehicles'], ['diary']],
    onDone: () => showNotice('Saved.'),
  })
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Save">
      <VehicleFields />
    </OfficeForm>
  )
}
