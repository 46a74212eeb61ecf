import { useEffect, useState } from 'preact/hooks'
import { formatDrive, formatWholeDistance, isDriveKnown } from '../plain/distance-said.ts'
import { formatLegName } from '../plain/leg-name.ts'
import { formatDay, toWall } from '../plain/moment.ts'
import { goToPage, useApp, useServerNow } from './app.ts'
import { useSavedDraft } from './drafts.ts'
import { canDecline, formatTripInstant, formatWhen, isTripDone, stepWords } from './duty.ts'
import { DutyCard } from './duty-card.tsx'
import { DriverFieldFault, useCheckedForm } from './form.tsx'
import { DriverNotFound } from './not-found.tsx'
import { CallButton, Link, PlaceLines } from './parts.tsx'
import { buildTripAhead } from './pending-steps.ts'
import { readOpenedTrip } from './reading.ts'
import type { CabTrip, DriverRecords } from './records.ts'
import { decideEntry } from './sending.ts'
import { NextStep, OtherReports } from './trip-actions.tsx'

/** Milliseconds between two reads of a trip: fewer than the 15 minutes of the job sheet's address. */
const readEveryMs = 10 * 60_000

/** The page of one trip: next step, legs, other drivers, and history. */
export function DriverTripScreen({ tripRef }: { readonly tripRef: string }) {
  const { trips, box, me, isOnline } = useApp()
  const now = useServerNow()
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    const read = () => void readOpenedTrip(tripRef).then(() => setRead(true))
    read()
    const every = setInterval(read, readEveryMs)
    return () => clearInterval(every)
  }, [tripRef])
  const trip = trips[tripRef]
  const ahead = trip && buildTripAhead(trip, box, me?.settings.no_show_wait_minutes ?? 15)
  if (ahead === undefined && isRead && isOnline) return <DriverNotFound />
  if (ahead === undefined || ahead.isDeclined) {
    return (
      <main class="page">
        <h1>{ahead?.isDeclined ? 'Declined' : isRead ? 'Not on this phone' : 'Loading the job'}</h1>
        {ahead?.isDeclined && <p>The office is notified when this phone has a connection.</p>}
        {ahead === undefined && isRead && <p>This job is not on your list, or this phone has never loaded it.</p>}
        <Link to="/trips" className="button quiet-button">
          All jobs
        </Link>
      </main>
    )
  }
  const isOff = ahead.trip.status === 'cancelled'
  return (
    <main class="page">
      <h1 class={isOff ? 'off' : undefined}>
        {ahead.trip.pickup.label} to {ahead.trip.dropoff.label}
      </h1>
      <p class="quiet">
        {tripRef}
        <span class="on-paper">, {formatDay(toWall(ahead.trip.departs_at), '')}</span>
      </p>
      {isOff && <Cancelled trip={ahead.trip} now={now} />}
      {!isOff && <NextStep ahead={ahead} now={now} />}
      {!isOff && <OtherReports ahead={ahead} now={now} />}
      {isTripDone(ahead.trip) && (
        <Link to={`/trips/${tripRef}/problem`} className="button quiet-button">
          Problem or lost property
        </Link>
      )}
      <DutyCard ahead={ahead} now={now} isWhole />
      <TripLegs trip={ahead.trip} now={now} />
      <OtherDrivers trip={ahead.trip} />
      <Happened trip={ahead.trip} now={now} />
      <SheetLink trip={ahead.trip} now={now} />
      <p>
        <CallButton name={ahead.trip.operator.name} phone={ahead.trip.operator.phone} />
      </p>
      {canDecline(ahead.trip) && <Decline tripRef={tripRef} />}
    </main>
  )
}

const callers: Readonly<Record<string, string>> = {
  customer: 'the customer',
  operator: 'the office',
  platform: 'the marketplace',
}

function Cancelled({ trip: { cancellation, timezone: zone }, now }: { readonly trip: CabTrip; readonly now: number }) {
  return (
    <div class="box wrong">
      <p>
        Cancelled
        {cancellation && ` by ${callers[cancellation.by] ?? cancellation.by}, ${formatTripInstant(cancellation.at, zone, now)}`}.
      </p>
      {cancellation?.reason && <p>“{cancellation.reason}”</p>}
      <p>Nothing more is needed.</p>
    </div>
  )
}

/** The job sheet. Its address works for 15 minutes after the trip was loaded. */
function SheetLink({ trip, now }: { readonly trip: CabTrip; readonly now: number }) {
  const address = parseUrl(trip.job_sheet_url)
  if (address === null || Number(address.searchParams.get('expires')) * 1_000 <= now) return null
  return (
    <a class="button quiet-button" href={address.href} target="_blank" rel="noopener">
      Job sheet (PDF)
    </a>
  )
}

