import { Button } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { counted } from '../../domain/spoken.ts'
import { endOf } from '../plain/trip-end.ts'
import { spokenWord } from '../plain/words.ts'
import { InstantDay } from '../portal/money/day.tsx'
import { Facts, Section } from '../portal/parts/facts.tsx'
import { PhoneLink } from '../portal/parts/links.tsx'
import { ReadStates } from '../portal/parts/list-states.tsx'
import { LocalTime, Moment } from '../portal/parts/moment.tsx'
import { Money } from '../portal/parts/money.tsx'
import { PageHead, PrimaryBar } from '../portal/parts/page-head.tsx'
import { Badge } from '../portal/parts/state-badge.tsx'
import { useHeldDeposit } from './awaited-transfer.ts'
import { CallOffDialog } from './call-off-dialog.tsx'
import { mayHaveCome } from './held-deposit.ts'
import { type TripInFull, useOperatorNames, useWholeTrip } from './reads.ts'
import { LinkDrawer, OfferDrawer } from './trip-drawers.tsx'
import { DepositDialog, PaidDrawer } from './trip-money.tsx'
import { TripStateBadge } from './trips.tsx'

type OpenDrawer = 'offer' | 'link' | 'deposit' | 'paid' | 'off' | null

/** One trip of the marketplace (`/console/trips/TR-…`): who was asked, what they quoted, and what became of it. */
export function TripDetail() {
  const { ref = '' } = useParams()
  return <ReadStates query={useWholeTrip(ref)}>{({ data }) => <Whole trip={data} />}</ReadStates>
}

function Whole({ trip }: { readonly trip: TripInFull }) {
  const [drawer, setDrawer] = useState<OpenDrawer>(null)
  const { booking } = trip
  const close = () => setDrawer(null)
  const isOpen = trip.status === 'open'
  const held = useHeldDeposit(trip)
  const hasToCome = mayHaveCome(held)
  const isOwing = booking !== null && booking.due_amount > 0 && booking.status !== 'cancelled'
  return (
    <>
      <PageHead title={trip.summary} beside={<TripStateBadge status={trip.status} />}>
        <p className="quiet">
          <span className="ref">{trip.ref}</span> · <LocalTime at={trip.departs_at} until={endOf(trip)} /> · {trip.timezone}
        </p>
      </PageHead>
      <Section title="Customer">
        <Facts
          facts={[
            ['Name', trip.customer.name],
            ['Organisation', trip.customer.organisation],
            ['E-mail', trip.customer.email],
            ['Phone', trip.customer.phone && <PhoneLink phone={trip.customer.phone} name={trip.customer.name} />],
            ['Notes', trip.notes],
          ]}
        />
      </Section>
      {booking !== null && <Booked booking={booking} />}
      {trip.cancellation !== null && (
        <Section title="Called off">
          <Facts
            facts={[
              ['By', spokenWord(trip.cancellation.by)],
              ['Why', trip.cancellation.reason],
            ]}
          />
        </Section>
      )}
      <Quotes trip={trip} />
      <TripAsked trip={trip} />
      <PrimaryBar>
        {(trip.status === 'open' || trip.status === 'booked') && (
          <Button variant="default" onClick={() => setDrawer('off')}>
            Call it off
          </Button>
        )}
        <Button variant="default" onClick={() => setDrawer('link')}>
          Customer’s link again
        </Button>
        {isOpen && (
          <Button variant={hasToCome ? 'default' : 'filled'} onClick={() => setDrawer('offer')}>
            Ask more operators
          </Button>
        )}
        {hasToCome && <Button onClick={() => setDrawer('deposit')}>The deposit has come</Button>}
        {isOwing && <Button onClick={() => setDrawer('paid')}>Money has come</Button>}
      </PrimaryBar>
      <OfferDrawer trip={trip} isOpen={drawer === 'offer'} close={close} />
      <LinkDrawer trip={trip} isOpen={drawer === 'link'} close={close} />
      {booking !== null && <PaidDrawer booking={booking} isOpen={drawer === 'paid'} close={close} />}
      {hasToCome && <DepositDialog trip={trip} held={held} isOpen={drawer === 'deposit'} close={close} />}
      <CallOffDialog trip={trip} held={held} isOpen={drawer === 'off'} close={close} />
    </>
  )
}

