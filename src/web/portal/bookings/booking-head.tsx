import type { ReactNode } from 'react'
import { listStepsDone } from '../../plain/steps-done.ts'
import { findShownEnd } from '../../plain/trip-end.ts'
import { findBookingState, formatWord } from '../../plain/words.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { Countdown } from '../parts/countdown.tsx'
import { FactTable } from '../parts/facts.tsx'
import { MailLink, PhoneLink } from '../parts/links.tsx'
import { LocalTime, Moment } from '../parts/moment.tsx'
import { useClock } from '../parts/now.ts'
import { PageHead } from '../parts/page-head.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { TripBar } from '../parts/trip-bar.tsx'
import { formatEvent } from '../today/steps.ts'
import { DisputeLine } from './dispute.tsx'

/** Time before departure from which a printed sheet shows contacts (ms). */
const contactMs = 48 * 3_600_000

const cancellers: Readonly<Record<string, string>> = { operator: 'office', platform: 'marketplace' }

/** The head of a booking's page: customer, time, state and contacts. */
export function BookingHead({ booking, menu }: { readonly booking: PortalBooking; readonly menu: ReactNode }) {
  const { customer, lead_passenger, progress, cancellation } = booking
  const untilDeparture = Date.parse(booking.departs_at) - useClock(60_000)
  const isAhead = booking.status !== 'cancelled' && untilDeparture > 0
  const done = booking.status === 'cancelled' ? [] : listStepsDone(progress.events)
  return (
    <div className="booking-head" data-far={untilDeparture > contactMs || undefined}>
      <PageHead
        title={booking.summary}
        beside={
          <>
            <StateBadge state={findBookingState(booking)} />
            <span className="booking-menu">{menu}</span>
          </>
        }
      />
      <p className="booking-line">
        <span className="ref">{booking.ref}</span>
        <LocalTime at={booking.departs_at} until={findShownEnd(booking)} />
        {isAhead && <Countdown until={booking.departs_at} />}
        {booking.status !== 'cancelled' && <TripBar tripStatus={booking.trip_status} />}
      </p>
      {done.length > 0 && (
        <ol className="booking-line booking-steps quiet" aria-label="Completed steps">
          {done.map(({ status, vehicle_no, occurred_at }) => (
            <li key={`${status} ${occurred_at}`}>
              {formatEvent(status)}
              {booking.vehicles_needed > 1 && ` (vehicle ${vehicle_no})`} <Moment at={occurred_at} />
            </li>
          ))}
        </ol>
      )}
      <DisputeLine booking={booking} />
      {cancellation !== null && (
        <p className="booking-off" role="status">
          Cancelled by the {cancellers[cancellation.by] ?? cancellation.by} <Moment at={cancellation.at} />: {cancellation.reason}
        </p>
      )}
      <div className="booking-people">
        <FactTable
          facts={[
            ['Customer', [customer.name, customer.organisation].filter(Boolean).join(', ')],
            [
              'Phone and email',
              customer.phone === null && customer.email === null ? null : (
                <span key="reach" className="booking-contacts booking-reach">
                  {customer.phone !== null && <PhoneLink phone={customer.phone} name={customer.name} />}
                  {customer.email !== null && <MailLink email={customer.email} />}
                </span>
              ),
            ],
          ]}
        />
        <FactTable
          facts={[
            [
              'Lead passenger',
              lead_passenger && (
                <span className="booking-contacts">
                  {lead_passenger.name}
                  {lead_passenger.phone !== null && <PhoneLink phone={lead_passenger.phone} name={lead_passenger.name} />}
                </span>
              ),
            ],
            [
              'Trip type',
              [booking.trip_type, booking.purpose]
                .filter((word) => word !== 'other')
                .map(formatWord)
                .join(', '),
            ],
          ]}
        />
      </div>
    </div>
  )
}
