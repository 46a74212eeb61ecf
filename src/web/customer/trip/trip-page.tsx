import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { AskedFor } from './asked.tsx'
import { AskedFirst } from './asked-first.tsx'
import { Booked } from './booked.tsx'
import { CallOff } from './call-off.tsx'
import { Head } from './head.tsx'
import { LostLink } from './lost-link.tsx'
import { MoneyDue } from './money-due.tsx'
import { Offers } from './offers.tsx'
import { TripContext, useView } from './parts.tsx'
import { PaymentOpen } from './payment-open.tsx'
import { timeAt } from './times.ts'
import { useTrip } from './trip-state.ts'

/** The page of one trip, from the first offer to the receipt, for those who hold its link. */
export function TripPage() {
  const page = useTrip()
  const { view, lost, news, silentSince, busyS } = page
  return (
    <TripContext.Provider value={page}>
      {view !== null && <Loading load={whose} />}
      <h1 id="title">{view?.trip.summary ?? 'Your trip'}</h1>
      <p id="news" role="status">
        {news || (view === null ? (lost ?? 'One moment…') : '')}
      </p>
      <div role="status">
        {view !== null && silentSince !== null && (
          <p id="silent">No connection since {timeAt(silentSince, view)}. You see what was last read.</p>
        )}
      </div>
      {busyS !== null && <p id="busy">{`Busy, again in ${busyS} s.`}</p>}
      {view === null && lost !== null && <LostLink />}
      {view !== null && (
        <div id="trip-shown">
          <Head />
          <PaymentOpen />
          <Booked />
          <MoneyDue />
          <Later />
          <AskedFirst />
          <Offers />
          <AskedFor />
          <CallOff />
        </div>
      )}
    </TripContext.Provider>
  )
}

const whose = () => import('./whose.tsx').then(({ Whose }) => Whose)
const afterBooking = () => import('./after-booking.tsx').then(({ AfterBooking }) => AfterBooking)

/** The parts that only a booking needs. */
function Later() {
  const { trip } = useView()
  return trip.booking && <Loading load={afterBooking} />
}

/** Shows what is not loaded with the page; without an answer it tries again when the trip has changed. */
function Loading({ load }: { readonly load: () => Promise<ComponentType> }) {
  const { trip } = useView()
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a trip that has changed is the next chance.
  useEffect(() => {
    if (Loaded === null)
      load().then(
        (loaded) => setLoaded(() => loaded),
        () => undefined,
      )
  }, [trip, Loaded, load])
  return Loaded && <Loaded />
}
