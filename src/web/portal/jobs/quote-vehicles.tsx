import { Button } from '@mantine/core'
import type { Records } from '../../office/api/records.ts'
import { createForm, useBoundValue } from '../../office/form/bound-fields.tsx'
import { ChoiceField } from '../../office/form/fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { useFleet } from '../../office/trip-fields/fleet.ts'
import { countSeats, type VehicleDraft } from '../../office/trip-fields/trip-body.ts'
import { parseSeats } from '../../plain/words.ts'
import { findFreeFor } from './free.ts'
import type { InboxJob } from './jobs.ts'
import { useBusyTimesThen } from './jobs.ts'
import { noVehicle } from './quote-draft.ts'

/** The form of a quote. */
export const quoteForm = createForm<Records['QuoteInput']>(readLimits('QuoteInput'))

/** The fields for the vehicles of a quote: a vehicle of the fleet or a type, with the seats against the passengers. */
export function QuoteVehicles({ job }: { readonly job: InboxJob }) {
  const { value, onValue } = useBoundValue<readonly VehicleDraft[]>('vehicles')
  const vehicles = value ?? []
  const fleet = useFleet().data?.data ?? []
  const taken = useBusyTimesThen(job).data?.data
  const free = taken && findFreeFor(taken, job, Number.POSITIVE_INFINITY)
  const isFree = (id: number) => free === undefined || free === null || free.coaches.some((coach) => coach.id === id)
  const seats = countSeats(vehicles)
  const changeAt = (at: number, change: VehicleDraft) => onValue(vehicles.with(at, { ...vehicles[at], ...change }))
  const choose = (at: number, id: string | null) => {
    const vehicle = fleet.find((one) => String(one.id) === id)
    const { type, seats: of } = vehicle ?? {}
    changeAt(at, vehicle === undefined ? { vehicle_id: null } : { vehicle_id: vehicle.id, type, count: 1, seats: of })
  }
  return (
    <fieldset className="quote-vehicles">
      <legend>Vehicles</legend>
      {vehicles.map((vehicle, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line without content has no other key
        <div className="quote-vehicle" key={nth}>
          {fleet.length > 0 && (
            <ChoiceField
              path={`vehicles.${nth}.vehicle_id`}
              label="Vehicle"
              value={vehicle.vehicle_id == null ? null : String(vehicle.vehicle_id)}
              onValue={(id) => choose(nth, id)}
              choices={fleet.map(({ id, registration, seats: of }) => ({
                value: String(id),
                label: `${registration}, ${of} seats${isFree(id) ? '' : ', not free'}`,
              }))}
              isClearable
            />
          )}
          <quoteForm.Choice
            at={`vehicles.${nth}.type`}
            label="Vehicle type"
            onChanged={(type) => changeAt(nth, { type, vehicle_id: null, seats: parseSeats(type) ?? vehicle.seats })}
          />
          <quoteForm.Whole at={`vehicles.${nth}.count`} label="Quantity" />
          <quoteForm.Whole at={`vehicles.${nth}.seats`} label="Seats in each" />
          {vehicles.length > 1 && (
            <Button variant="default" size="xs" onClick={() => onValue(vehicles.filter((_, other) => other !== nth))}>
              Remove
            </Button>
          )}
        </div>
      ))}
      <p className="quote-seats" data-short={seats < job.passenger_count || undefined}>
        {seats} seats for {job.passenger_count} passengers{seats < job.passenger_count ? ': too few' : ''}
      </p>
      <Button variant="default" size="xs" onClick={() => onValue([...vehicles, noVehicle])} disabled={vehicles.length >= 10}>
        Add vehicle
      </Button>
    </fieldset>
  )
}
