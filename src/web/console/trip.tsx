import { Button } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { formatCount } from '../../domain/spoken.ts'
import { InstantDay } from '../office/money-lists/day.tsx'
import { FactTable, FoldableSection } from '../office/parts/facts.tsx'
import { PhoneLink } from '../office/parts/links.tsx'
import { ReadStates } from '../office/parts/list-states.tsx'
import { LocalTime, Moment } from '../office/parts/moment.tsx'
import { Money } from '../office/parts/money.tsx'
import { PageHead, PrimaryBar } from '../office/parts/page-head.tsx'
import { Badge } from '../office/parts/state-badge.tsx'
import { formatQuoteStatus } from '../plain/quote-words.ts'
import { findShownEnd } from '../plain/trip-end.ts'
import { findTripStep, formatWord } from '../plain/words.ts'
import { useHeldDeposit } from './awaited-transfer.ts'
import { CancelTripDialog } from './cancel-trip-dialog.tsx'
import { canBeReceived } from './held-deposit.ts'
import { type TripInFull, useOperatorNames, useWholeTrip } from './reads.ts'
import { LinkDrawer, OfferDrawer } from './trip-drawers.tsx'
import { DepositDialog, PaidDrawer } from './trip-money.tsx'
import { TripStateBadge } from './trips.tsx'

type OpenDrawer = 'offer' | 'link' | 'deposit' | 'paid' | 'off' | null

/** The page of one trip (`/console/trips/TR-…`): customer, booking, quotes and operators. */
export function TripDetail() {
  const { ref = '' } = useParams()
  return <ReadStates query={useWholeTrip(ref)}>{({ data }) => <WholeMarketTrip trip={data} />}</ReadStates>
}

function WholeMarketTrip({ trip }: { readonly trip: TripInFull }) {
  const [drawer, setDrawer] = useState<OpenDrawer>(null)
  const { booking } = trip
  const close = () => setDrawer(null)
  const isOpen = trip.status === 'open'
  const held = useHeldDeposit(trip)
  const canMarkReceived = canBeReceived(held)
  const hasBalance = booking !== null && booking.due_amount > 0 && booking.status !== 'cancelled'
  return (
    <>
      <PageHead title={trip.summary} beside={<TripStateBadge status={trip.status} />}>
        <p className="quiet">
          <span className="ref">{trip.ref}</span> · <LocalTime at={trip.departs_at} until={findShownEnd(trip)} /> ·{' '}
          {trip.timezone}
        </p>
      </PageHead>
      <FoldableSection title="Customer">
        <FactTable
          facts={[
            ['Name', trip.customer.name],
            ['Organisation', trip.customer.organisation],
            ['Email', trip.customer.email],
            ['Phone', trip.customer.phone && <PhoneLink phone={trip.customer.phone} name={trip.customer.name} />],
            ['Notes', trip.notes],
          ]}
        />
      </FoldableSection>
      {booking !== null && <BookingSection booking={booking} />}
      {trip.cancellation !== null && (
        <FoldableSection title="Cancelled">
          <FactTable
            facts={[
              ['By', formatWord(trip.cancellation.by)],
              ['Reason', trip.cancellation.reason],
            ]}
          />
        </FoldableSection>
      )}
      <Quotes trip={trip} />
      <TripOperators trip={trip} />
      <PrimaryBar>
        {(trip.status === 'open' || trip.status === 'booked') && (
          <Button variant="default" onClick={() => setDrawer('off')}>
            Cancel trip
          </Button>
        )}
        <Button variant="default" onClick={() => setDrawer('link')}>
          Customer link
        </Button>
        {isOpen && (
          <Button variant={canMarkReceived ? 'default' : 'filled'} onClick={() => setDrawer('offer')}>
            Send to more operators
          </Button>
        )}
        {canMarkReceived && <Button onClick={() => setDrawer('deposit')}>Mark deposit as received</Button>}
        {hasBalance && <Button onClick={() => setDrawer('paid')}>Record payment</Button>}
      </PrimaryBar>
      <OfferDrawer trip={trip} isOpen={drawer === 'offer'} close={close} />
      <LinkDrawer trip={trip} isOpen={drawer === 'link'} close={close} />
      {booking !== null && <PaidDrawer booking={booking} isOpen={drawer === 'paid'} close={close} />}
      {canMarkReceived && <DepositDialog trip={trip} held={held} isOpen={drawer === 'deposit'} close={close} />}
      <CancelTripDialog trip={trip} held={held} isOpen={drawer === 'off'} close={close} />
    </>
  )
}