function Booked({ booking }: { readonly booking: NonNullable<TripInFull['booking']> }) {
  const nameOf = useOperatorNames()
  const currency = booking.currency_code
  const { payout } = booking
  return (
    <Section title="Booking">
      <Facts
        facts={[
          ['Operator', nameOf(booking.operator_ref)],
          ['State', `${spokenWord(booking.status)}, ${spokenWord(booking.trip_status).toLowerCase()}`],
          ['Price', <Money key="price" amount={booking.price_amount} currency={currency} />],
          ['Paid', <Money key="paid" amount={booking.paid_amount} currency={currency} />],
          ['Still due', <Money key="due" amount={booking.due_amount} currency={currency} />],
          ['Payment', spokenWord(booking.payment_status)],
          ['Our commission', <Money key="commission" amount={booking.commission_amount} currency={currency} />],
          [
            'Payout',
            payout && (
              <>
                <Money amount={payout.amount} currency={payout.currency_code} />, {spokenWord(payout.status).toLowerCase()}
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
    </Section>
  )
}

function Quotes({ trip }: { readonly trip: TripInFull }) {
  const nameOf = useOperatorNames()
  if (trip.quotes.length === 0) {
    return (
      <Section title="Quotes">
        <p className="quiet">
          {trip.status === 'open' ? (
            <>
              Nobody has quoted yet; quotes come until <Moment at={trip.quote_by} isRelative />.
            </>
          ) : (
            'Nobody quoted.'
          )}
        </p>
      </Section>
    )
  }
  const quotes = trip.quotes.toSorted((one, other) => one.price_amount - other.price_amount)
  return (
    <Section title={`Quotes, ${quotes.length} of ${counted(trip.offers.length, 'operator')}`}>
      <div className="console-quotes">
        {quotes.map((quote) => (
          <article key={quote.id} className="console-quote" aria-label={nameOf(quote.operator_ref)}>
            <h3>{nameOf(quote.operator_ref)}</h3>
            <p className="console-price">
              <Money amount={quote.price_amount} currency={quote.currency_code} />
            </p>
            <p>
              <Badge tone={quote.status === 'confirmed' ? 'good' : 'plain'}>{spokenWord(quote.status)}</Badge>
            </p>
            <Facts
              facts={[
                ['Coaches', quote.vehicles.map(({ count, type }) => `${count} × ${spokenWord(type)}`).join(', ')],
                ['Included', quote.inclusions.map((one) => spokenWord(one)).join(', ')],
                ['Not included', quote.exclusions.map((one) => spokenWord(one)).join(', ')],
                ['Our commission', <Money key="c" amount={quote.commission_amount} currency={quote.currency_code} />],
                ['Good until', quote.valid_until === null ? null : <Moment key="v" at={quote.valid_until} />],
                ['Sent', <Moment key="s" at={quote.submitted_at} />],
                ['Note', quote.note],
              ]}
            />
          </article>
        ))}
      </div>
    </Section>
  )
}

function TripAsked({ trip }: { readonly trip: TripInFull }) {
  const nameOf = useOperatorNames()
  return (
    <Section title="Who was asked" isFolded>
      <ul>
        {trip.offers.map(({ operator_ref, offered_at, declined_at, outcome }) => (
          <li key={operator_ref}>
            {nameOf(operator_ref)}, <Moment at={offered_at} />
            {declined_at !== null ? ' · declined' : outcome !== null && ` · ${spokenWord(outcome).toLowerCase()}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}
