import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Records } from '../../office/api/client.ts'
import { type ApiFailure, renameFailureFields } from '../../office/api/failure.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite, type Write } from '../../office/api/write.ts'
import type { BoundDraft } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { DateField } from '../../office/form/time-fields.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { usePhone } from '../../office/parts/phone.ts'
import { DetailFields } from '../../office/trip-fields/detail-fields.tsx'
import { ItineraryFields } from '../../office/trip-fields/itinerary-fields.tsx'
import { toLegPath } from '../../office/trip-fields/legs.ts'
import { formatInstantToday } from '../../plain/moment.ts'
import { formatFieldSentence } from '../../plain/refusal-words.ts'
import { openPortalPage } from '../api/open-page.ts'
import '../../office/trip-fields/trip-fields.css'
import { BookDialog } from './book-dialog.tsx'
import {
  buildTripBody,
  createBooking,
  findShape,
  isEarlierBooking,
  type PhoneBooking,
  toShape,
  upgradeBooking,
} from './booking-body.ts'
import { bookingForm, CallerFields } from './caller.tsx'
import { PriceFields, RoutePricesCard, SummaryCard } from './prices.tsx'
import { Steps } from './steps.tsx'
import { VehiclesCard, vehiclesPath } from './vehicles.tsx'
import './new-booking.css'

type Draft = BoundDraft<PhoneBooking>
type TripWrite = Write<Records['OwnTripInput'], unknown>

/** The form for a booking by phone (`/portal/new`), sent as a quote or booked immediately. */
export function NewBooking() {
  const { currency, operatorRef, zone } = useSession()
  const [, navigate] = useLocation()
  const draft = bookingForm.useDraft(`new-${operatorRef}`, createBooking(currency))
  if (isEarlierBooking(draft.values)) draft.set(upgradeBooking(draft.values, zone))
  const [round, setRound] = useState(0)
  const [isBooking, setBooking] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, and after each reset
  useEffect(() => page.current?.querySelector<HTMLElement>('form input')?.focus(), [round])
  const write = useWrite({
    send: (body: Records['OwnTripInput'], headers) => api.POST('/portal/v1/trips', { body, headers }),
    refreshes: [['jobs'], ['bookings'], ['diary'], ['availability'], ['trips']],
    onDone: ({ data }) => {
      draft.clear()
      showNotice(data.booking_ref === null ? `Quote ${data.ref} sent.` : `${data.ref} booked.`)
      navigate(data.booking_ref === null ? `/jobs/${data.ref}` : `/bookings/${data.booking_ref}`)
    },
    // The fields of the trip are behind the dialog.
    onFailed: ({ fields }) => {
      if (Object.keys(fields).some((path) => !path.startsWith('book.'))) setBooking(false)
    },
  })
  const send = (isBooked: boolean) => void write.run(buildTripBody(draft.values, { zone, isBooked }))
  const discard = () => {
    draft.clear()
    write.forget()
    setRound(round + 1)
  }
  return (
    <>
      <PageHead title="New booking">
        <DraftState key={round} values={draft.values} isFound={draft.isFound && round === 0} />
      </PageHead>
      <div className="new-booking" ref={page}>
        <BookingForm
          key={round}
          draft={draft}
          write={write}
          isBehind={isBooking}
          send={() => send(false)}
          book={() => setBooking(true)}
          discard={discard}
        />
      </div>
      <BookDialog draft={draft} write={write} isOpen={isBooking} close={() => setBooking(false)} confirm={() => send(true)} />
    </>
  )
}

/** The time of the last saved draft, and the fields that are required. */
function DraftState({ values, isFound }: Pick<Draft, 'values' | 'isFound'>) {
  const { zone } = useSession()
  const now = useClock(60_000)
  const first = useRef(values)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  useEffect(() => {
    if (values !== first.current) setSavedAt(Date.now())
  }, [values])
  const saved = savedAt === null ? (isFound ? 'Draft saved' : null) : `Draft saved ${formatInstantToday(savedAt, zone, now)}`
  const rule = 'only a date, pick-up, drop-off, passengers, vehicle, price and a phone or email are required'
  return <p className="quiet new-saved">{[saved, rule].filter(Boolean).join(' · ')}</p>
}

