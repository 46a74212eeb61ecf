import { ChoiceField, TextAreaField, TextField, WholeField } from '../form/fields.tsx'
import { MomentField } from '../form/time-fields.tsx'
import type { TypedTrip } from './typed-trip.ts'

/**
 * The fields for the details of a trip: lead passenger, luggage, flight, notes. `path` is the prefix of each field.
 */
export function DetailFields(props: {
  readonly path: string
  readonly zone: string
  readonly trip: TypedTrip
  readonly set: (change: Partial<TypedTrip>) => void
}) {
  const { path, trip, set } = props
  return (
    <>
      <div className="form-row">
        <TextField
          path={`${path}lead_passenger.name`}
          label="Lead passenger"
          value={trip.leadName}
          onValue={(leadName) => set({ leadName })}
          most={160}
        />
        <TextField
          path={`${path}lead_passenger.phone`}
          label="Mobile on the day"
          type="tel"
          value={trip.leadPhone}
          onValue={(leadPhone) => set({ leadPhone })}
          most={24}
        />
      </div>
      <div className="form-row">
        <WholeField
          path={`${path}luggage.suitcases`}
          label="Suitcases"
          value={trip.suitcases}
          onValue={(suitcases) => set({ suitcases })}
          most={999}
        />
        <WholeField
          path={`${path}luggage.hand_luggage`}
          label="Hand luggage"
          value={trip.handLuggage}
          onValue={(handLuggage) => set({ handLuggage })}
          most={999}
        />
      </div>
      <div className="form-row">
        <TextField
          path={`${path}flight.number`}
          label="Flight"
          value={trip.flightNumber}
          onValue={(flightNumber) => set({ flightNumber })}
          most={12}
        />
        {trip.flightNumber.trim() !== '' && (
          <>
            <ChoiceField
              path={`${path}flight.direction`}
              label="Flight direction"
              value={trip.flightDirection}
              onValue={(flightDirection) => set({ flightDirection: flightDirection ?? 'arrival' })}
              choices={[
                { value: 'arrival', label: 'Arrival' },
                { value: 'departure', label: 'Departure' },
              ]}
            />
            <MomentField
              path={`${path}flight.scheduled_at`}
              label="Flight time"
              zone={props.zone}
              value={trip.flightAt}
              onValue={(flightAt) => set({ flightAt })}
            />
          </>
        )}
      </div>
      <TextAreaField path={`${path}notes`} label="Notes" value={trip.notes} onValue={(notes) => set({ notes })} most={2000} />
    </>
  )
}
