import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { formatWord } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { openPortalPage } from '../api/open-page.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TickField, WholeField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { FoldableSection } from '../parts/facts.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { CoachFields } from '../trip-fields/coach-fields.tsx'
import { DetailFields } from '../trip-fields/detail-fields.tsx'
import { PlaceFields } from '../trip-fields/place-fields.tsx'
import '../trip-fields/trip-fields.css'
import { Agreement } from './agreement.tsx'
import { Beside } from './beside.tsx'
import { CustomerBox } from './customer-box.tsx'
import './new-booking.css'
import { buildTripBody, emptyBooking, type TypedBooking } from './typed-booking.ts'

const purposes = [
  'school',
  'airport',
  'wedding',
  'sports',
  'corporate',
  'tour',
  'day_trip',
  'funeral',
  'rail_replacement',
  'other',
] as const

/** The form for a booking by phone (`/portal/new`), saved as a quote or booked immediately. */
export function NewBooking() {
  const { currency, operatorRef } = useSession()
  const [, navigate] = useLocation()
  const draft = useDraft<TypedBooking>(`new-${operatorRef}`, emptyBooking)
  const typed = draft.values
  const [round, setRound] = useState(0)
  const column = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, and after each reset
  useEffect(() => column.current?.querySelector<HTMLElement>('form input')?.focus(), [round])
  const write = useWrite({
    send: (body: Records['OwnTripInput'], headers) => api.POST('/portal/v1/trips', { body, headers }),
    refreshes: [['jobs'], ['bookings'], ['diary'], ['availability'], ['trips']],
    onDone: ({ data }) => {
      draft.clear()
      showNotice(data.booking_ref === null ? `Quote ${data.ref} saved.` : `${data.ref} booked.`)
      navigate(data.booking_ref === null ? `/jobs/${data.ref}` : `/bookings/${data.booking_ref}`)
    },
  })
  const clear = () => {
    draft.clear()
    setRound(round + 1)
  }
  return (
    <>
      <PageHead title="New booking" />
      <div className="new-booking" ref={column}>
        <PortalForm
          key={round}
          write={write}
          submit={() => void write.run(buildTripBody(typed, currency))}
          actions={{ open: () => openPortalPage('/bookings') }}
          button={typed.isAgreed ? 'Confirm booking' : 'Save as quote'}
          draft={draft}
          others={
            <>
              {draft.isFound && (
                <Button variant="subtle" color="gray" onClick={clear}>
                  Clear
                </Button>
              )}
              <Button variant="default" onClick={() => draft.set({ isAgreed: !typed.isAgreed })}>
                {typed.isAgreed ? 'Quote only' : 'Book for customer'}
              </Button>
            </>
          }
        >
          <TripPart typed={typed} set={draft.set} />
          <FoldableSection title="Caller">
            <CustomerBox typed={typed} set={draft.set} />
          </FoldableSection>
          <PricePart typed={typed} set={draft.set} />
          {typed.isAgreed && <Agreement path="book." customerId={typed.customerId} typed={typed} set={draft.set} />}
        </PortalForm>
        <Beside typed={typed} set={draft.set} />
      </div>
    </>
  )
}

type PartProps = { readonly typed: TypedBooking; readonly set: (change: Partial<TypedBooking>) => void }

function TripPart({ typed, set }: PartProps) {
  const { zone } = useSession()
  const offer = { customerId: typed.customerId }
  return (
    <>
      <div className="form-row">
        <MomentField
          path="departs_at"
          label="Departs"
          zone={zone}
          value={typed.departsAt}
          onValue={(departsAt) => set({ departsAt })}
          isRequired
        />
      </div>
      <PlaceFields path="pickup" label="Pick-up" place={typed.pickup} onPlace={(pickup) => set({ pickup })} offer={offer} />
      <PlaceFields path="dropoff" label="Drop-off" place={typed.dropoff} onPlace={(dropoff) => set({ dropoff })} offer={offer} />
      <TickField path="trip_type" label="Return journey" value={typed.isReturn} onValue={(isReturn) => set({ isReturn })} />
      {typed.isReturn && (
        <MomentField
          path="returns_at"
          label="Return departs"
          zone={zone}
          value={typed.returnsAt}
          onValue={(returnsAt) => set({ returnsAt })}
          isRequired
        />
      )}
      <div className="form-row">
        <WholeField
          path="passenger_count"
          label="Passengers"
          value={typed.people}
          onValue={(people) => set({ people })}
          least={1}
          most={500}
          isRequired
        />
        <ChoiceField
          path="purpose"
          label="Purpose"
          value={typed.purpose}
          onValue={(purpose) => set({ purpose: purpose ?? 'other' })}
          choices={purposes.map((value) => ({ value, label: formatWord(value) }))}
        />
      </div>
      <FoldableSection title="Lead passenger, luggage, flight, notes" isFolded>
        <div className="form">
          <DetailFields path="" zone={zone} trip={typed} set={set} />
        </div>
      </FoldableSection>
    </>
  )
}

function PricePart({ typed, set }: PartProps) {
  const { currency } = useSession()
  return (
    <FoldableSection title="Vehicle and price">
      <div className="form">
        <CoachFields
          path="quote.vehicles"
          coaches={typed.coaches}
          onCoaches={(coaches) => set({ coaches })}
          people={typed.people}
        />
        <div className="form-row">
          <MoneyField
            path="quote.price_amount"
            label="Price"
            currency={currency}
            amount={typed.price}
            onAmount={(price) => set({ price })}
            isRequired
          />
          <MoneyField
            path="quote.deposit_amount"
            label="Deposit (optional)"
            currency={currency}
            amount={typed.deposit}
            onAmount={(deposit) => set({ deposit })}
          />
        </div>
        {!typed.isAgreed && (
          <RadioCards
            path="quote.availability"
            legend="Availability"
            value={typed.availability}
            onValue={(availability) => set({ availability })}
            cards={[
              { value: 'confirmed', label: 'Bookable now', help: 'The customer can book and pay now.' },
              { value: 'likely', label: 'On request', help: 'The customer asks, you accept.' },
            ]}
          />
        )}
      </div>
    </FoldableSection>
  )
}
