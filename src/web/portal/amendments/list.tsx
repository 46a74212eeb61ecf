import { Button } from '@mantine/core'
import { api } from '../../office/api/client.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { WriteFailure } from '../../office/form/write-failure.tsx'
import { Countdown } from '../../office/parts/countdown.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { formatMoney } from '../../plain/money.ts'
import type { Tone } from '../../plain/words.ts'
import { useBooking } from '../duties/crew.ts'
import './amendments.css'
import { type BookingChange, useChangesOf } from './bookings.ts'
import { ChangeRequestAnswer } from './change-request-answer.tsx'
import { ChangeTable } from './compare.tsx'

const states: Readonly<Record<string, { readonly word: string; readonly tone: Tone }>> = {
  wished: { word: 'Change request', tone: 'waiting' },
  proposed: { word: 'Awaiting customer', tone: 'waiting' },
  accepted: { word: 'Accepted, being charged', tone: 'waiting' },
  declined: { word: 'Declined', tone: 'over' },
  withdrawn: { word: 'Withdrawn', tone: 'over' },
  expired: { word: 'Expired', tone: 'over' },
  applied: { word: 'Applied', tone: 'good' },
}

const authorWords: Readonly<Record<string, string>> = {
  operator: 'by the office',
  customer: 'by the customer',
  platform: 'by the marketplace',
}

/** The changes of a booking, newest first. Open changes have a button to withdraw or answer them. */
export function AmendmentList({ tripRef }: { readonly tripRef: string }) {
  const query = useChangesOf(tripRef)
  return (
    <ListStates query={query} skeletonRows={3} isEmpty={(changes) => changes.length === 0} empty={<p>No changes yet.</p>}>
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
          <Moment at={change.created_at} /> {authorWords[change.by] ?? change.by}
        </span>
      </header>
      {change.reason !== null && <p className="prose">{change.reason}</p>}
      {Object.keys(changes).length > 0 && <ChangeTable before={before} after={changes} />}
      {difference !== 0 && (
        <p>
          Price: <span className="money">{`${difference > 0 ? '+' : ''}${formatMoney(difference, currency)}`}</span>
        </p>
      )}
      {change.decline_reason !== null && <p className="prose">Reason: {change.decline_reason}</p>}
      {status === 'proposed' && change.by === 'operator' && can('quotes:write') && (
        <WithdrawChange tripRef={tripRef} id={change.id} />
      )}
      {status === 'wished' && can('quotes:write') && <AnsweredChange tripRef={tripRef} change={change} />}
    </article>
  )
}

function WithdrawChange({ tripRef: ref, id }: { readonly tripRef: string; readonly id: number }) {
  const isOffline = useLostAt() !== null
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/portal/v1/bookings/{ref}/amendments/{id}/withdraw', { params: { path: { ref, id } }, headers }),
    refreshes: [['bookings']],
    onDone: () => showNotice('Change withdrawn. The booking is unchanged.'),
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
        Withdraw change
      </Button>
    </>
  )
}

function AnsweredChange({ tripRef, change }: { readonly tripRef: string; readonly change: BookingChange }) {
  const { data: booking } = useBooking(tripRef)
  return booking === undefined ? null : <ChangeRequestAnswer booking={booking.data} change={change} />
}
