import { formatDrive } from '../../plain/distance-said.ts'
import { TextField, TickField, WholeField } from '../form/fields.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { FoldableSection } from '../parts/facts.tsx'
import { CoachFields } from '../trip-fields/coach-fields.tsx'
import { DetailFields } from '../trip-fields/detail-fields.tsx'
import { PlaceFields } from '../trip-fields/place-fields.tsx'
import '../trip-fields/trip-fields.css'
import { hasManyLegs, type TypedChange, type WholeBooking } from './typed-change.ts'

type FieldsProps = {
  readonly booking: WholeBooking
  readonly typed: TypedChange
  readonly set: (change: Partial<TypedChange>) => void
}

/** The fields of a trip with the current values. */
export function ChangeFields(props: FieldsProps) {
  const { booking, typed, set } = props
  const zone = booking.timezone
  // The distance to a renamed place is unknown until the change is saved.
  const isFarKnown = formatDrive(booking) !== null
  return (
    <>
      {hasManyLegs(booking) ? <LegTimes {...props} /> : <Times {...props} />}
      {booking.returns_at === null && booking.legs.length === 1 && (
        <TickField path="changes.legs" label="Return journey" value={typed.isReturn} onValue={(isReturn) => set({ isReturn })} />
      )}
      <PlaceFields
        path="changes.pickup"
        label="Pick-up"
        place={typed.pickup}
        onPlace={(pickup) => set({ pickup })}
        isFarKnown={isFarKnown && typed.pickup.label.trim() === booking.pickup.label}
      />
      <PlaceFields
        path="changes.dropoff"
        label="Drop-off"
        place={typed.dropoff}
        onPlace={(dropoff) => set({ dropoff })}
        isFarKnown={isFarKnown && typed.dropoff.label.trim() === booking.dropoff.label}
      />
      <WholeField
        path="changes.passenger_count"
        label="Passengers"
        value={typed.people}
        onValue={(people) => set({ people })}
        least={1}
        most={500}
        isRequired
      />
      <CoachFields
        path="changes.vehicles"
        coaches={typed.coaches}
        onCoaches={(coaches) => set({ coaches })}
        people={typed.people}
      />
      <FoldableSection title="Lead passenger, luggage, flight, notes" isFolded>
        <div className="form">
          <DetailFields path="changes." zone={zone} trip={typed} set={set} />
        </div>
      </FoldableSection>
      <FoldableSection title="Customer" isFolded>
        <div className="form">
          <div className="form-row">
            <TextField
              path="changes.customer.name"
              label="Name"
              value={typed.name}
              onValue={(name) => set({ name })}
              most={160}
              isRequired
            />
            <TextField
              path="changes.customer.organisation"
              label="Organisation"
              value={typed.organisation}
              onValue={(organisation) => set({ organisation })}
              most={160}
            />
          </div>
          <div className="form-row">
            <TextField
              path="changes.customer.phone"
              label="Phone"
              type="tel"
              value={typed.phone}
              onValue={(phone) => set({ phone })}
              most={24}
            />
            <TextField
              path="changes.customer.email"
              label="Email"
              type="email"
              value={typed.email}
              onValue={(email) => set({ email })}
              most={254}
            />
          </div>
        </div>
      </FoldableSection>
    </>
  )
}

function Times({ booking: { timezone: zone }, typed, set }: FieldsProps) {
  return (
    <div className="trip-moments">
      <MomentField
        path="changes.departs_at"
        label="Departs"
        zone={zone}
        value={typed.departsAt}
        onValue={(departsAt) => set({ departsAt })}
        isRequired
      />
      {typed.isReturn && (
        <MomentField
          path="changes.returns_at"
          label="Return departs"
          zone={zone}
          value={typed.returnsAt}
          onValue={(returnsAt) => set({ returnsAt })}
          isRequired
        />
      )}
    </div>
  )
}

/** Fields for the departure of each leg. The departure of the whole trip follows from them. */
function LegTimes({ booking, typed, set }: FieldsProps) {
  return (
    <>
      {booking.legs.map(({ sequence, departs_at, pickup, dropoff }, nth) => (
        <MomentField
          key={sequence}
          path={`changes.legs.${nth}.departs_at`}
          label={`Leg ${nth + 1} departs`}
          help={`${pickup.label} → ${dropoff.label}`}
          zone={booking.timezone}
          value={typed.legTimes[nth] ?? departs_at}
          onValue={(at) => set({ legTimes: typed.legTimes.with(nth, at) })}
          isRequired
        />
      ))}
    </>
  )
}
