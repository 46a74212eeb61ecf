import { formatCount } from '../../../domain/spoken.ts'
import { CardNote } from './card-note.tsx'
import { describePriceRise, findChargedNow } from './change-money.ts'
import { placeLine, ReplyAt, TripSection, usePage, useView } from './parts.tsx'
import { formatNeeds } from './request-details.tsx'
import { formatSum } from './sentences.ts'
import { formatBookedOperator, isOpenChange, type RequestedChanges, type ShownChange, type TripView } from './shown.ts'
import { formatCustomerTripTime } from './times.ts'

const ways: Readonly<Record<string, string>> = {
  wished: 'Requested',
  proposed: 'Proposed',
  accepted: 'Accepted',
  applied: 'Changed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

const unread = 'We could not check the amount due. Nothing was changed. Try again in a moment.'

/** Every change of the booking, the open one first. */
export function Changes() {
  const view = useView()
  const { amendments } = view.trip
  const open = amendments.filter(isOpenChange)
  const past = amendments.filter((one) => !open.includes(one)).toReversed()
  return (
    <TripSection id="changes" title="Changes" isShown={amendments.length > 0}>
      {open.map((change) => (
        <OpenChange key={change.id} change={change} view={view} />
      ))}
      {past.length > 0 && (
        <details>
          <summary>Earlier changes ({past.length})</summary>
          {past.map((change) => (
            <article key={change.id}>
              <h3>{`${ways[change.status] ?? change.status}, ${formatCustomerTripTime(change.closed_at ?? change.created_at, view)}`}</h3>
              <ChangeComparison change={change} view={view} />
              {change.decline_reason && <p class="prose">{change.decline_reason}</p>}
            </article>
          ))}
        </details>
      )}
    </TripSection>
  )
}

function OpenChange({ change, view }: { readonly change: ShownChange; readonly view: TripView }) {
  const { act, isBusy, lookNow, showReply } = usePage()
  const { id, status, price_difference_amount: difference, respond_by: until, reason } = change
  const name = formatBookedOperator(view.trip)
  const isTheirs = status === 'proposed'
  const charged = findChargedNow(change, view)
  const place = 'changes'
  const hasCard = view.trip.booking?.card != null
  const accept = async (isOnPage: boolean) => {
    const now = await lookNow(place, unread)
    if (now === null) return
    if (findChargedNow(change, now) !== charged) return showReply('The amount due has changed. Check it again.', place, true)
    const done = () => 'Accepted. Your booking is updated above.'
    const path = `/amendments/${id}/accept`
    await act(
      isOnPage
        ? { path, body: { payment_method: 'card' }, place, done, toCard: { quoteId: null } }
        : { path, body: {}, place, done },
    )
  }
  const decline = () =>
    act({ path: `/amendments/${id}/decline`, body: {}, place, done: () => 'Declined. Your booking is unchanged.' })
  return (
    <article>
      <h3>{formatChangeHeading(change, name)}</h3>
      {reason && <p class="prose">{reason}</p>}
      <ChangeComparison change={change} view={view} />
      {isTheirs && <p class="price">{describeChangedPrice(difference, change)}</p>}
      {status === 'accepted' && <p>You have accepted. Your booking changes when you have paid the difference.</p>}
      {until && status !== 'accepted' && (
        <p>
          {isTheirs
            ? `Answer by ${formatCustomerTripTime(until, view)}.`
            : `${name} answers by ${formatCustomerTripTime(until, view)}.`}{' '}
          Your booking is unchanged until then.
        </p>
      )}
      {isTheirs && (
        <>
          {difference > 0 && <p>{describePriceRise(change, view)}</p>}
          {charged > 0 && <CardNote />}
          <button type="button" disabled={isBusy} onClick={() => accept(charged > 0 && !hasCard)}>
            {difference > 0 ? `Accept for ${formatSum(difference, change)} more` : 'Accept'}
          </button>
          {charged > 0 && hasCard && (
            <button type="button" class="quiet" disabled={isBusy} onClick={() => accept(true)}>
              Accept with another card
            </button>
          )}
          <button type="button" class="quiet" disabled={isBusy} onClick={decline}>
            Decline
          </button>
        </>
      )}
      <ReplyAt place={`change-${id}`} />
    </article>
  )
}

function formatChangeHeading({ by, status }: ShownChange, name: string): string {
  if (status === 'wished') return `You requested a change from ${name}`
  return by === 'customer' ? `${name} has answered` : `${name} proposes a change`
}

function describeChangedPrice(difference: number, change: ShownChange): string {
  if (difference === 0) return 'The price stays the same.'
  return difference > 0 ? `${formatSum(difference, change)} more` : `${formatSum(-difference, change)} less`
}

function ChangeComparison({ change, view }: { readonly change: ShownChange; readonly view: TripView }) {
  const [was, is] = [listChangeLines(change.before, view), listChangeLines(change.changes, view)]
  return (
    <table>
      <caption class="unseen">Changes</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {[...is].map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{was.get(name) || '–'}</td>
            <td>{text || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The changed parts of a trip by name, a line each. */
function listChangeLines(changes: RequestedChanges, view: TripView): ReadonlyMap<string, string> {
  const { departs_at: departs, returns_at: returns, pickup, dropoff, passenger_count: people, lead_passenger: lead } = changes
  const lines: [string, boolean, string][] = [
    ['Departs', 'departs_at' in changes, departs ? formatCustomerTripTime(departs, view) : ''],
    ['Return departs', 'returns_at' in changes, returns ? formatCustomerTripTime(returns, view) : ''],
    ['Pick-up', 'pickup' in changes, pickup ? placeLine(pickup) : ''],
    ['Drop-off', 'dropoff' in changes, dropoff ? placeLine(dropoff) : ''],
    ['Passengers', 'passenger_count' in changes, String(people ?? '')],
    ['Lead passenger', 'lead_passenger' in changes, lead ? [lead.name, lead.phone].filter(Boolean).join(', ') : ''],
    [
      'Route',
      'legs' in changes,
      changes.legs
        ?.map(
          ({ departs_at: at, pickup: from, dropoff: to }) => `${formatCustomerTripTime(at, view)} ${from.label} → ${to.label}`,
        )
        .join('; ') ?? '',
    ],
    [
      'Vehicles',
      'vehicles' in changes,
      changes.vehicles?.map(({ count, seats }) => `${count} × ${seats} seats`).join(', ') ?? '',
    ],
    [
      'Luggage',
      'luggage' in changes,
      changes.luggage
        ? `${formatCount(changes.luggage.suitcases ?? 0, 'suitcase')}, ${formatCount(changes.luggage.hand_luggage ?? 0, 'item')} of hand luggage`
        : '',
    ],
    ['Access', 'accessibility' in changes, changes.accessibility ? formatNeeds(changes.accessibility) : ''],
    ['Flight', 'flight' in changes, changes.flight?.number ?? ''],
    [
      'Contact',
      'customer' in changes,
      Object.values(changes.customer ?? {})
        .filter(Boolean)
        .join(', '),
    ],
    ['Notes', 'notes' in changes, changes.notes ?? ''],
  ]
  return new Map(lines.filter(([, isIn]) => isIn).map(([name, , text]) => [name, text]))
}
