import type { Records } from '../api/records.ts'
import { createForm, useBoundValue } from '../form/bound-fields.tsx'
import { readLimits } from '../form/limits.ts' with { type: 'macro' }

const tripForm = createForm<Records['ChangesInput']>(readLimits('ChangesInput'))

/** The fields for the details of a trip: lead passenger, luggage, flight, notes. */
export function DetailFields({ zone }: { readonly zone: string }) {
  const { value: flightNumber } = useBoundValue<string>('flight.number')
  return (
    <>
      <div className="form-row">
        <tripForm.Text at="lead_passenger.name" label="Lead passenger" isRequired={false} />
        <tripForm.Text at="lead_passenger.phone" label="Mobile on the day" type="tel" />
      </div>
      <div className="form-row">
        <tripForm.Whole at="luggage.suitcases" label="Suitcases" />
        <tripForm.Whole at="luggage.hand_luggage" label="Hand luggage" />
      </div>
      <div className="form-row">
        <tripForm.Text at="flight.number" label="Flight" isRequired={false} />
        {flightNumber?.trim() && (
          <>
            <tripForm.Choice at="flight.direction" label="Flight direction" isRequired={false} isClearable={false} />
            <tripForm.Moment at="flight.scheduled_at" label="Flight time" zone={zone} />
          </>
        )}
      </div>
      <tripForm.TextArea at="notes" label="Notes" />
    </>
  )
}