const phoneFault = formatFieldSentence('office', 'customer.phone')

function BookingForm(props: {
  readonly draft: Draft
  readonly write: TripWrite
  /** Whether the dialog is open, which then shows the failures. */
  readonly isBehind: boolean
  readonly send: () => void
  readonly book: () => void
  readonly discard: () => void
}) {
  const { draft, write, isBehind } = props
  const { customer, quote } = draft.values
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paths are those of the refused body
  const failure = useMemo(() => renameFaults(write.failure, draft), [write.failure])
  return (
    <OfficeForm
      write={{ isBusy: write.isBusy, failure: isBehind ? null : failure }}
      submit={(intent) => (intent === 'book' ? props.book() : props.send())}
      actions={{ open: () => openPortalPage('/bookings') }}
      button="Send quote"
      draft={draft}
      isEnterNext
      faults={{
        'customer.phone': customer?.phone?.trim() || customer?.email?.trim() ? null : phoneFault,
        [vehiclesPath]: quote?.vehicles?.length ? null : 'Choose a vehicle.',
      }}
      others={
        <>
          <span className="quiet new-hint">Ctrl + Enter sends the quote</span>
          <Button variant="subtle" color="gray" onClick={props.discard}>
            Discard
          </Button>
          <Button variant="default" type="submit" value="book">
            Book now…
          </Button>
        </>
      }
    >
      <Steps
        steps={[
          { title: 'Caller', fields: <CallerFields draft={draft} /> },
          { title: 'Trip', fields: <TripFields draft={draft} /> },
          { title: 'Vehicles', isBeside: true, fields: <BesideCards draft={draft} /> },
          { title: 'Price', fields: <PriceFields draft={draft} /> },
        ]}
      />
    </OfficeForm>
  )
}

function BesideCards({ draft }: { readonly draft: Draft }) {
  return (
    <aside className="new-beside" aria-label="Vehicles and prices">
      <VehiclesCard draft={draft} />
      <SummaryCard draft={draft} />
      <RoutePricesCard draft={draft} />
    </aside>
  )
}

const shapes = [
  { value: 'one_way', label: 'One way' },
  { value: 'return', label: 'Return' },
  { value: 'multi_day', label: 'Multi-day' },
] as const

function TripFields({ draft }: { readonly draft: Draft }) {
  const { values, set, setAt } = draft
  const { zone } = useSession()
  const isPhone = usePhone()
  const shape = findShape(values)
  return (
    <div className="form">
      <SegmentedControl
        // Its mark does not follow another layout.
        key={String(isPhone)}
        className="new-shape"
        aria-label="Type of trip"
        data={[...shapes]}
        value={shape}
        onChange={(next) => set(toShape(values, next))}
      />
      <div className="new-trip">
        <DateField
          path="legs.0.day"
          label="Date"
          isRequired
          value={values.legs?.[0]?.day ?? ''}
          onValue={(day) => setAt('legs.0.day', day)}
        />
        <bookingForm.Whole at="passenger_count" label="Passengers" />
        <bookingForm.Whole at="accessibility.wheelchair_spaces" label="Wheelchairs" />
        <bookingForm.Choice at="purpose" label="Purpose" isClearable={false} />
      </div>
      <ItineraryFields
        shape={shape}
        zone={zone}
        offer={{ customerId: values.customer_id ?? null }}
        coachStays={values.coach_stays_with_group === true}
      />
      {shape !== 'one_way' && <bookingForm.Tick at="coach_stays_with_group" label="Coach stays with the group" />}
      <DetailFields zone={zone} />
    </div>
  )
}

/** A failure whose faulty fields have their paths in the form. */
function renameFaults(failure: ApiFailure | null, { values }: Draft): ApiFailure | null {
  if (failure === null || failure.status !== 422) return failure
  const body = buildTripBody(values, { zone: 'UTC', isBooked: false })
  return renameFailureFields(failure, (path) => toLegPath(path, body))
}
