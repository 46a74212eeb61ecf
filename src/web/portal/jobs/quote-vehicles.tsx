import { Button } from '@mantine/core'
import { vehicleTypes } from '../../../domain/itinerary.ts'
import { formatWord, parseSeats } from '../../plain/words.ts'
import { useFleet } from '../api/fleet.ts'
import { ChoiceField, WholeField } from '../form/fields.tsx'
import { findFreeFor } from './free.ts'
import type { InboxJob } from './jobs.ts'
import { useBusyTimesThen } from './jobs.ts'
import { countQuotedSeats, noVehicle, type TypedQuoteVehicle } from './typed-quote.ts'

/** The fields for the vehicles of a quote: a vehicle of the fleet or a type, with the seats against the passengers. */
export function QuoteVehicles(props: {
  readonly job: InboxJob
  readonly vehicles: readonly TypedQuoteVehicle[]
  readonly onVehicles: (vehicles: readonly TypedQuoteVehicle[]) => void
}) {
  const { job, vehicles, onVehicles } = props
  const fleet = useFleet().data?.data ?? []
  const taken = useBusyTimesThen(job).data?.data
  const free = taken && findFreeFor(taken, job, Number.POSITIVE_INFINITY)
  const isFree = (id: number) => free === undefined || free === null || free.coaches.some((coach) => coach.id === id)
  const seats = countQuotedSeats(vehicles)
  const changeAt = (at: number, change: Partial<TypedQuoteVehicle>) =>
    onVehicles(vehicles.map((vehicle, nth) => (nth === at ? { ...vehicle, ...change } : vehicle)))
  const choose = (at: number, id: string | null) => {
    const vehicle = fleet.find((one) => String(one.id) === id)
    const type = vehicle?.type as TypedQuoteVehicle['type'] | undefined
    changeAt(
      at,
      vehicle === undefined ? { vehicleId: null } : { vehicleId: vehicle.id, type: type ?? null, count: 1, seats: vehicle.seats },
    )
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
              value={vehicle.vehicleId === null ? null : String(vehicle.vehicleId)}
              onValue={(id) => choose(nth, id)}
              choices={fleet.map(({ id, registration, seats: of }) => ({
                value: String(id),
                label: `${registration}, ${of} seats${isFree(id) ? '' : ', not free'}`,
              }))}
              isClearable
            />
          )}
          <ChoiceField
            path={`vehicles.${nth}.type`}
            label="Vehicle type"
            value={vehicle.type}
            onValue={(type) => changeAt(nth, { type, vehicleId: null, seats: parseSeats(type) ?? vehicle.seats })}
            choices={vehicleTypes.map((value) => ({ value, label: formatWord(value) }))}
            isRequired
          />
          <WholeField
            path={`vehicles.${nth}.count`}
            label="Quantity"
            value={vehicle.count}
            onValue={(count) => changeAt(nth, { count })}
            isRequired
            least={1}
            most={50}
          />
          <WholeField
            path={`vehicles.${nth}.seats`}
            label="Seats in each"
            value={vehicle.seats}
            onValue={(of) => changeAt(nth, { seats: of })}
            isRequired
            least={1}
            most={100}
          />
          {vehicles.length > 1 && (
            <Button variant="default" size="xs" onClick={() => onVehicles(vehicles.filter((_, other) => other !== nth))}>
              Remove
            </Button>
          )}
        </div>
      ))}
      <p className="quote-seats" data-short={seats < job.passenger_count || undefined}>
        {seats} seats for {job.passenger_count} passengers{seats < job.passenger_count ? ': too few' : ''}
      </p>
      <Button variant="default" size="xs" onClick={() => onVehicles([...vehicles, noVehicle])} disabled={vehicles.length >= 10}>
        Add vehicle
      </Button>
    </fieldset>
  )
}
