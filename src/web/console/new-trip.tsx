import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Records } from '../portal/api/client.ts'
import { say } from '../portal/api/news.ts'
import { useSession } from '../portal/api/session.ts'
import { useWrite } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { TextAreaField, TextField, TickField, WholeField } from '../portal/form/fields.tsx'
import { Form } from '../portal/form/form.tsx'
import { MomentField } from '../portal/form/time-fields.tsx'
import { Section } from '../portal/parts/facts.tsx'
import { PageHead } from '../portal/parts/page-head.tsx'
import { PlaceFields } from '../portal/trip-fields/place-fields.tsx'
import { OperatorTicks, operatorsPath } from './operator-ticks.tsx'
import { emptyMarketTrip, marketTripBody } from './typed-market-trip.ts'

/** A trip that somebody wants (`/console/new`), and who is asked for it. */
export function NewTrip() {
  const { zone } = useSession()
  const [, navigate] = useLocation()
  const [start] = useState(() => emptyMarketTrip(zone))
  const draft = useDraft('console-trip', start)
  const { values, set } = draft
  const write = useWrite({
    send: (body: Records['TripInput'], headers) => api.POST('/platform/v1/trips', { body, headers }),
    refreshes: [['trips']],
    onDone: ({ data }) => {
      draft.clear()
      say(`Entered as ${data.ref}. Those who are asked have heard of it.`)
      navigate(`/trips/${data.ref}`)
    },
  })
  return (
    <>
      <PageHead title="New trip" />
      <Form
        write={write}
        submit={() => void write.run(marketTripBody(values))}
        button="Enter and offer it"
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
              label="Comes back"
              zone={values.zone}
              value={values.returnsAt}
              onValue={(returnsAt) => set({ returnsAt })}
              isRequired
            />
          )}
        </div>
        <TickField path="trip_type" label="There and back" value={values.isReturn} onValue={(isReturn) => set({ isReturn })} />
        <PlaceFields path="pickup" label="From" place={values.pickup} onPlace={(pickup) => set({ pickup })} />
        <PlaceFields path="dropoff" label="To" place={values.dropoff} onPlace={(dropoff) => set({ dropoff })} />
        <WholeField
          path="passenger_count"
          label="How many people"
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
            label="E-mail"
            type="email"
            value={values.email}
            onValue={(email) => set({ email })}
            isRequired
          />
          <TextField path="customer.phone" label="Phone" type="tel" value={values.phone} onValue={(phone) => set({ phone })} />
        </div>
        <TextAreaField
          path="notes"
          label="What operators should know"
          value={values.notes}
          onValue={(notes) => set({ notes })}
          most={2_000}
        />
        <Section title="Who is asked">
          <TickField
            path="offer_to"
            label="Every operator"
            value={values.offerTo === null}
            onValue={(isAll) => set({ offerTo: isAll ? null : [] })}
          />
          {values.offerTo !== null && (
            <OperatorTicks chosen={values.offerTo} taken={[]} onChosen={(offerTo) => set({ offerTo })} />
          )}
        </Section>
      </Form>
    </>
  )
}
