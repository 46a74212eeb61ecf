import type { Records } from '../api/records.ts'
import { createForm, useBoundValue } from '../form/bound-fields.tsx'
import { readLimits } from '../form/limits.ts' with { type: 'macro' }
import { MoreFields } from '../form/more-fields.tsx'
import type { TypedBody } from '../form/typed.ts'

const tripForm = createForm<Records['ChangesInput']>(readLimits('ChangesInput'))

/** The fields for the details of a trip, each behind a link: lead passenger, luggage, flight, note. */
export function DetailFields({ zone }: { readonly zone: string }) {
  const { value: lead } = useBoundValue<TypedBody<Records['ContactInput']>>('lead_passenger')
  const { value: luggage } = useBoundValue<TypedBody<Records['LuggageInput']>>('luggage')
  const { value: flightNumber } = useBoundValue<string>('flight.number')
  const { value: notes } = useBoundValue<string>('notes')
  return (
    <div className="more-fields">
      <MoreFields label="Lead passenger" isFilled={Boolean(lead?.name || lead?.phone)}>
        <div className="form-row">
          <tripForm.Text at="lead_passenger.name" label="Lead passenger" isRequired={false} />
          <tripForm.Text at="lead_passenger.phone" label="Mobile on the day" type="tel" />
        </div>
      </MoreFields>
      <MoreFields label="Luggage" isFilled={(luggage?.suitcases ?? luggage?.hand_luggage ?? null) !== null}>
        <div className="form-row">
          <tripForm.Whole at="luggage.suitcases" label="Suitcases" />
          <tripForm.Whole at="luggage.hand_luggage" label="Hand luggage" />
        </div>
      </MoreFields>
      <MoreFields label="Flight" isFilled={Boolean(flightNumber)}>
        <div className="form-row">
          <tripForm.Text at="flight.number" label="Flight" isRequired={false} />
          {flightNumber?.trim() && (
            <>
              <tripForm.Choice at="flight.direction" label="Flight direction" isRequired={false} isClearable={false} />
              <tripForm.Moment at="flight.scheduled_at" label="Flight time" zone={zone} />
            </>
          )}
        </div>
      </MoreFields>
      <MoreFields label="Note" isFilled={Boolean(notes)}>
        <tripForm.TextArea at="notes" label="Notes" />
      </MoreFields>
    </div>
  )
}