/** A parsed URL; null for an invalid address. Some phones lack `URL.parse`. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const legWords: Readonly<Record<string, string>> = {
  pending: 'Upcoming',
  ...stepWords,
  en_route: 'Set off',
  arrived: 'Arrived',
  on_board: 'On board',
}

function TripLegs({ trip, now }: { readonly trip: CabTrip; readonly now: number }) {
  const { timezone: zone, duty } = trip
  const whole = formatWholeDistance(trip, trip.legs, zone)
  return (
    <section>
      <h2>Route</h2>
      {whole !== null && <p class="quiet">Total {whole}</p>}
      <ol class="legs">
        {trip.legs.map((leg) => (
          <li key={leg.sequence} class={leg.sequence === trip.next_steps[0]?.leg ? 'is-here' : undefined}>
            {formatLegName(leg, trip) !== null && <h3>{formatLegName(leg, trip)}</h3>}
            <p class="state">
              <strong class="time">{formatWhen(leg.departs_at, zone, now)}</strong>
              <span class="badge">{leg.kind === 'standby' ? 'Coach waits' : legWords[leg.status]}</span>
              {duty.legs !== null && !duty.legs.includes(leg.sequence) && <span class="badge over">other driver</span>}
            </p>
            <PlaceLines place={leg.pickup} hasMap={leg.kind !== 'standby'} />
            {leg.stops.map((stop) => (
              <Stop key={stop.sequence} stop={stop} zone={zone} now={now} />
            ))}
            {leg.kind !== 'standby' && (
              <p>
                <span class="quiet">to</span>
                <PlaceLines place={leg.dropoff} hasMap />
                {leg.arrive_by !== null && <span class="quiet">by {formatWhen(leg.arrive_by, zone, now)}</span>}
              </p>
            )}
            {leg.kind !== 'standby' && isDriveKnown(leg) && <p class="quiet">{formatDrive(leg, zone)}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

type StopProps = { readonly stop: DriverRecords['Stop']; readonly zone: string; readonly now: number }

function Stop({ stop, zone, now }: StopProps) {
  const at = stop.arrive_at ?? stop.depart_at
  return (
    <div class="note">
      {at !== null && <strong>{formatWhen(at, zone, now)} </strong>}
      <PlaceLines place={stop.place} />
      {stop.note}
    </div>
  )
}

function OtherDrivers({ trip }: { readonly trip: CabTrip }) {
  const { colleagues } = trip.duty
  if (colleagues.length === 0) return null
  return (
    <section>
      <h2>Other drivers</h2>
      <ul class="lines">
        {colleagues.map(({ first_name: name, vehicle_reg: plate, role }) => (
          <li key={`${name} ${plate} ${role}`}>
            {name}, {plate}
            {role !== 'driver' && `, ${role}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Happened({ trip, now }: { readonly trip: CabTrip; readonly now: number }) {
  const { events, incidents, timezone: zone } = trip
  if (events.length + incidents.length === 0) return null
  return (
    <details class="fold">
      <summary>History</summary>
      <ul class="lines">
        {events.map(({ id, status, occurred_at: at, by, note, delay_minutes: late }) => (
          <li key={`event ${id}`}>
            {formatWhen(at, zone, now)} {late === 0 ? 'On time again' : (stepWords[status] ?? status)}
            {by !== 'driver' && ` (${by === 'operator' ? 'the office' : 'automatic'})`}
            {note !== null && `: ${note}`}
          </li>
        ))}
        {incidents.map(({ id, kind, occurred_at: at, note }) => (
          <li key={`incident ${id}`}>
            {formatTripInstant(at, zone, now)} {kind.replaceAll('_', ' ')}: {note}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Decline({ tripRef }: { readonly tripRef: string }) {
  const draft = `decline.${tripRef}`
  const [reason, setReason, letGo] = useSavedDraft(draft, '')
  const [wasTyped] = useState(reason !== '')
  const rules = [['reason', reason.trim().length < 3, 'Enter a reason of 3 or more letters.']] as const
  const { form, field, saysOf } = useCheckedForm(rules, async () => {
    const typed = { page: `/trips/${tripRef}`, draft, value: reason }
    await decideEntry({ path: `/trips/${tripRef}/decline`, title: 'Decline', tripRef, body: { reason: reason.trim() }, typed })
    letGo()
    goToPage('/')
  })
  return (
    <details class="fold" open={wasTyped}>
      <summary>I can't do this job</summary>
      <form {...form}>
        <p>The office is notified immediately, and the job leaves your list.</p>
        <label>
          Reason
          <textarea
            {...field('reason')}
            required
            maxLength={300}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <DriverFieldFault id="reason" says={saysOf('reason')} />
        </label>
        <button type="submit" class="button danger-button">
          Decline job
        </button>
      </form>
    </details>
  )
}
