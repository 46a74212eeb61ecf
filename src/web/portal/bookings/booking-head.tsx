import type { ReactNode } from 'react'
import { stepsDone } from '../../plain/steps-done.ts'
import { endOf } from '../../plain/trip-end.ts'
import { bookingState, spokenWord } from '../../plain/words.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { Countdown } from '../parts/countdown.tsx'
import { Facts } from '../parts/facts.tsx'
import { MailLink, PhoneLink } from '../parts/links.tsx'
import { LocalTime, Moment } from '../parts/moment.tsx'
import { useNow } from '../parts/now.ts'
import { PageHead } from '../parts/page-head.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { TripBar } from '../parts/trip-bar.tsx'
import { eventWord } from '../today/steps.ts'
import { DisputeLine } from './dispute.tsx'

/** A printed sheet tells whom to ring only from so long before departure on. */
const contactMs = 48 * 3_600_000

/** The head of a booking's page: who travels when, how the booking stands, and whom to ring about it. */
export function BookingHead({ booking, menu }: { readonly booking: PortalBooking; readonly menu: ReactNode }) {
  const { customer, lead_passenger, progress, cancellation } = booking
  const untilDeparture = Date.parse(booking.departs_at) - useNow(60_000)
  const isAhead = booking.status !== 'cancelled' && untilDeparture > 0
  const done = booking.status === 'cancelled' ? [] : stepsDone(progress.events)
  return (
    <div className="booking-head" data-far={untilDeparture > contactMs || undefined}>
      <PageHead
        title={booking.summary}
        beside={
          <>
            <StateBadge state={bookingState(booking)} />
            <span className="booking-menu">{menu}</span>
          </>
        }
      />
      <p className="booking-line">
        <span className="ref">{booking.ref}</span>
        <LocalTime at={booking.departs_at} until={endOf(booking)} />
        {isAhead && <Countdown until={booking.departs_at} />}
        {booking.status !== 'cancelled' && <TripBar tripStatus={booking.trip_status} />}
      </p>
      {done.length > 0 && (
        <ol className="booking-line booking-steps quiet" aria-label="Steps done">
          {done.map(({ status, vehicle_no, occurred_at }) => (
            <li key={`${status} ${occurred_at}`}>
              {eventWord(status)}
              {booking.vehicles_needed > 1 && ` (coach ${vehicle_no})`} <Moment at={occurred_at} />
            </li>
          ))}
        </ol>
      )}
      <DisputeLine booking={booking} />
      {cancellation !== null && (
        <p className="booking-off" role="status">
          Called off by the {cancellation.by} <Moment at={cancellation.at} />: {cancellation.reason}
        </p>
      )}
      <div className="booking-people">
        <Facts
          facts={[
            ['Customer', [customer.name, customer.organisation].filter(Boolean).join(', ')],
            [
              'Reach them',
              customer.phone === null && customer.email === null ? null : (
                <span key="reach" className="booking-contacts booking-reach">
                  {customer.phone !== null && <PhoneLink phone={customer.phone} name={customer.name} />}
                  {customer.email !== null && <MailLink email={customer.email} />}
                </span>
              ),
            ],
          ]}
        />
        <Facts
          facts={[
            [
              'On the coach',
              lead_passenger && (
                <span className="booking-contacts">
                  {lead_passenger.name}
                  {lead_passenger.phone !== null && <PhoneLink phone={lead_passenger.phone} name={lead_passenger.name} />}
                </span>
              ),
            ],
            [
              'Kind',
              [booking.trip_type, booking.purpose]
                .filter((word) => word !== 'other')
                .map(spokenWord)
                .join(', '),
            ],
          ]}
        />
      </div>
    </div>
  )
}
