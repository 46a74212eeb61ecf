import { useLocation } from 'wouter'
import { api, type Records } from '../office/api/client.ts'
import { showNotice } from '../office/api/news.ts'
import { useSession } from '../office/api/session.ts'
import { useWrite } from '../office/api/write.ts'
import { createForm } from '../office/form/bound-fields.tsx'
import { TickField } from '../office/form/fields.tsx'
import { OfficeForm } from '../office/form/form.tsx'
import { FoldableSection } from '../office/parts/facts.tsx'
import { PageHead } from '../office/parts/page-head.tsx'
import { BoundPlaceField } from '../office/trip-fields/place-field.tsx'
import '../office/trip-fields/trip-fields.css'
import { buildMarketTripBody, type EnteredMarketTrip, marketTripLimits } from './market-trip.ts'
import { OperatorTicks, operatorsPath } from './operator-ticks.tsx'

/** The marketplace has no customers whose homes it could suggest. */
const offer = { customerId: null }

const tripForm = createForm<EnteredMarketTrip>(marketTripLimits)

/** The form for a new trip and its operators (`/console/new`). */
export function NewTrip() {
  const session = useSession()
  const [, navigate] = useLocation()
  const draft = tripForm.useDraft('console-trip', { timezone: session.zone, offer_to: 'all' })
  const { values } = draft
  const zone = values.timezone ?? session.zone
  const chosen = typeof values.offer_to === 'string' ? null : (values.offer_to ?? null)
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
      <OfficeForm
        write={write}
        submit={() => void write.run(buildMarketTripBody(values))}
        button="Send to operators"
        faults={{ [operatorsPath]: chosen?.length === 0 ? 'Choose at least one operator.' : null }}
        draft={draft}
      >
        <div className="form-row">
          <tripForm.Moment at="departs_at" label="Departs" zone={zone} />
          {values.isReturn && <tripForm.Moment at="returns_at" label="Return departs" zone={zone} isRequired />}
        </div>
        <tripForm.Tick at="isReturn" label="Return journey" />
        <BoundPlaceField at="pickup" label="Pick-up" offer={offer} />
        <BoundPlaceField at="dropoff" label="Drop-off" offer={offer} />
        <tripForm.Whole at="passenger_count" label="Passengers" />
        <div className="form-row">
          <tripForm.Text at="customer.name" label="Customer" />
          <tripForm.Text at="customer.organisation" label="School or company" />
        </div>
        <div className="form-row">
          <tripForm.Text at="customer.email" label="Email" type="email" />
          <tripForm.Text at="customer.phone" label="Phone" type="tel" />
        </div>
        <tripForm.TextArea at="notes" label="Notes for operators" />
        <FoldableSection title="Operators">
          <TickField
            path="offer_to"
            label="All operators"
            value={chosen === null}
            onValue={(isAll) => draft.set({ offer_to: isAll ? 'all' : [] })}
          />
          {chosen !== null && <OperatorTicks chosen={chosen} taken={[]} onChosen={(offer_to) => draft.set({ offer_to })} />}
        </FoldableSection>
      </OfficeForm>
    </>
  )
}
