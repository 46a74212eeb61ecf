import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { formatWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { createForm, FormPart, useBoundValue } from '../form/bound-fields.tsx'
import { ChoiceField, useField } from '../form/fields.tsx'
import { readLimits } from '../form/limits.ts' with { type: 'macro' }
import { Icon } from '../parts/icon.tsx'
import { useFleet } from './fleet.ts'
import { countSeats, type VehicleDraft } from './trip-body.ts'

const vehicleForm = createForm<Records['QuoteVehicleInput']>(readLimits('QuoteVehicleInput'))

type CoachType = Records['VehicleType']

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

/** The draft of a vehicle of the fleet. */
export function toVehicleDraft(vehicle: Records['Vehicle']): VehicleDraft {
  const type = vehicle.type in usualSeats ? vehicle.type : 'bus'
  return {
    ...createAnyCoach(type as CoachType),
    seats: vehicle.seats,
    vehicle_id: vehicle.id,
    registration: vehicle.registration,
  }
}

/** The draft of one vehicle of a type, with its usual seats. */
export function createAnyCoach(type: CoachType): VehicleDraft {
  return { type, seats: usualSeats[type], count: 1, vehicle_id: null, description: null }
}

/** Name of a vehicle: its plate, or its type such as `Any coach, 49 seats`. */
function formatCoachName({ registration, type }: VehicleDraft): string {
  const words = formatWord(type ?? '')
  return registration ?? `Any ${words.startsWith('MPV') ? words : words.charAt(0).toLowerCase() + words.slice(1)}`
}

/** Whether a vehicle of the fleet is free for the trip. */
type IsFree = (vehicleId: number) => boolean

/** The fields for the vehicles of a trip, with the seats for its passengers. A vehicle that is not free has a note. */
export function CoachFields(props: {
  readonly at: string
  readonly people: number | null | undefined
  readonly isFree?: IsFree
}) {
  const { at, people, isFree = () => true } = props
  const { path, value, onValue } = useBoundValue<readonly VehicleDraft[]>(at)
  const { error } = useField({ path, label: 'Vehicles' })
  const coaches = value ?? []
  const count = Math.max(coaches.length, 1)
  return (
    <fieldset className="field-group trip-coaches">
      <legend>Vehicles</legend>
      {Array.from({ length: count }, (_, nth) => (
        <CoachRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a coach is identified by its position
          key={nth}
          at={`${at}.${nth}`}
          nth={nth}
          isFree={isFree}
          remove={count > 1 ? () => onValue(coaches.toSpliced(nth, 1)) : null}
        />
      ))}
      {error !== null && (
        <p className="trip-wrong" role="alert">
          {error}
        </p>
      )}
      <div className="trip-coach-end">
        <SeatCount seats={countSeats(coaches)} people={people ?? null} hasCoach={coaches.length > 0} />
        {coaches.length > 0 && coaches.length < 10 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" />}
            onClick={() => onValue([...coaches, createAnyCoach('coach_49')])}
          >
            Add vehicle
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** The fields of one vehicle: a vehicle of the fleet, or any of a type with its seats and number. */
export function CoachRow(props: {
  readonly at: string
  readonly nth: number
  readonly isFree: IsFree
  readonly remove: (() => void) | null
}) {
  const { at, nth, isFree } = props
  const { path, value: coach, onValue: put } = useBoundValue<VehicleDraft>(at)
  const id = coach?.vehicle_id ?? null
  const fleet = useFleet().data?.data ?? []
  const pick = (value: string | null) => {
    const vehicle = fleet.find((one) => `id-${one.id}` === value)
    if (vehicle !== undefined) put(toVehicleDraft(vehicle))
    else if (value !== null && !value.startsWith('id-')) put(createAnyCoach(value as CoachType))
  }
  const isUnknown = id !== null && !fleet.some((one) => one.id === id)
  return (
    <div className="trip-coach">
      <ChoiceField
        path={`${path}.vehicle_id`}
        label={nth === 0 ? 'Vehicle' : `Vehicle ${nth + 1}`}
        value={id === null ? (coach?.type ?? null) : `id-${id}`}
        onValue={pick}
        isRequired
        choices={[
          ...(isUnknown && coach !== null ? [{ value: `id-${id}`, label: formatCoachName(coach) }] : []),
          ...fleet.map(({ id: one, registration, seats }) => ({
            value: `id-${one}`,
            label: `${registration} · ${formatCount(seats, 'seat')}${isFree(one) ? '' : ' · not free'}`,
          })),
          ...(Object.keys(usualSeats) as CoachType[]).map((type) => ({
            value: type,
            label: formatCoachName({ type }),
          })),
        ]}
      />
      {coach !== null && (
        <FormPart at={at}>
          <vehicleForm.Whole at="seats" label={nth === 0 ? 'Seats' : `Seats in vehicle ${nth + 1}`} />
          {id === null && <vehicleForm.Whole at="count" label={nth === 0 ? 'Quantity' : `Quantity of vehicle ${nth + 1}`} />}
        </FormPart>
      )}
      {props.remove !== null && (
        <Button variant="subtle" color="gray" size="xs" onClick={props.remove} aria-label={`Remove vehicle ${nth + 1}`}>
          Remove
        </Button>
      )}
    </div>
  )
}

/** A line on the seats for the passengers. */
export function SeatCount(props: { readonly seats: number; readonly people: number | null; readonly hasCoach: boolean }) {
  const { seats, people, hasCoach } = props
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
