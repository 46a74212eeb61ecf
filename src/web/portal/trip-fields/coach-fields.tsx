import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { formatWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { useFleet } from '../api/fleet.ts'
import { ChoiceField, useField, WholeField } from '../form/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import { countTypedSeats, type TypedCoach } from './typed-trip.ts'

type CoachType = TypedCoach['type']

/** Usual number of seats of each vehicle type. */
const usualSeats: Readonly<Record<CoachType, number>> = {
  mpv_8: 8,
  minibus_16: 16,
  midicoach_35: 35,
  coach_49: 49,
  coach_53: 53,
  coach_57_plus: 57,
  executive_coach: 49,
  double_decker: 80,
  bus: 50,
}

/** The form value of a vehicle of the fleet. */
export function toTypedCoach(vehicle: Records['Vehicle']): TypedCoach {
  const type = vehicle.type in usualSeats ? (vehicle.type as CoachType) : 'bus'
  return { type, seats: vehicle.seats, count: 1, vehicleId: vehicle.id, registration: vehicle.registration, description: null }
}

/** The form value of one vehicle of a type, with its usual seats. */
function createAnyCoach(type: CoachType): TypedCoach {
  return { type, seats: usualSeats[type], count: 1, vehicleId: null, registration: null, description: null }
}

/** Name of a vehicle: its plate, or its type such as `Any coach, 49 seats`. */
function formatCoachName({ registration, type }: Pick<TypedCoach, 'registration' | 'type'>): string {
  const words = formatWord(type)
  return registration ?? `Any ${words.startsWith('MPV') ? words : words.charAt(0).toLowerCase() + words.slice(1)}`
}

/** The fields for the vehicles of a trip, with the seats for its passengers. */
export function CoachFields(props: {
  readonly path: string
  readonly coaches: readonly TypedCoach[]
  readonly onCoaches: (coaches: readonly TypedCoach[]) => void
  readonly people: number | null
}) {
  const { path, coaches, onCoaches } = props
  const { error } = useField({ path, label: 'Vehicles' })
  const rows = coaches.length === 0 ? [null] : coaches
  const put = (nth: number, coach: TypedCoach) => onCoaches(coaches.length === 0 ? [coach] : coaches.with(nth, coach))
  return (
    <fieldset className="trip-coaches">
      <legend>Vehicles</legend>
      {rows.map((coach, nth) => (
        <CoachRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a coach is identified by its position
          key={nth}
          path={`${path}.${nth}`}
          nth={nth}
          coach={coach}
          put={(next) => put(nth, next)}
          remove={rows.length > 1 ? () => onCoaches(coaches.toSpliced(nth, 1)) : null}
        />
      ))}
      {error !== null && (
        <p className="trip-wrong" role="alert">
          {error}
        </p>
      )}
      <div className="trip-coach-end">
        <SeatCount seats={countTypedSeats(coaches)} people={props.people} hasCoach={coaches.length > 0} />
        {coaches.length > 0 && coaches.length < 10 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" />}
            onClick={() => onCoaches([...coaches, createAnyCoach('coach_49')])}
          >
            Add vehicle
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function CoachRow(props: {
  readonly path: string
  readonly nth: number
  readonly coach: TypedCoach | null
  readonly put: (coach: TypedCoach) => void
  readonly remove: (() => void) | null
}) {
  const { path, nth, coach, put } = props
  const fleet = useFleet().data?.data ?? []
  const pick = (value: string | null) => {
    const vehicle = fleet.find(({ id }) => `id-${id}` === value)
    if (vehicle !== undefined) put(toTypedCoach(vehicle))
    else if (value !== null && !value.startsWith('id-')) put(createAnyCoach(value as CoachType))
  }
  const isKnown = coach?.vehicleId != null && !fleet.some(({ id }) => id === coach.vehicleId)
  return (
    <div className="trip-coach">
      <ChoiceField
        path={`${path}.vehicle_id`}
        label={nth === 0 ? 'Vehicle' : `Vehicle ${nth + 1}`}
        value={coach === null ? null : coach.vehicleId === null ? coach.type : `id-${coach.vehicleId}`}
        onValue={pick}
        isRequired
        choices={[
          ...(isKnown && coach !== null ? [{ value: `id-${coach.vehicleId}`, label: formatCoachName(coach) }] : []),
          ...fleet.map(({ id, registration, seats }) => ({
            value: `id-${id}`,
            label: `${registration} · ${formatCount(seats, 'seat')}`,
          })),
          ...(Object.keys(usualSeats) as CoachType[]).map((type) => ({
            value: type,
            label: formatCoachName({ registration: null, type }),
          })),
        ]}
      />
      {coach !== null && (
        <WholeField
          path={`${path}.seats`}
          label={nth === 0 ? 'Seats' : `Seats in vehicle ${nth + 1}`}
          value={coach.seats}
          onValue={(seats) => put({ ...coach, seats })}
          least={1}
          most={100}
          isRequired
        />
      )}
      {coach !== null && coach.vehicleId === null && (
        <WholeField
          path={`${path}.count`}
          label={nth === 0 ? 'Quantity' : `Quantity of vehicle ${nth + 1}`}
          value={coach.count}
          onValue={(count) => put({ ...coach, count })}
          least={1}
          most={50}
          isRequired
        />
      )}
      {props.remove !== null && (
        <Button variant="subtle" color="gray" size="xs" onClick={props.remove} aria-label={`Remove vehicle ${nth + 1}`}>
          Remove
        </Button>
      )}
    </div>
  )
}

function SeatCount({
  seats,
  people,
  hasCoach,
}: {
  readonly seats: number
  readonly people: number | null
  readonly hasCoach: boolean
}) {
  if (!hasCoach || people === null) return <span />
  const missing = people - seats
  return (
    <p className="trip-seats" data-wrong={missing > 0 || undefined} role="status">
      {missing > 0
        ? `${formatCount(people, 'passenger')}, ${formatCount(seats, 'seat')}: ${missing} seats short.`
        : `${formatCount(seats, 'seat')} for ${formatCount(people, 'passenger')}.`}
    </p>
  )
}
