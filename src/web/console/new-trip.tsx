import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Records } from '../portal/api/client.ts'
import { showNotice } from '../portal/api/news.ts'
import { useSession } from '../portal/api/session.ts'
import { useWrite } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { TextAreaField, TextField, TickField, WholeField } from '../portal/form/fields.tsx'
import { PortalForm } from '../portal/form/form.tsx'
import { MomentField } from '../portal/form/time-fields.tsx'
import { FoldableSection } from '../portal/parts/facts.tsx'
import { PageHead } from '../portal/parts/page-head.tsx'
import { PlaceFields } from '../portal/trip-fields/place-fields.tsx'
import { OperatorTicks, operatorsPath } from './operator-ticks.tsx'
import { buildMarketTripBody, createMarketTrip } from './typed-market-trip.ts'

/** The form for a new trip and its operators (`/console/new`). */
export function NewTrip() {
  const { zone } = useSession()
  const [, navigate] = useLocation()
  const [start] = useState(() => createMarketTrip(zone))
  const draft = useDraft('console-trip', start)
  const { values, set } = draft
  const write = useWrite({
    send: (body: Records['TripInput'], headers) => api.POST('/platform/v1/trips', { body, headers }),
    refreshes: [['trips']],
    onDone: ({ data }) => {
      draft.clear()
      showNotice(`${data.ref} entered. The operators are notified.`)
      navigate(`/trips/${data.ref}`)
    },
  })
  return (
    <>
      <PageHead title="New trip" />
      <PortalForm
        write={write}
        submit={() => void write.run(buildMarketTripBody(values))}
        button="Send to operators"
        faults={{ [operatorsPath]: values.offerTo?.length === 0 ? 'Choose at least one operator.' : null }}
        draft={draft}
      >
        <div className="form-row">
          <MomentField
            path="departs_at"
            label="Departs"
            zone={values.zone}
            value={values.departsAt}
            onValue={(departsAt) => set({ departsAt })}
            isRequired
          />
          {values.isReturn && (
            <MomentField
              path="returns_at"
              label="Return departs"
              zone={values.zone}
              value={values.returnsAt}
              onValue={(returnsAt) => set({ returnsAt })}
              isRequired
            />
          )}
        </div>
        <TickField path="trip_type" label="Return journey" value={values.isReturn} onValue={(isReturn) => set({ isReturn })} />
        <PlaceFields path="pickup" label="Pick-up" place={values.pickup} onPlace={(pickup) => set({ pickup })} />
        <PlaceFields path="dropoff" label="Drop-off" place={values.dropoff} onPlace={(dropoff) => set({ dropoff })} />
        <WholeField
          path="passenger_count"
          label="Passengers"
          value={values.people}
          onValue={(people) => set({ people })}
          least={1}
          most={500}
          isRequired
        />
        <div className="form-row">
          <TextField path="customer.name" label="Customer" value={values.name} onValue={(name) => set({ name })} isRequired />
          <TextField
            path="customer.organisation"
            label="School or company"
            value={values.organisation}
            onValue={(organisation) => set({ organisation })}
          />
        </div>
        <div className="form-row">
          <TextField
            path="customer.email"
            label="Email"
            type="email"
            value={values.email}
            onValue={(email) => set({ email })}
            isRequired
          />
          <TextField path="customer.phone" label="Phone" type="tel" value={values.phone} onValue={(phone) => set({ phone })} />
        </div>
        <TextAreaField
          path="notes"
          label="Notes for operators"
          value={values.notes}
          onValue={(notes) => set({ notes })}
          most={2_000}
        />
        <FoldableSection title="Operators">
          <TickField
            path="offer_to"
            label="All operators"
            value={values.offerTo === null}
            onValue={(isAll) => set({ offerTo: isAll ? null : [] })}
          />
          {values.offerTo !== null && (
            <OperatorTicks chosen={values.offerTo} taken={[]} onChosen={(offerTo) => set({ offerTo })} />
          )}
        </FoldableSection>
      </PortalForm>
    </>
  )
}
