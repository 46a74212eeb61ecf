import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { LocalTime, Moment } from '../../office/parts/moment.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatWord } from '../../plain/words.ts'
import { resendMessageOnce } from '../api/resend-message.ts'
import { type PortalBooking, useTripMessages } from '../duties/crew.ts'
import { formatEvent } from '../today/steps.ts'
import { formatActivity } from './activity-words.ts'

const defaults = { page: '1' }

const reporters: Readonly<Record<string, string>> = { operator: 'reported by the office', system: 'reported automatically' }

/** The History tab: reported steps, incidents, messages and actions. */
export function LogTab({ booking }: { readonly booking: PortalBooking }) {
  const { progress, incidents, vehicle_check: check, vehicles_needed } = booking
  return (
    <div className="booking-part">
      {incidents.length > 0 && (
        <FoldableSection title="Incidents">
          <ul className="booking-log">
            {incidents.map((incident) => (
              <li key={incident.id}>
                <Badge tone={incident.status === 'open' ? 'waiting' : 'over'}>{formatWord(incident.status)}</Badge>{' '}
                <Link href={`/incidents?status=${incident.status === 'open' ? '' : 'all&'}incident=${incident.id}`}>
                  {formatWord(incident.kind)}
                </Link>
                , <LocalTime at={incident.occurred_at} />
                <span className="second-line">{incident.note}</span>
              </li>
            ))}
          </ul>
        </FoldableSection>
      )}
      <FoldableSection title="Trip progress">
        {progress.events.length === 0 ? (
          <p>No steps reported yet.</p>
        ) : (
          <ol className="booking-log">
            {progress.events.map((event) => (
              <li key={event.id}>
                <Moment at={event.occurred_at} /> <strong>{formatEvent(event.status, event.delay_minutes)}</strong>
                <span className="second-line">
                  {[
                    vehicles_needed > 1 && `vehicle ${event.vehicle_no}`,
                    booking.legs.length > 1 && `leg ${event.leg}`,
                    reporters[event.by] ?? `reported by the ${event.by}`,
                    event.note,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ol>
        )}
      </FoldableSection>
      {check !== null && (
        <FoldableSection title="Vehicle check">
          <p>
            <Badge tone={check.result === 'unsafe' ? 'wrong' : check.result === 'safe' ? 'good' : 'waiting'}>
              {check.result === 'unsafe' ? 'Unsafe' : formatWord(check.result)}
            </Badge>{' '}
            <span className="ref">{check.vehicle_reg}</span>, <Moment at={check.checked_at} />
            {check.resolved_at !== null && (
              <span className="second-line">
                Repaired <Moment at={check.resolved_at} />
              </span>
            )}
          </p>
        </FoldableSection>
      )}
      <FoldableSection title="Messages">
        <Messages tripRef={booking.ref} />
      </FoldableSection>
      <FoldableSection title="Actions">
        <Activities tripRef={booking.ref} />
      </FoldableSection>
    </div>
  )
}

const messageTones = { queued: 'waiting', sent: 'good', failed: 'wrong' } as const
const recipients = { customer: 'customer', user: 'office', driver: 'driver' } as const

const topics: Readonly<Record<string, string>> = {
  job_offered: 'Offers',
  quote_reminder: 'Reminder to quote',
  booking_request: 'Booking request',
  cancellation: 'Cancellation',
  amendment: 'Change',
  driver: 'Driver',
  balance: 'Balance',
  compliance: 'Documents',
}

const messageColumns: readonly Column<Records['SentMessage']>[] = [
  {
    name: 'To',
    cell: ({ to_kind, to, channel }) => (
      <>
        {channel === 'sms' ? 'SMS' : 'Email'} to the {recipients[to_kind as keyof typeof recipients] ?? to_kind}
        <SecondLine>{to}</SecondLine>
      </>
    ),
  },
  { name: 'About', cell: ({ topic }) => topics[topic] ?? formatWord(topic) },
  {
    name: 'Status',
    cell: ({ status, last_error }) => (
      <>
        <Badge tone={messageTones[status as keyof typeof messageTones] ?? 'plain'}>{formatWord(status)}</Badge>
        {last_error !== null && <SecondLine>{last_error}</SecondLine>}
      </>
    ),
  },
  { name: 'Time', cell: ({ sent_at, queued_at }) => <Moment at={sent_at ?? queued_at} /> },
]

function Messages({ tripRef }: { readonly tripRef: string }) {
  const { can } = useSession()
  const query = useTripMessages(tripRef)
  return (
    <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>No messages about this trip yet.</p>}>
      {({ data }) => (
        <Table
          caption="Messages"
          columns={messageColumns}
          rows={data}
          rowKey={({ id }) => id}
          actions={(message) => (
            <RowActions
              label={`Actions for message ${message.id}`}
              actions={
                can('quotes:write') && message.status !== 'queued'
                  ? [{ label: 'Send again', run: () => void resendMessageOnce(message.id) }]
                  : []
              }
            />
          )}
        />
      )}
    </ListStates>
  )
}

function Activities({ tripRef }: { readonly tripRef: string }) {
  const [{ page }] = useUrlState(defaults)
  const query = useQuery({
    queryKey: ['activity', tripRef, page],
    queryFn: ({ signal }) =>
      requireAnswer(
        api.GET('/portal/v1/activity', { params: { query: { ref: tripRef, page: Number(page), per_page: 25 } }, signal }),
      ),
  })
  return (
    <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>No entries yet.</p>}>
      {({ data, meta }) => (
        <>
          <p className="list-count">{formatCount(meta.total, 'entry', 'entries')}</p>
          <ol className="booking-log">
            {data.map(({ at, what, by }, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries can be equal
              <li key={`${at} ${what} ${nth}`}>
                <Moment at={at} /> <strong>{formatActivity(what)}</strong>
                <span className="second-line">{by.name}</span>
              </li>
            ))}
          </ol>
          <Pager meta={meta} />
        </>
      )}
    </ListStates>
  )
}
