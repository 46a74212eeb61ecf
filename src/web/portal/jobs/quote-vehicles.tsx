import { Button } from '@mantine/core'
import { vehicleTypes } from '../../../domain/itinerary.ts'
import { seatsOf, spokenWord } from '../../plain/words.ts'
import { useFleet } from '../api/fleet.ts'
import { ChoiceField, WholeField } from '../form/fields.tsx'
import { freeFor } from './free.ts'
import type { InboxJob } from './jobs.ts'
import { useTakenThen } from './jobs.ts'
import { noVehicle, seatsIn, type TypedQuoteVehicle } from './typed-quote.ts'

/** The coaches a quote offers: one of the fleet, or a kind of coach; with the seats of all of them against the people. */
export function QuoteVehicles(props: {
  readonly job: InboxJob
  readonly vehicles: readonly TypedQuoteVehicle[]
  readonly onVehicles: (vehicles: readonly TypedQuoteVehicle[]) => void
}) {
  const { job, vehicles, onVehicles } = props
  const fleet = useFleet().data?.data ?? []
  const taken = useTakenThen(job).data?.data
  const free = taken && freeFor(taken, job, Number.POSITIVE_INFINITY)
  const isFree = (id: number) => free === undefined || free === null || free.coaches.some((coach) => coach.id === id)
  const seats = seatsIn(vehicles)
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
      <legend>Coaches</legend>
      {vehicles.map((vehicle, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line that is being typed has no other name
        <div className="quote-vehicle" key={nth}>
          {fleet.length > 0 && (
            <ChoiceField
              path={`vehicles.${nth}.vehicle_id`}
              label="From the fleet"
              value={vehicle.vehicleId === null ? null : String(vehicle.vehicleId)}
              onValue={(id) => choose(nth, id)}
              choices={fleet.map(({ id, registration, seats: of }) => ({
                value: String(id),
                label: `${registration}, ${of} seats${isFree(id) ? '' : ', taken'}`,
              }))}
              isClearable
            />
          )}
          <ChoiceField
            path={`vehicles.${nth}.type`}
            label="Kind"
            value={vehicle.type}
            onValue={(type) => changeAt(nth, { type, vehicleId: null, seats: seatsOf(type) ?? vehicle.seats })}
            choices={vehicleTypes.map((value) => ({ value, label: spokenWord(value) }))}
            isRequired
          />
          <WholeField
            path={`vehicles.${nth}.count`}
            label="How many"
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
              Take out
            </Button>
          )}
        </div>
      ))}
      <p className="quote-seats" data-short={seats < job.passenger_count || undefined}>
        {seats} seats for {job.passenger_count} people{seats < job.passenger_count ? ': too few' : ''}
      </p>
      <Button variant="default" size="xs" onClick={() => onVehicles([...vehicles, noVehicle])} disabled={vehicles.length >= 10}>
        Another vehicle
      </Button>
    </fieldset>
  )
}
