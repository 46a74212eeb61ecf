import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { counted } from '../../../domain/spoken.ts'
import { checkKeptMonths } from '../../../domain/vehicle-check.ts'
import { spokenWord } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { Form } from '../form/form.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Facts, Section } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { useNow } from '../parts/now.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Plate } from '../parts/plate.tsx'
import { dutiesOf, useAgenda } from '../roster/agenda.ts'
import { Blocks } from '../roster/blocks.tsx'
import { GoodUntil } from '../roster/good-until.tsx'
import { Duties } from '../roster/next-duty.tsx'
import '../roster/roster.css'
import { type FleetVehicle, useFleet } from '../api/fleet.ts'
import { FeedButton } from '../settings/feed-button.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Checks } from './checks.tsx'
import { coachBodyOf, coachFrom, VehicleFields } from './vehicle-fields.tsx'

/** One coach (`/portal/vehicles/…`): its checks and their defects, what it is for, when it is off the road. */
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
  const now = useNow(60_000)
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
                Remove
              </Button>
            )}
          </>
        }
      />
      <div className="roster-page">
        <div>
          <Facts
            facts={[
              ['Plate', <Plate key="plate" registration={vehicle.registration} />],
              ['Kind', spokenWord(vehicle.type)],
              ['Seats', vehicle.seats],
              ['Wheelchairs', vehicle.wheelchair_spaces || null],
              ['MOT', <GoodUntil key="mot" until={vehicle.mot_due} />],
            ]}
          />
          <Section title={`Checks of ${counted(checkKeptMonths, 'month')}`}>
            <Checks vehicleId={vehicle.id} registration={vehicle.registration} />
          </Section>
        </div>
        <div>
          {can('bookings:read') && (
            <Section title="Out for">
              <Duties items={items} empty="Nothing in the next two months." />
            </Section>
          )}
          <Blocks title="Off the road" whose={{ vehicle_id: vehicle.id }} empty="Not entered for any time." />
          {can('drivers:write') && (
            <Section title="Details">
              <EditVehicle key={vehicle.updated_at} vehicle={vehicle} />
            </Section>
          )}
        </div>
      </div>
      <RemoveVehicle
        vehicle={vehicle}
        duties={dutiesOf(items, now).length}
        isOpen={isRemoving}
        close={() => setRemoving(false)}
      />
    </>
  )
}

function EditVehicle({ vehicle }: { readonly vehicle: FleetVehicle }) {
  const { zone } = useSession()
  const draft = useDraft(null, coachFrom(vehicle, zone))
  const write = useWrite({
    send: (body: Records['VehiclePatch'], headers) =>
      api.PATCH('/portal/v1/vehicles/{id}', { params: { path: { id: vehicle.id } }, body, headers }),
    refreshes: [['vehicles'], ['diary']],
    onDone: () => say('Saved.'),
  })
  return (
    <Form write={write} submit={() => void write.run(coachBodyOf(draft.values, vehicle, zone))} button="Save">
      <VehicleFields values={draft.values} set={draft.set} />
    </Form>
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
      say(`${vehicle.registration} is out of the fleet.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${vehicle.registration}?`}
      isOpen={props.isOpen}
      close={props.close}
      button="Remove"
      isDangerous
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        {duties === 0
          ? 'It is on no trip of the next two months.'
          : `It is on ${counted(duties, 'trip')} of the next two months.`}{' '}
        Its checks stay on record.
      </p>
    </ConfirmDialog>
  )
}
