import { createForm, FormPart, useBoundValue } from '../../office/form/bound-fields.tsx'
import { TickField } from '../../office/form/fields.tsx'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { CoachFields } from '../../office/trip-fields/coach-fields.tsx'
import { DetailFields } from '../../office/trip-fields/detail-fields.tsx'
import { PlaceFields } from '../../office/trip-fields/place-fields.tsx'
import { isDriveKnown } from '../../plain/distance-said.ts'
import '../../office/trip-fields/trip-fields.css'
import { amendLimits, type ChangesDraft, hasManyLegs, type SentAmendment, type WholeBooking } from './changes.ts'

/** The form that changes a booking. */
export const amendForm = createForm<SentAmendment>(amendLimits)

type FieldsProps = { readonly booking: WholeBooking; readonly draft: ChangesDraft }

/** The fields of a trip with the current values. */
export function ChangeFields({ booking, draft }: FieldsProps) {
  const { onValue: setReturn } = useBoundValue<boolean>('changes.isReturn')
  // The distance to a renamed place is unknown until the change is saved.
  const isFarKnown = (end: 'pickup' | 'dropoff') => isDriveKnown(booking) && draft[end]?.label?.trim() === booking[end].label
  return (
    <>
      {hasManyLegs(booking) ? <LegTimes booking={booking} /> : <Times booking={booking} draft={draft} />}
      {booking.returns_at === null && booking.legs.length === 1 && (
        <TickField path="changes.legs" label="Return journey" value={draft.isReturn ?? false} onValue={setReturn} />
      )}
      <PlaceFields at="changes.pickup" label="Pick-up" isFarKnown={isFarKnown('pickup')} />
      <PlaceFields at="changes.dropoff" label="Drop-off" isFarKnown={isFarKnown('dropoff')} />
      <amendForm.Whole at="changes.passenger_count" label="Passengers" isRequired />
      <CoachFields at="changes.vehicles" people={draft.passenger_count} />
      <FoldableSection title="Lead passenger, luggage, flight, notes" isFolded>
        <div className="form">
          <FormPart at="changes">
            <DetailFields zone={booking.timezone} />
          </FormPart>
        </div>
      </FoldableSection>
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

function Times({ booking: { timezone: zone }, draft }: FieldsProps) {
  return (
    <div className="trip-moments">
      <amendForm.Moment at="changes.departs_at" label="Departs" zone={zone} isRequired />
      {draft.isReturn && <amendForm.Moment at="changes.returns_at" label="Return departs" zone={zone} isRequired />}
    </div>
  )
}

/** Fields for the departure of each leg. The departure of the whole trip follows from them. */
function LegTimes({ booking: { legs, timezone: zone } }: Pick<FieldsProps, 'booking'>) {
  return legs.map(({ sequence, pickup, dropoff }, nth) => (
    <amendForm.Moment
      key={sequence}
      at={`changes.legs.${nth}.departs_at`}
      label={`Leg ${nth + 1} departs`}
      help={`${pickup.label} → ${dropoff.label}`}
      zone={zone}
    />
  ))
}
