import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { checkKeptMonths } from '../../../domain/vehicle-check.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { formatWord } from '../../plain/words.ts'
import { listOpenDuties, useAgenda } from '../roster/agenda.ts'
import { Blocks } from '../roster/blocks.tsx'
import { DocumentValidity } from '../roster/document-validity.tsx'
import { Duties } from '../roster/next-duty.tsx'
import '../roster/roster.css'
import { NotFound } from '../../office/shell/not-found.tsx'
import { type FleetVehicle, useFleet } from '../../office/trip-fields/fleet.ts'
import { FeedButton } from '../settings/feed-button.tsx'
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
  const { can } = useSession()
  const agenda = useAgenda('vehicle')
  const now = useClock(60_000)
  const [isRemoving, setRemoving] = useState(false)
  const items = agenda.data?.get(vehicle.id) ?? []
  return (
    <>
      <PageHead
        title={vehicle.registration}
        beside={
          <>
            <FeedButton whose={{ of: 'vehicle', id: vehicle.id }} />
            {can('drivers:write') && (
              <Button variant="default" size="sm" onClick={() => setRemoving(true)}>
                Remove vehicle
              </Button>
            )}
          </>
        }
      />
      <div className="roster-page">
        <div>
          <FactTable
            facts={[
              ['Registration', <OfficePlate key="plate" registration={vehicle.registration} />],
              ['Vehicle type', formatWord(vehicle.type)],
              ['Seats', vehicle.seats],
              ['Wheelchairs', vehicle.wheelchair_spaces || null],
              ['MOT', <DocumentValidity key="mot" until={vehicle.mot_due} />],
            ]}
          />
          <FoldableSection title={`Checks of the last ${formatCount(checkKeptMonths, 'month')}`}>
            <Checks vehicleId={vehicle.id} registration={vehicle.registration} />
          </FoldableSection>
        </div>
        <div>
          {can('bookings:read') && (
            <FoldableSection title="Duties">
              <Duties items={items} empty="No duties in the next two months." />
            </FoldableSection>
          )}
          <Blocks title="Off road" whose={{ vehicle_id: vehicle.id }} empty="No off-road times." />
          {can('drivers:write') && (
            <FoldableSection title="Details">
              <EditVehicle key={vehicle.updated_at} vehicle={vehicle} />
            </FoldableSection>
          )}
        </div>
      </div>
      <RemoveVehicle
        vehicle={vehicle}
        duties={listOpenDuties(items, now).length}
        isOpen={isRemoving}
        close={() => setRemoving(false)}
      />
    </>
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

function RemoveVehicle(props: {
  readonly vehicle: FleetVehicle
  readonly duties: number
  readonly isOpen: boolean
  readonly close: () => void
}) {
  const { vehicle, duties } = props
  const [, navigate] = useLocation()
  const write = useWrite({
    send: (_: null, headers) => api.DELETE('/portal/v1/vehicles/{id}', { params: { path: { id: vehicle.id } }, headers }),
    refreshes: [['vehicles'], ['diary']],
    onDone: () => {
      navigate('/vehicles')
      showNotice(`${vehicle.registration} removed.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${vehicle.registration}?`}
      isOpen={props.isOpen}
      close={props.close}
      button="Remove vehicle"
      isDangerous
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        {duties === 0
          ? 'No trips in the next two months.'
          : `${formatCount(duties, 'trip')} in the next two months will need a vehicle.`}{' '}
        Checks stay on record.
      </p>
    </ConfirmDialog>
  )
}
