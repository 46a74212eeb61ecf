import { useEffect, useState } from 'preact/hooks'
import { distanceSaid, wholeDistanceSaid } from '../plain/distance-said.ts'
import { spokenDay, wallOf } from '../plain/moment.ts'
import { tripAhead } from './ahead.ts'
import { go, useApp, useNow } from './app.ts'
import { useDraft } from './drafts.ts'
import { canDecline, instantOn, isTripDone, stepWords, whenOf } from './duty.ts'
import { DutyCard } from './duty-card.tsx'
import { Fault, useCheckedForm } from './form.tsx'
import { NotFound } from './not-found.tsx'
import { Link, PlaceLines, Ring } from './parts.tsx'
import { lookAt } from './reading.ts'
import type { CabTrip, DriverRecords } from './records.ts'
import { decide } from './sending.ts'
import { TripActions } from './trip-actions.tsx'

/** Milliseconds between two readings of a trip: fewer than the 15 minutes for which the address of its job sheet opens. */
const readEveryMs = 10 * 60_000

/** Everything of one trip: what to do, its legs as a line, who else drives, and what happened so far. */
export function TripPage({ tripRef }: { readonly tripRef: string }) {
  const { trips, box, me, isOnline } = useApp()
  const now = useNow()
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    const read = () => void lookAt(tripRef).then(() => setRead(true))
    read()
    const every = setInterval(read, readEveryMs)
    return () => clearInterval(every)
  }, [tripRef])
  const trip = trips[tripRef]
  const ahead = trip && tripAhead(trip, box, me?.settings.no_show_wait_minutes ?? 15)
  if (ahead === undefined && isRead && isOnline) return <NotFound />
  if (ahead === undefined || ahead.isDeclined) {
    return (
      <main class="page">
        <h1>{ahead?.isDeclined ? 'Declined' : isRead ? 'Not on this phone' : 'Reading the trip'}</h1>
        {ahead?.isDeclined && <p>The office is told as soon as there is network.</p>}
        {ahead === undefined && isRead && <p>This trip is not yours, or it was never read while there was network.</p>}
        <Link to="/trips" className="button quiet-button">
          All trips
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
        <span class="on-paper">, {spokenDay(wallOf(ahead.trip.departs_at), '')}</span>
      </p>
      {isOff && <CalledOff trip={ahead.trip} now={now} />}
      {!isOff && <TripActions ahead={ahead} now={now} />}
      {isTripDone(ahead.trip) && (
        <Link to={`/trips/${tripRef}/problem`} className="button quiet-button">
          Problem or lost property
        </Link>
      )}
      <DutyCard ahead={ahead} now={now} isWhole />
      <Legs trip={ahead.trip} now={now} />
      <Others trip={ahead.trip} />
      <Happened trip={ahead.trip} now={now} />
      <SheetLink trip={ahead.trip} now={now} />
      <p>
        <Ring name={ahead.trip.operator.name} phone={ahead.trip.operator.phone} />
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

function CalledOff({ trip: { cancellation, timezone: zone }, now }: { readonly trip: CabTrip; readonly now: number }) {
  return (
    <div class="box wrong">
      <p>
        Called off{cancellation && ` by ${callers[cancellation.by] ?? cancellation.by}, ${instantOn(cancellation.at, zone, now)}`}
        .
      </p>
      {cancellation?.reason && <p>“{cancellation.reason}”</p>}
      <p>There is nothing left to do.</p>
    </div>
  )
}

/** The sheet to take along; its address opens for a quarter of an hour after the trip was read. */
function SheetLink({ trip, now }: { readonly trip: CabTrip; readonly now: number }) {
  const address = addressOf(trip.job_sheet_url)
  if (address === null || Number(address.searchParams.get('expires')) * 1_000 <= now) return null
  return (
    <a class="button quiet-button" href={address.href} target="_blank" rel="noopener">
      Job sheet (PDF)
    </a>
  )
}

/** Null for what is no address; `URL.parse` is not on every phone. */
function addressOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const legWords: Readonly<Record<string, string>> = {
  pending: 'To come',
  ...stepWords,
  en_route: 'On the way',
  arrived: 'At the pickup',
  on_board: 'On board',
}

function Legs({ trip, now }: { readonly trip: CabTrip; readonly now: number }) {
  const { timezone: zone, duty } = trip
  const whole = wholeDistanceSaid(trip, trip.legs)
  return (
    <section>
      <h2>The way</h2>
      {whole !== null && <p class="quiet">In all {whole}</p>}
      <ol class="legs">
        {trip.legs.map((leg) => (
          <li key={leg.sequence} class={leg.sequence === trip.next_steps[0]?.leg ? 'is-here' : undefined}>
            <p class="state">
              <strong class="time">{whenOf(leg.departs_at, zone, now)}</strong>
              <span class="badge">{leg.kind === 'standby' ? 'Stand by' : legWords[leg.status]}</span>
              {duty.legs !== null && !duty.legs.includes(leg.sequence) && <span class="badge over">not yours</span>}
            </p>
            <PlaceLines place={leg.pickup} hasMap={leg.kind !== 'standby'} />
            {leg.stops.map((stop) => (
              <Stop key={stop.sequence} stop={stop} zone={zone} now={now} />
            ))}
            {leg.kind !== 'standby' && (
              <p>
                <span class="quiet">to</span>
                <PlaceLines place={leg.dropoff} hasMap />
                {leg.arrive_by !== null && <span class="quiet">by {whenOf(leg.arrive_by, zone, now)}</span>}
              </p>
            )}
            {leg.kind !== 'standby' && distanceSaid(leg) !== null && <p class="quiet">{distanceSaid(leg)}</p>}
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
      {at !== null && <strong>{whenOf(at, zone, now)} </strong>}
      <PlaceLines place={stop.place} />
      {stop.note}
    </div>
  )
}

function Others({ trip }: { readonly trip: CabTrip }) {
  const { colleagues } = trip.duty
  if (colleagues.length === 0) return null
  return (
    <section>
      <h2>Who else drives</h2>
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
      <summary>What happened so far</summary>
      <ul class="lines">
        {events.map(({ id, status, occurred_at: at, by, note, delay_minutes: late }) => (
          <li key={`event ${id}`}>
            {whenOf(at, zone, now)} {late === 0 ? 'On time again' : (stepWords[status] ?? status)}
            {by !== 'driver' && ` (${by === 'operator' ? 'the office' : 'by the clock'})`}
            {note !== null && `: ${note}`}
          </li>
        ))}
        {incidents.map(({ id, kind, occurred_at: at, note }) => (
          <li key={`incident ${id}`}>
            {instantOn(at, zone, now)} {kind.replaceAll('_', ' ')}: {note}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Decline({ tripRef }: { readonly tripRef: string }) {
  const draft = `decline.${tripRef}`
  const [reason, setReason, letGo] = useDraft(draft, '')
  const [wasTyped] = useState(reason !== '')
  const rules = [['reason', reason.trim().length < 3, 'Write why, in 3 letters or more.']] as const
  const { form, field, saysOf } = useCheckedForm(rules, async () => {
    const typed = { page: `/trips/${tripRef}`, draft, value: reason }
    await decide({ path: `/trips/${tripRef}/decline`, title: 'Decline', tripRef, body: { reason: reason.trim() }, typed })
    letGo()
    go('/')
  })
  return (
    <details class="fold" open={wasTyped}>
      <summary>I cannot drive this</summary>
      <form {...form}>
        <p>The office will be told at once, and the trip leaves your list.</p>
        <label>
          Why
          <textarea
            {...field('reason')}
            required
            maxLength={300}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Fault id="reason" says={saysOf('reason')} />
        </label>
        <button type="submit" class="button danger-button">
          Decline the trip
        </button>
      </form>
    </details>
  )
}
