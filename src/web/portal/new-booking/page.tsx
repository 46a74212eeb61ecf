import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import type { BoundDraft } from '../../office/form/bound-fields.tsx'
import { FormPart } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { CoachFields } from '../../office/trip-fields/coach-fields.tsx'
import { DetailFields } from '../../office/trip-fields/detail-fields.tsx'
import { PlaceFields } from '../../office/trip-fields/place-fields.tsx'
import { openPortalPage } from '../api/open-page.ts'
import { availabilityCards } from '../jobs/job-words.ts'
import '../../office/trip-fields/trip-fields.css'
import { Agreement } from './agreement.tsx'
import { Beside } from './beside.tsx'
import { buildTripBody, createBooking, type PhoneBooking } from './booking-body.ts'
import { bookingForm, CustomerBox } from './customer-box.tsx'
import './new-booking.css'

/** The form for a booking by phone (`/portal/new`), saved as a quote or booked immediately. */
export function NewBooking() {
  const { currency, operatorRef } = useSession()
  const [, navigate] = useLocation()
  const draft = bookingForm.useDraft(`new-${operatorRef}`, createBooking(currency))
  const { values } = draft
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
        <OfficeForm
          key={round}
          write={write}
          submit={() => void write.run(buildTripBody(values))}
          actions={{ open: () => openPortalPage('/bookings') }}
          button={values.isAgreed ? 'Confirm booking' : 'Save as quote'}
          draft={draft}
          others={
            <>
              {draft.isFound && (
                <Button variant="subtle" color="gray" onClick={clear}>
                  Clear
                </Button>
              )}
              <Button variant="default" onClick={() => draft.set({ isAgreed: !values.isAgreed })}>
                {values.isAgreed ? 'Quote only' : 'Book for customer'}
              </Button>
            </>
          }
        >
          <TripPart values={values} />
          <FoldableSection title="Caller">
            <CustomerBox draft={draft} />
          </FoldableSection>
          <PricePart values={values} />
          {values.isAgreed && (
            <FormPart at="book">
              <Agreement customerId={values.customer_id ?? null} />
            </FormPart>
          )}
        </OfficeForm>
        <Beside draft={draft} />
      </div>
    </>
  )
}

type PartProps = { readonly values: BoundDraft<PhoneBooking>['values'] }

function TripPart({ values }: PartProps) {
  const { zone } = useSession()
  const offer = { customerId: values.customer_id ?? null }
  return (
    <>
      <div className="form-row">
        <bookingForm.Moment at="departs_at" label="Departs" />
      </div>
      <PlaceFields at="pickup" label="Pick-up" offer={offer} />
      <PlaceFields at="dropoff" label="Drop-off" offer={offer} />
      <bookingForm.Tick at="isReturn" label="Return journey" />
      {values.isReturn && <bookingForm.Moment at="returns_at" label="Return departs" isRequired />}
      <div className="form-row">
        <bookingForm.Whole at="passenger_count" label="Passengers" />
        <bookingForm.Choice at="purpose" label="Purpose" isClearable={false} />
      </div>
      <FoldableSection title="Lead passenger, luggage, flight, notes" isFolded>
        <div className="form">
          <DetailFields zone={zone} />
        </div>
      </FoldableSection>
    </>
  )
}

function PricePart({ values }: PartProps) {
  return (
    <FoldableSection title="Vehicle and price">
      <div className="form">
        <CoachFields at="quote.vehicles" people={values.passenger_count} />
        <div className="form-row">
          <bookingForm.Money at="quote.price_amount" label="Price" />
          <bookingForm.Money at="quote.deposit_amount" label="Deposit (optional)" />
        </div>
        {!values.isAgreed && <bookingForm.Cards at="quote.availability" label="Availability" cards={availabilityCards} />}
      </div>
    </FoldableSection>
  )
}
