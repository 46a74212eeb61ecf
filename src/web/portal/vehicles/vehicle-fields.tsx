import type { Records } from '../../office/api/records.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { formatWord } from '../../plain/words.ts'

/** The form of a vehicle. */
export const vehicleForm = createForm<Records['VehicleInput']>(readLimits('VehicleInput'))

/** The fields of a vehicle: registration, type, seats, MOT and amenities. */
export function VehicleFields() {
  return (
    <>
      <div className="form-row">
        <vehicleForm.Text at="registration" label="Registration" isFocused />
        <vehicleForm.Choice at="type" label="Vehicle type" />
      </div>
      <div className="form-row">
        <vehicleForm.Whole at="seats" label="Passenger seats" />
        <vehicleForm.Whole at="wheelchair_spaces" label="Wheelchair spaces" isRequired />
        <vehicleForm.EndOfDay at="mot_due" label="MOT due" />
      </div>
      <vehicleForm.Text at="description" label="Description for customers" />
      <vehicleForm.Ticks
        at="amenities"
        label="Amenities"
        words={(amenity) => (amenity === 'tv' ? 'TV' : amenity === 'pa_microphone' ? 'PA microphone' : formatWord(amenity))}
      />
    </>
  )
}
