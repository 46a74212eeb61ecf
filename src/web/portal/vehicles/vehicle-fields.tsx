import { formatWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import type { FleetVehicle } from '../api/fleet.ts'
import { ChoiceField, TextField, WholeField } from '../form/fields.tsx'
import { DateField } from '../form/time-fields.tsx'
import { findEndOfDay, toZoneDay } from '../roster/days.ts'

type Input = Records['VehicleInput']
type Kind = Input['type']
type Comfort = NonNullable<Input['amenities']>[number]

const kinds: readonly Kind[] = [
  'mpv_8',
  'minibus_16',
  'midicoach_35',
  'coach_49',
  'coach_53',
  'coach_57_plus',
  'executive_coach',
  'double_decker',
  'bus',
]

const comforts: readonly Comfort[] = [
  'seat_belts',
  'toilet',
  'air_con',
  'wifi',
  'power',
  'luggage_hold',
  'pa_microphone',
  'tv',
  'reclining_seats',
  'fridge',
]

/** The typed values of a vehicle. Unknown values are empty text. */
export type TypedFleetCoach = {
  readonly registration: string
  readonly kind: Kind | null
  readonly seats: number | null
  readonly wheelchairs: number | null
  readonly motDue: string
  readonly description: string
  readonly comforts: readonly Comfort[]
}

/** The form values of a vehicle; an empty form without one. */
export function toTypedVehicle(vehicle: FleetVehicle | null, zone: string): TypedFleetCoach {
  return {
    registration: vehicle?.registration ?? '',
    kind: (vehicle?.type as Kind | undefined) ?? null,
    seats: vehicle?.seats ?? null,
    wheelchairs: vehicle?.wheelchair_spaces ?? 0,
    motDue: toZoneDay(vehicle?.mot_due ?? null, zone),
    description: vehicle?.description ?? '',
    comforts: (vehicle?.amenities as Comfort[] | undefined) ?? [],
  }
}

/** The request body of a typed vehicle. An unchanged MOT date keeps its hour. */
export function buildVehicleBody(typed: TypedFleetCoach, vehicle: FleetVehicle | null, zone: string): Input {
  const isMotKept = vehicle !== null && typed.motDue === toZoneDay(vehicle.mot_due, zone)
  return {
    registration: typed.registration.trim(),
    type: typed.kind as Kind,
    seats: typed.seats ?? 0,
    wheelchair_spaces: typed.wheelchairs ?? 0,
    mot_due: isMotKept ? vehicle.mot_due : findEndOfDay(typed.motDue, zone),
    description: typed.description.trim() === '' ? null : typed.description.trim(),
    amenities: [...typed.comforts],
  }
}

/** The fields of a vehicle: registration, type, seats, MOT and amenities. */
export function VehicleFields(props: {
  readonly values: TypedFleetCoach
  readonly set: (change: Partial<TypedFleetCoach>) => void
}) {
  const { values, set } = props
  return (
    <>
      <div className="form-row">
        <TextField
          path="registration"
          label="Registration"
          value={values.registration}
          onValue={(registration) => set({ registration })}
          isRequired
          isFocused
          most={15}
        />
        <ChoiceField
          path="type"
          label="Vehicle type"
          value={values.kind}
          onValue={(kind) => set({ kind })}
          choices={kinds.map((value) => ({ value, label: formatWord(value) }))}
          isRequired
        />
      </div>
      <div className="form-row">
        <WholeField
          path="seats"
          label="Passenger seats"
          value={values.seats}
          onValue={(seats) => set({ seats })}
          isRequired
          least={1}
          most={100}
        />
        <WholeField
          path="wheelchair_spaces"
          label="Wheelchair spaces"
          value={values.wheelchairs}
          onValue={(wheelchairs) => set({ wheelchairs })}
          most={20}
        />
        <DateField path="mot_due" label="MOT due" value={values.motDue} onValue={(motDue) => set({ motDue })} />
      </div>
      <TextField
        path="description"
        label="Description for customers"
        value={values.description}
        onValue={(description) => set({ description })}
        most={500}
      />
      <fieldset className="roster-ticks">
        <legend>Amenities</legend>
        {comforts.map((comfort) => (
          <label key={comfort}>
            <input
              type="checkbox"
              checked={values.comforts.includes(comfort)}
              onChange={({ currentTarget: { checked } }) =>
                set({ comforts: checked ? [...values.comforts, comfort] : values.comforts.filter((one) => one !== comfort) })
              }
            />
            {comfort === 'tv' ? 'TV' : comfort === 'pa_microphone' ? 'PA microphone' : formatWord(comfort)}
          </label>
        ))}
      </fieldset>
    </>
  )
}
