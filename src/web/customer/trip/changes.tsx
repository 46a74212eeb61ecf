import { CardNote } from './card-note.tsx'
import { chargedNow, dearerSentence } from './change-money.ts'
import { placeLine, ReplyAt, Section, usePage, useView } from './parts.tsx'
import { spokenSum } from './sentences.ts'
import { bookedWith, isOpenChange, type ShownChange, type TripView, type WishedChanges } from './shown.ts'
import { tripTime } from './times.ts'

const ways: Readonly<Record<string, string>> = {
  wished: 'Asked',
  proposed: 'Proposed',
  accepted: 'Agreed',
  applied: 'Done',
  declined: 'Not agreed',
  withdrawn: 'Taken back',
  expired: 'Not answered in time',
}

const unread = 'What is due could not be checked just now, and nothing was changed. Try again in a moment.'

/** Every change of the booking: the one that waits for an answer, and those before it. */
export function Changes() {
  const view = useView()
  const { amendments } = view.trip
  const open = amendments.filter(isOpenChange)
  const past = amendments.filter((one) => !open.includes(one)).toReversed()
  return (
    <Section id="changes" title="Changes" isShown={amendments.length > 0}>
      {open.map((change) => (
        <OpenChange key={change.id} change={change} view={view} />
      ))}
      {past.length > 0 && (
        <details>
          <summary>Earlier changes ({past.length})</summary>
          {past.map((change) => (
            <article key={change.id}>
              <h3>{`${ways[change.status] ?? change.status}, ${tripTime(change.closed_at ?? change.created_at, view)}`}</h3>
              <Compare change={change} view={view} />
              {change.decline_reason && <p class="prose">{change.decline_reason}</p>}
            </article>
          ))}
        </details>
      )}
    </Section>
  )
}

function OpenChange({ change, view }: { readonly change: ShownChange; readonly view: TripView }) {
  const { act, isBusy, lookNow, say } = usePage()
  const { id, status, price_difference_amount: difference, respond_by: until, reason } = change
  const name = bookedWith(view.trip)
  const isTheirs = status === 'proposed'
  const charged = chargedNow(change, view)
  const place = 'changes'
  const hasCard = view.trip.booking?.card != null
  const accept = async (isOnPage: boolean) => {
    const now = await lookNow(place, unread)
    if (now === null) return
    if (chargedNow(change, now) !== charged) return say('What is due has just changed: look at it again.', place, true)
    const done = () => 'Agreed. Your booking is changed, as it stands above.'
    const path = `/amendments/${id}/accept`
    await act(
      isOnPage
        ? { path, body: { payment_method: 'card' }, place, done, toCard: { quoteId: null } }
        : { path, body: {}, place, done },
    )
  }
  const decline = () =>
    act({ path: `/amendments/${id}/decline`, body: {}, place, done: () => 'You said no. Everything stays as it was booked.' })
  return (
    <article>
      <h3>{headingOf(change, name)}</h3>
      {reason && <p class="prose">{reason}</p>}
      <Compare change={change} view={view} />
      {isTheirs && <p class="price">{priceWords(difference, change)}</p>}
      {status === 'accepted' && <p>You have agreed. It is changed once the difference is paid.</p>}
      {until && status !== 'accepted' && (
        <p>
          {isTheirs ? `Answer by ${tripTime(until, view)}.` : `They answer by ${tripTime(until, view)}.`} Until then everything
          stays as it was booked.
        </p>
      )}
      {isTheirs && (
        <>
          {difference > 0 && <p>{dearerSentence(change, view)}</p>}
          {charged > 0 && <CardNote />}
          <button type="button" disabled={isBusy} onClick={() => accept(charged > 0 && !hasCard)}>
            {difference > 0 ? `Agree, for ${spokenSum(difference, change)} more` : 'Agree'}
          </button>
          {charged > 0 && hasCard && (
            <button type="button" class="quiet" disabled={isBusy} onClick={() => accept(true)}>
              Agree, and pay with another card
            </button>
          )}
          <button type="button" class="quiet" disabled={isBusy} onClick={decline}>
            Leave it as it was booked
          </button>
        </>
      )}
      <ReplyAt place={`change-${id}`} />
    </article>
  )
}

function headingOf({ by, status }: ShownChange, name: string): string {
  if (status === 'wished') return `You asked ${name} for a change`
  return by === 'customer' ? `${name} answers` : `${name} proposes a change`
}

function priceWords(difference: number, change: ShownChange): string {
  if (difference === 0) return 'The price stays the same.'
  return difference > 0 ? `${spokenSum(difference, change)} more` : `${spokenSum(-difference, change)} less`
}

function Compare({ change, view }: { readonly change: ShownChange; readonly view: TripView }) {
  const [was, is] = [linesOf(change.before, view), linesOf(change.changes, view)]
  return (
    <table>
      <caption class="unseen">What changes</caption>
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
function linesOf(changes: WishedChanges, view: TripView): ReadonlyMap<string, string> {
  const { departs_at: departs, returns_at: returns, pickup, dropoff, passenger_count: people, lead_passenger: lead } = changes
  const lines: [string, boolean, string][] = [
    ['Leaves', 'departs_at' in changes, departs ? tripTime(departs, view) : ''],
    ['Return departs', 'returns_at' in changes, returns ? tripTime(returns, view) : ''],
    ['From', 'pickup' in changes, pickup ? placeLine(pickup) : ''],
    ['To', 'dropoff' in changes, dropoff ? placeLine(dropoff) : ''],
    ['People', 'passenger_count' in changes, String(people ?? '')],
    ['Leads the group', 'lead_passenger' in changes, lead ? [lead.name, lead.phone].filter(Boolean).join(', ') : ''],
    [
      'Way',
      'legs' in changes,
      changes.legs
        ?.map(({ departs_at: at, pickup: from, dropoff: to }) => `${tripTime(at, view)} ${from.label} → ${to.label}`)
        .join('; ') ?? '',
    ],
    ['Coaches', 'vehicles' in changes, changes.vehicles?.map(({ count, seats }) => `${count} × ${seats} seats`).join(', ') ?? ''],
    [
      'Luggage',
      'luggage' in changes,
      changes.luggage ? `${changes.luggage.suitcases} suitcases, ${changes.luggage.hand_luggage} hand luggage` : '',
    ],
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
