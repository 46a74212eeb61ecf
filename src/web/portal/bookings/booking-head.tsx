import type { ReactNode } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { LocalTime, Moment } from '../../office/parts/moment.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { StateBadge } from '../../office/parts/state-badge.tsx'
import { formatDaysAway } from '../../plain/moment.ts'
import { listStepsDone } from '../../plain/steps-done.ts'
import { findShownEnd } from '../../plain/trip-end.ts'
import { findBookingState, findTripStep, formatWord, tripSteps } from '../../plain/words.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { DisputeLine } from './dispute.tsx'

/** Time before departure from which a printed sheet shows contacts (ms). */
const contactMs = 48 * 3_600_000

const cancellers: Readonly<Record<string, string>> = { operator: 'office', platform: 'marketplace' }

/** The head of a booking's page: customer, route, time, state and steps. */
export function BookingHead({ booking, menu }: { readonly booking: PortalBooking; readonly menu: ReactNode }) {
  const { customer, cancellation } = booking
  const now = useClock(60_000)
  const untilDeparture = Date.parse(booking.departs_at) - now
  const isAhead = booking.status !== 'cancelled' && untilDeparture > 0
  return (
    <div className="booking-head" data-far={untilDeparture > contactMs || undefined}>
      <PageHead
        title={`${customer.organisation ?? customer.name}: ${booking.pickup.label} → ${booking.dropoff.label}`}
        beside={<StateBadge state={findBookingState(booking)} />}
      >
        <span className="booking-menu">{menu}</span>
      </PageHead>
      <p className="booking-line">
        <strong>
          <LocalTime at={booking.departs_at} until={findShownEnd(booking)} />
        </strong>
        <span className="quiet">
          {[
            isAhead && formatDaysAway(Date.parse(booking.departs_at), now),
            formatWord(booking.trip_type).toLowerCase(),
            booking.purpose !== 'other' && formatWord(booking.purpose).toLowerCase(),
            formatCount(booking.passenger_count, 'passenger'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="ref">{booking.ref}</span>
      </p>
      {booking.status !== 'cancelled' && <BookingSteps booking={booking} />}
      <DisputeLine booking={booking} />
      {cancellation !== null && (
        <p className="booking-off" role="status">
          Cancelled by the {cancellers[cancellation.by] ?? cancellation.by} <Moment at={cancellation.at} />: {cancellation.reason}
        </p>
      )}
    </div>
  )
}

/** The steps of the trip, each with its time. A step that waits for the office says why. */
function BookingSteps({ booking }: { readonly booking: PortalBooking }) {
  const { at } = findTripStep(booking.trip_status)
  const times = listStepTimes(booking)
  return (
    <ol className="booking-steps" aria-label="Steps">
      {tripSteps.map((step, nth) => {
        const isBlocked = booking.needs_driver && nth === 1
        return (
          <li
            key={step}
            data-done={(nth <= at && !isBlocked) || undefined}
            data-blocked={isBlocked || undefined}
            aria-current={nth === at ? 'step' : undefined}
          >
            {step}
            {isBlocked ? (
              <span>{describeMissingDriver(booking)}</span>
            ) : (
              nth <= at && times[nth] != null && <Moment at={times[nth]} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The reason why a booking is not allocated: `no driver yet`, or the number of vehicles with a driver. */
function describeMissingDriver({ vehicles_needed, vehicles_assigned }: PortalBooking): string {
  return vehicles_needed > 1 ? `${vehicles_assigned} of ${formatCount(vehicles_needed, 'vehicle')}` : 'no driver yet'
}

const stepCodes = ['en_route', 'arrived', 'on_board', 'completed']

/** The time of each step, by its place among the steps. Null for a step without one. */
function listStepTimes({ confirmed_at, duties, progress }: PortalBooking): readonly (string | null)[] {
  const active = duties.filter(({ declined_at }) => declined_at === null)
  const done = listStepsDone(progress.events)
  return [
    confirmed_at,
    active
      .map(({ assigned_at }) => assigned_at)
      .toSorted()
      .at(-1) ?? null,
    active
      .flatMap(({ acknowledged_at }) => acknowledged_at ?? [])
      .toSorted()
      .at(-1) ?? null,
    ...stepCodes.map((code) => done.findLast(({ status }) => status === code)?.occurred_at ?? null),
  ]
}