function BookingSection({ booking }: { readonly booking: NonNullable<TripInFull['booking']> }) {
  const nameOf = useOperatorNames()
  const currency = booking.currency_code
  const { payout } = booking
  return (
    <FoldableSection title="Booking">
      <FactTable
        facts={[
          ['Operator', nameOf(booking.operator_ref)],
          [
            'Status',
            `${formatWord(booking.status)}, ${booking.trip_status === 'unassigned' ? 'no driver' : findTripStep(booking.trip_status).word.toLowerCase()}`,
          ],
          ['Price', <Money key="price" amount={booking.price_amount} currency={currency} />],
          ['Paid', <Money key="paid" amount={booking.paid_amount} currency={currency} />],
          ['Balance due', <Money key="due" amount={booking.due_amount} currency={currency} />],
          ['Payment', formatWord(booking.payment_status)],
          ['Our commission', <Money key="commission" amount={booking.commission_amount} currency={currency} />],
          [
            'Payout',
            payout && (
              <>
                <Money amount={payout.amount} currency={payout.currency_code} />, {formatWord(payout.status).toLowerCase()}
                {payout.scheduled_for !== null && (
                  <>
                    {' for '}
                    <InstantDay at={payout.scheduled_for} />
                  </>
                )}
              </>
            ),
          ],
        ]}
      />
    </FoldableSection>
  )
}

function Quotes({ trip }: { readonly trip: TripInFull }) {
  const nameOf = useOperatorNames()
  if (trip.quotes.length === 0) {
    return (
      <FoldableSection title="Quotes">
        <p className="quiet">
          {trip.status === 'open' ? (
            <>
              No quotes yet. Quoting closes <Moment at={trip.quote_by} isRelative />.
            </>
          ) : (
            'No quotes.'
          )}
        </p>
      </FoldableSection>
    )
  }
  const quotes = trip.quotes.toSorted((one, other) => one.price_amount - other.price_amount)
  return (
    <FoldableSection title={`Quotes, ${quotes.length} of ${formatCount(trip.offers.length, 'operator')}`}>
      <div className="console-quotes">
        {quotes.map((quote) => (
          <article key={quote.id} className="console-quote" aria-label={nameOf(quote.operator_ref)}>
            <h3>{nameOf(quote.operator_ref)}</h3>
            <p className="console-price">
              <Money amount={quote.price_amount} currency={quote.currency_code} />
            </p>
            <p>
              <Badge tone={quote.status === 'confirmed' ? 'good' : 'plain'}>{formatQuoteStatus(quote.status)}</Badge>
            </p>
            <FactTable
              facts={[
                ['Vehicles', quote.vehicles.map(({ count, type }) => `${count} × ${formatWord(type)}`).join(', ')],
                ['Included', quote.inclusions.map((one) => formatWord(one)).join(', ')],
                ['Not included', quote.exclusions.map((one) => formatWord(one)).join(', ')],
                ['Our commission', <Money key="c" amount={quote.commission_amount} currency={quote.currency_code} />],
                ['Valid until', quote.valid_until === null ? null : <Moment key="v" at={quote.valid_until} />],
                ['Sent', <Moment key="s" at={quote.submitted_at} />],
                ['Note', quote.note],
              ]}
            />
          </article>
        ))}
      </div>
    </FoldableSection>
  )
}

function TripOperators({ trip }: { readonly trip: TripInFull }) {
  const nameOf = useOperatorNames()
  return (
    <FoldableSection title="Operators" isFolded>
      <ul>
        {trip.offers.map(({ operator_ref, offered_at, declined_at, outcome }) => (
          <li key={operator_ref}>
            {nameOf(operator_ref)}, <Moment at={offered_at} />
            {declined_at !== null ? ' · declined' : outcome !== null && ` · ${formatWord(outcome).toLowerCase()}`}
          </li>
        ))}
      </ul>
    </FoldableSection>
  )
}
