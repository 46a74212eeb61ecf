import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { BookedSection } from './booked.tsx'
import { BookingRequestSection } from './booking-request.tsx'
import { CancelForm } from './cancel-form.tsx'
import { Head } from './head.tsx'
import { LostLink } from './lost-link.tsx'
import { MoneyDue } from './money-due.tsx'
import { Offers } from './offers.tsx'
import { TripContext, useView } from './parts.tsx'
import { PaymentOpen } from './payment-open.tsx'
import { RequestDetails } from './request-details.tsx'
import { formatTimeOnTrip } from './times.ts'
import { useTrip } from './trip-state.ts'

/** The page of one trip, from the first offer to the receipt, for everyone with its link. */
export function CustomerTripPage() {
  const page = useTrip()
  const { view, lost, news, silentSince, busyS } = page
  return (
    <TripContext.Provider value={page}>
      {view !== null && <Loading load={loadOperatorLogo} />}
      <h1 id="title">{view?.trip.summary ?? 'Your trip'}</h1>
      <p id="news" role="status">
        {news || (view === null ? (lost ?? 'One moment…') : '')}
      </p>
      <div role="status">
        {view !== null && silentSince !== null && (
          <p id="silent">No connection since {formatTimeOnTrip(silentSince, view)}. You see the last known status.</p>
        )}
      </div>
      {busyS !== null && <p id="busy">{`Too many requests. Trying again in ${busyS} s.`}</p>}
      {view === null && lost !== null && <LostLink />}
      {view !== null && (
        <div id="trip-shown">
          <Head />
          <PaymentOpen />
          <BookedSection />
          <MoneyDue />
          <Later />
          <BookingRequestSection />
          <Offers />
          <RequestDetails />
          <CancelForm />
        </div>
      )}
    </TripContext.Provider>
  )
}

const loadOperatorLogo = () => import('./operator-logo.tsx').then(({ OperatorLogo }) => OperatorLogo)
const loadAfterBooking = () => import('./after-booking.tsx').then(({ AfterBooking }) => AfterBooking)

/** The sections of a booking. */
function Later() {
  const { trip } = useView()
  return trip.booking && <Loading load={loadAfterBooking} />
}

/** Loads a section on demand. After a failure, a change of the trip starts another try. */
function Loading({ load }: { readonly load: () => Promise<ComponentType> }) {
  const { trip } = useView()
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed trip allows another try
  useEffect(() => {
    if (Loaded === null)
      load().then(
        (loaded) => setLoaded(() => loaded),
        () => undefined,
      )
  }, [trip, Loaded, load])
  return Loaded && <Loaded />
}
