import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { api, requireAnswer } from '../../office/api/client.ts'
import { FactTable } from '../../office/parts/facts.tsx'
import { MailLink, PhoneLink } from '../../office/parts/links.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { useNarrow } from '../../office/parts/narrow.ts'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { useHrefWith } from '../../office/parts/url-state.ts'
import { isDriveKnown } from '../../plain/distance-said.ts'
import { formatWord } from '../../plain/words.ts'
import type { BookingDuty, PortalBooking } from '../duties/crew.ts'
import { Card } from '../itinerary/card.tsx'
import { GroupFacts } from '../itinerary/group-facts.tsx'
import { LegList } from '../itinerary/leg-list.tsx'
import { formatActivity } from './activity-words.ts'

/** The Overview tab: itinerary and requirements, and beside them customer, crew, money and the latest events. */
export function OverviewTab({ booking, assign }: { readonly booking: PortalBooking; readonly assign: (() => void) | null }) {
  const vehicles = booking.vehicles.map(({ count, type, description }) => `${count} × ${description ?? formatWord(type)}`)
  // On a narrow screen the crew comes first.
  const isNarrow = useNarrow()
  const crew = <CrewCard booking={booking} assign={assign} />
  return (
    <div className="overview">
      {isNarrow && crew}
      <div className="overview-main">
        <LegList trip={booking} isFarKnown={isDriveKnown(booking)} />
        <Card title="Requirements" isOnPaper>
          <GroupFacts trip={booking} coaches={vehicles.join(', ')} />
        </Card>
      </div>
      <div className="overview-beside">
        <CustomerCard booking={booking} />
        {!isNarrow && crew}
        <MoneyCard booking={booking} />
        <LatestCard tripRef={booking.ref} />
      </div>
    </div>
  )
}

function TabLink({ tab, children }: { readonly tab: string; readonly children: string }) {
  const hrefWith = useHrefWith()
  return <Link href={hrefWith({ tab })}>{children}</Link>
}

function CustomerCard({ booking: { customer, lead_passenger } }: { readonly booking: PortalBooking }) {
  return (
    <Card title="Customer" isOnPaper>
      <FactTable
        facts={[
          [
            'Booked by',
            <span key="by">
              <strong>{customer.name}</strong>
              {customer.organisation !== null && `, ${customer.organisation}`}
            </span>,
          ],
          [
            'Phone',
            customer.phone && (
              <span key="phone" className="booking-reach">
                <PhoneLink phone={customer.phone} name={customer.name} />
              </span>
            ),
          ],
          [
            'Email',
            customer.email && (
              <span key="email" className="booking-reach">
                <MailLink email={customer.email} />
              </span>
            ),
          ],
          [
            'Lead passenger',
            lead_passenger && (
              <span key="lead" className="booking-contacts">
                {lead_passenger.name}
                {lead_passenger.phone !== null && <PhoneLink phone={lead_passenger.phone} name={lead_passenger.name} />}
              </span>
            ),
          ],
        ]}
      />
    </Card>
  )
}

function CrewCard({ booking, assign }: { readonly booking: PortalBooking; readonly assign: (() => void) | null }) {
  const { duties, needs_driver, status, vehicles_needed, vehicles_assigned } = booking
  return (
    <Card title="Crew" beside={<TabLink tab="crew">Crew details</TabLink>}>
      <ul className="card-lines">
        {duties.map((duty) => (
          <li key={duty.id}>
            <OfficePlate registration={duty.vehicle_reg} />
            <span>{duty.driver.name}</span>
            <DutyBadge duty={duty} />
          </li>
        ))}
        {needs_driver && status !== 'cancelled' && (
          <li>
            <strong className="wrong">No driver</strong>
            {vehicles_needed > 1 && (
              <span className="quiet">
                {vehicles_assigned} of {formatCount(vehicles_needed, 'vehicle')}
              </span>
            )}
            {assign !== null && (
              <Button variant="default" size="xs" onClick={assign}>
                Assign
              </Button>
            )}
          </li>
        )}
      </ul>
    </Card>
  )
}

function DutyBadge({ duty: { declined_at, acknowledged_at } }: { readonly duty: BookingDuty }) {
  if (declined_at !== null) return <Badge tone="wrong">Declined</Badge>
  return acknowledged_at === null ? <Badge tone="waiting">Awaiting driver</Badge> : <Badge tone="good">Driver confirmed</Badge>
}

function MoneyCard({ booking }: { readonly booking: PortalBooking }) {
  const { currency_code: currency, extras, paid_amount, due_amount, balance_due_at, payout, payout_amount, status } = booking
  const extrasAmount = extras.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Card title="Money" beside={<TabLink tab="money">Payments</TabLink>}>
      <dl className="card-sums">
        <Sum label="Price" amount={booking.price_amount} currency={currency} />
        {extrasAmount > 0 && <Sum label="Extras" amount={extrasAmount} currency={currency} />}
        {paid_amount > 0 && <Sum label="Paid" amount={-paid_amount} currency={currency} />}
        <div data-total>
          <dt>Balance due</dt>
          <dd>
            {status !== 'cancelled' && due_amount === 0 && paid_amount > 0 ? (
              <span className="good">Paid in full</span>
            ) : (
              <Money amount={due_amount} currency={currency} />
            )}
          </dd>
        </div>
        {due_amount > 0 && balance_due_at !== null && (
          <div>
            <dt>Due on</dt>
            <dd>
              <Moment at={balance_due_at} />
            </dd>
          </div>
        )}
        {payout !== null && <Sum label="Payout to you" amount={payout_amount} currency={currency} />}
      </dl>
    </Card>
  )
}

function Sum({ label, amount, currency }: { readonly label: string; readonly amount: number; readonly currency: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  )
}

/** The latest three events. Nothing while they load. */
function LatestCard({ tripRef }: { readonly tripRef: string }) {
  const { data } = useQuery({
    queryKey: ['activity', tripRef, 'latest'],
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/activity', { params: { query: { ref: tripRef, page: 1, per_page: 3 } }, signal })),
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <Card title="Latest" beside={<TabLink tab="log">Full history</TabLink>}>
      <ul className="card-lines">
        {data.data.map(({ at, what, by }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries can be equal
          <li key={`${at} ${what} ${nth}`}>
            <Moment at={at} />
            <span>
              {formatActivity(what)} <span className="quiet">{by.name}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
