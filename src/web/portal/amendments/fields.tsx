import { createForm, FormPart, useBoundValue } from '../../office/form/bound-fields.tsx'
import { TickField } from '../../office/form/fields.tsx'
import { DateField } from '../../office/form/time-fields.tsx'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { CoachFields } from '../../office/trip-fields/coach-fields.tsx'
import { DetailFields } from '../../office/trip-fields/detail-fields.tsx'
import { ItineraryFields } from '../../office/trip-fields/itinerary-fields.tsx'
import { findSavedShape, listTransfers, type TripShape } from '../../office/trip-fields/legs.ts'
import { isDriveKnown } from '../../plain/distance-said.ts'
import '../../office/trip-fields/trip-fields.css'
import { amendLimits, type ChangesDraft, type SentAmendment, type WholeBooking } from './changes.ts'

/** The form that changes a booking. */
export const amendForm = createForm<SentAmendment>(amendLimits)

/** Homes are not suggested, because a booking does not name its saved customer. */
const offer = { customerId: null }

type FieldsProps = { readonly booking: WholeBooking; readonly draft: ChangesDraft }

/** The fields of a trip with the current values. */
export function ChangeFields({ booking, draft }: FieldsProps) {
  return (
    <>
      <FormPart at="changes">
        <ChangedItinerary booking={booking} />
      </FormPart>
      <div className="form-row">
        <amendForm.Whole at="changes.passenger_count" label="Passengers" isRequired />
        <amendForm.Whole at="changes.accessibility.wheelchair_spaces" label="Wheelchairs" />
      </div>
      <CoachFields at="changes.vehicles" people={draft.passenger_count} />
      <FormPart at="changes">
        <DetailFields zone={booking.timezone} />
      </FormPart>
      <FoldableSection title="Customer" isFolded>
        <div className="form">
          <div className="form-row">
            <amendForm.Text at="changes.customer.name" label="Name" isRequired />
            <amendForm.Text at="changes.customer.organisation" label="Organisation" />
          </div>
          <div className="form-row">
            <amendForm.Text at="changes.customer.phone" label="Phone" type="tel" />
            <amendForm.Text at="changes.customer.email" label="Email" type="email" />
          </div>
        </div>
      </FoldableSection>
    </>
  )
}

/** The date and the legs of a trip. A trip one way can become a return. */
function ChangedItinerary({ booking }: Pick<FieldsProps, 'booking'>) {
  const { path, value: day, onValue: setDay } = useBoundValue<string>('legs.0.day')
  const { value, onValue: setShape } = useBoundValue<TripShape>('shape')
  const shape = value ?? 'one_way'
  // The distance to a renamed place is unknown until the change is saved.
  const known = new Set(
    !isDriveKnown(booking)
      ? []
      : listTransfers(booking)
          .flatMap(({ pickup, dropoff, stops }) => [pickup, dropoff, ...stops.map(({ place }) => place)])
          .map(({ label }) => label),
  )
  return (
    <>
      <div className="amend-date">
        <DateField path={path} label="Date" isRequired value={day ?? ''} onValue={setDay} />
      </div>
      {findSavedShape(booking) === 'one_way' && (
        <TickField
          path="changes.shape"
          label="Return journey"
          value={shape === 'return'}
          onValue={(isReturn) => setShape(isReturn ? 'return' : 'one_way')}
        />
      )}
      <ItineraryFields
        shape={shape}
        zone={booking.timezone}
        offer={offer}
        coachStays={booking.coach_stays_with_group}
        isFarKnown={(label) => known.has(label.trim())}
      />
    </>
  )
}
