import { Button } from '@mantine/core'
import { spokenMoney } from '../../plain/money.ts'
import type { Tone } from '../../plain/words.ts'
import { api } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useBooking } from '../duties/crew.ts'
import { WriteFailure } from '../form/write-failure.tsx'
import { Countdown } from '../parts/countdown.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { Badge } from '../parts/state-badge.tsx'
import './amendments.css'
import { type BookingChange, useChangesOf } from './bookings.ts'
import { Compare } from './compare.tsx'
import { WishAnswer } from './wish-answer.tsx'

const states: Readonly<Record<string, { readonly word: string; readonly tone: Tone }>> = {
  wished: { word: 'They wish for it', tone: 'waiting' },
  proposed: { word: 'Waiting for the customer', tone: 'waiting' },
  accepted: { word: 'Accepted, being charged', tone: 'waiting' },
  declined: { word: 'Declined', tone: 'over' },
  withdrawn: { word: 'Taken back', tone: 'over' },
  expired: { word: 'Expired', tone: 'over' },
  applied: { word: 'Made', tone: 'good' },
}

const byWhom: Readonly<Record<string, string>> = {
  operator: 'by the office',
  customer: 'by the customer',
  platform: 'by the marketplace',
}

/** The changes of a booking, the last one first; what is open can be taken back or answered here. */
export function AmendmentList({ tripRef }: { readonly tripRef: string }) {
  const query = useChangesOf(tripRef)
  return (
    <ListStates
      query={query}
      skeletonRows={3}
      isEmpty={(changes) => changes.length === 0}
      empty={<p>Nothing has been changed since it was booked.</p>}
    >
      {(changes) => (
        <ol className="amend-list">
          {changes.map((change) => (
            <li key={change.id}>
              <OneChange tripRef={tripRef} change={change} />
            </li>
          ))}
        </ol>
      )}
    </ListStates>
  )
}

function OneChange({ tripRef, change }: { readonly tripRef: string; readonly change: BookingChange }) {
  const { can } = useSession()
  const { changes, before, status, price_difference_amount: difference, currency_code: currency } = change
  const state = states[status] ?? { word: status, tone: 'plain' }
  return (
    <article className="amend-one">
      <header>
        <Badge tone={state.tone} isStrong={status === 'wished'}>
          {state.word}
        </Badge>
        {change.respond_by !== null && change.closed_at === null && <Countdown until={change.respond_by} />}
        <span className="quiet">
          <Moment at={change.created_at} /> {byWhom[change.by] ?? change.by}
        </span>
      </header>
      {change.reason !== null && <p className="prose">{change.reason}</p>}
      {Object.keys(changes).length > 0 && <Compare before={before} after={changes} />}
      {difference !== 0 && (
        <p>
          Price: <span className="money">{`${difference > 0 ? '+' : ''}${spokenMoney(difference, currency)}`}</span>
        </p>
      )}
      {change.decline_reason !== null && <p className="prose">Why not: {change.decline_reason}</p>}
      {status === 'proposed' && change.by === 'operator' && can('quotes:write') && <TakeBack tripRef={tripRef} id={change.id} />}
      {status === 'wished' && can('quotes:write') && <Answering tripRef={tripRef} change={change} />}
    </article>
  )
}

function TakeBack({ tripRef: ref, id }: { readonly tripRef: string; readonly id: number }) {
  const isOffline = useLostAt() !== null
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/portal/v1/bookings/{ref}/amendments/{id}/withdraw', { params: { path: { ref, id } }, headers }),
    refreshes: [['bookings']],
    onDone: () => say('Taken back. The booking stays as it was.'),
  })
  return (
    <>
      <WriteFailure failure={write.failure} />
      <Button
        className="amend-back"
        size="xs"
        variant="default"
        loading={write.isBusy}
        disabled={isOffline}
        onClick={() => void write.run(null)}
      >
        Take it back
      </Button>
    </>
  )
}

function Answering({ tripRef, change }: { readonly tripRef: string; readonly change: BookingChange }) {
  const { data: booking } = useBooking(tripRef)
  return booking === undefined ? null : <WishAnswer booking={booking.data} change={change} />
}
