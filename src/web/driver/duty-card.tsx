import { formatCount } from '../../domain/spoken.ts'
import { describeZone } from '../plain/zone.ts'
import { useApp } from './app.ts'
import { formatDriverStatus, formatTripInstant, formatWhen } from './duty.ts'
import { CallButton, DrivenPlate, Link, MapLink, PlaceLines } from './parts.tsx'
import type { TripAhead } from './pending-steps.ts'
import type { CabTrip } from './records.ts'

type CardProps = {
  readonly ahead: TripAhead
  readonly now: number
  /** Whether the page shows the whole trip. */
  readonly isWhole?: boolean
}

type FactsProps = { readonly trip: CabTrip; readonly now: number }

/** The key facts of a trip for its driver. */
export function DutyCard({ ahead: { trip, isSaved }, now, isWhole = false }: CardProps) {
  const { duty, timezone: zone } = trip
  const own = duty.legs
  const leg =
    trip.legs.find(({ sequence }) => sequence === trip.next_steps[0]?.leg) ??
    trip.legs.find(({ sequence }) => own === null || own.includes(sequence))
  const [pickup, dropoff] = [leg?.pickup ?? trip.pickup, leg?.dropoff ?? trip.dropoff]
  const note = describeZone(zone, Date.parse(trip.departs_at))
  const needs = listTripNeeds(trip)
  return (
    <section class="card" aria-label="Your job">
      <p class="state">
        <span class="badge">{formatDriverStatus(trip)}</span>
        {isSaved && <span class="badge saved">saved</span>}
      </p>
      <p class="plates">
        <DrivenPlate registration={trip.vehicle.registration} />
        {duty.of > 1 && (
          <span>
            Coach {duty.vehicle_no} of {duty.of}
          </span>
        )}
      </p>
      <ReportFacts trip={trip} now={now} />
      <div class="stop">
        <strong class="time">{formatWhen(leg?.departs_at ?? trip.departs_at, zone, now)}</strong>
        <div>
          <span class="unseen">Pick-up: </span>
          <PlaceLines place={pickup} />
          {note !== '' && <span class="quiet"> {note}</span>}
        </div>
        {!isWhole && <MapLink place={pickup} />}
      </div>
      {trip.status !== 'cancelled' && <Calls trip={trip} now={now} isWhole={isWhole} />}
      <div class="stop">
        {leg?.arrive_by != null && <strong class="time">{formatWhen(leg.arrive_by, zone, now)}</strong>}
        <div>
          <span class="unseen">Drop-off: </span>
          <PlaceLines place={dropoff} />
        </div>
        {!isWhole && <MapLink place={dropoff} />}
      </div>
      <dl>
        <dt>Passengers</dt>
        <dd>{leg?.passenger_count ?? trip.passenger_count}</dd>
        {trip.returns_at !== null && (
          <>
            <dt>Return</dt>
            <dd>{formatWhen(trip.returns_at, zone, now)}</dd>
          </>
        )}
        {needs.map(([name, text]) => (
          <NeedLine key={name} name={name} text={text} />
        ))}
      </dl>
      {!isWhole && (
        <p>
          <Link to={`/trips/${trip.ref}`} className="button quiet-button">
            Job details
          </Link>
        </p>
      )}
    </section>
  )
}

/** The time and the place at which the driver reports, if the office entered them. */
function ReportFacts({ trip, now }: FactsProps) {
  const { report_at: at, report_place: place } = trip.duty
  if (at === null && place === null) return null
  return (
    <dl>
      {at !== null && (
        <>
          <dt>Report</dt>
          <dd>
            <strong class="time">{formatWhen(at, trip.timezone, now)}</strong>
          </dd>
        </>
      )}
      {place !== null && (
        <>
          <dt>At</dt>
          <dd>{place}</dd>
        </>
      )}
    </dl>
  )
}

/** The calls to the contact, or the time from which the contact shows, and to the office. */
function Calls({ trip, now, isWhole }: FactsProps & { readonly isWhole: boolean }) {
  const { me } = useApp()
  const { contact, contact_visible_from: from, contact_visible_until: until } = trip
  return (
    <>
      {contact === null && (
        <p class="quiet">
          {now < Date.parse(until)
            ? `The contact shows from ${formatTripInstant(from, trip.timezone, now)}.`
            : 'The contact is no longer shown.'}
        </p>
      )}
      <div class="grid">
        {contact !== null && <CallButton name={contact.name} phone={contact.phone} />}
        {!isWhole && me !== null && me.operator.phone !== null && <CallButton name="office" phone={me.operator.phone} />}
      </div>
    </>
  )
}

function NeedLine({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  )
}

/** The needs of a trip beyond seats, by their names, in words. */
function listTripNeeds({ luggage, accessibility, flight, notes }: CabTrip): readonly (readonly [string, string])[] {
  const access = accessibility && [
    accessibility.wheelchair_spaces > 0 && formatCount(accessibility.wheelchair_spaces, 'wheelchair space'),
    accessibility.wheelchair_remains_seated && 'stays in the wheelchair',
    accessibility.lift_required && 'lift',
    accessibility.step_free && 'step-free',
    accessibility.psvar_required && 'PSVAR coach',
    accessibility.assistance_dogs > 0 && formatCount(accessibility.assistance_dogs, 'assistance dog'),
    accessibility.note,
  ]
  const bags = luggage && [
    luggage.suitcases > 0 && formatCount(luggage.suitcases, 'suitcase'),
    luggage.hand_luggage > 0 && formatCount(luggage.hand_luggage, 'item of hand luggage', 'items of hand luggage'),
    ...luggage.oversized,
    luggage.note,
  ]
  const said = (parts: readonly (string | false | null)[] | null) => (parts ?? []).filter(Boolean).join(', ')
  const lines = [
    ['Access', said(access)],
    ['Luggage', said(bags)],
    ['Flight', flight === null ? '' : flight.number],
    ['Notes', notes ?? ''],
  ] as const
  return lines.filter(([, text]) => text !== '')
}
