import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { counted } from '../../../domain/spoken.ts'
import { spokenWord } from '../../plain/words.ts'
import { answerOf, api, type Records } from '../api/client.ts'
import { resendMessage } from '../api/resend-message.ts'
import { useSession } from '../api/session.ts'
import { type PortalBooking, useTripMessages } from '../duties/crew.ts'
import { Section } from '../parts/facts.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { LocalTime, Moment } from '../parts/moment.tsx'
import { Pager } from '../parts/pager.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { eventWord } from '../today/steps.ts'

const defaults = { page: '1' }

/** The tab of what happened on the way, what went wrong, who was told what, and who did what. */
export function LogTab({ booking }: { readonly booking: PortalBooking }) {
  const { progress, incidents, vehicle_check: check, vehicles_needed } = booking
  return (
    <div className="booking-part">
      {incidents.length > 0 && (
        <Section title="Incidents">
          <ul className="booking-log">
            {incidents.map((incident) => (
              <li key={incident.id}>
                <Badge tone={incident.status === 'open' ? 'waiting' : 'over'}>{spokenWord(incident.status)}</Badge>{' '}
                <Link href={`/incidents?status=${incident.status === 'open' ? '' : 'all&'}incident=${incident.id}`}>
                  {spokenWord(incident.kind)}
                </Link>
                , <LocalTime at={incident.occurred_at} />
                <span className="second-line">{incident.note}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="On the way">
        {progress.events.length === 0 ? (
          <p>Nothing has been reported yet.</p>
        ) : (
          <ol className="booking-log">
            {progress.events.map((event) => (
              <li key={event.id}>
                <Moment at={event.occurred_at} /> <strong>{eventWord(event.status, event.delay_minutes)}</strong>
                <span className="second-line">
                  {[
                    vehicles_needed > 1 && `coach ${event.vehicle_no}`,
                    booking.legs.length > 1 && `leg ${event.leg}`,
                    `told by the ${event.by === 'operator' ? 'office' : event.by}`,
                    event.note,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Section>
      {check !== null && (
        <Section title="Check">
          <p>
            <Badge tone={check.result === 'unsafe' ? 'wrong' : check.result === 'safe' ? 'good' : 'waiting'}>
              {check.result === 'unsafe' ? 'Do not drive' : spokenWord(check.result)}
            </Badge>{' '}
            <span className="ref">{check.vehicle_reg}</span>, <Moment at={check.checked_at} />
            {check.resolved_at !== null && (
              <span className="second-line">
                Put right <Moment at={check.resolved_at} />
              </span>
            )}
          </p>
        </Section>
      )}
      <Section title="Messages">
        <Messages tripRef={booking.ref} />
      </Section>
      <Section title="Who did what">
        <Doings tripRef={booking.ref} />
      </Section>
    </div>
  )
}

const messageTones = { queued: 'waiting', sent: 'good', failed: 'wrong' } as const
const recipients = { customer: 'customer', user: 'office', driver: 'driver' } as const

const topics: Readonly<Record<string, string>> = {
  job_offered: 'Offers',
  quote_reminder: 'Reminder to quote',
  booking_request: 'They want to book',
  cancellation: 'Called off',
  amendment: 'Change',
  driver: 'Driving',
  balance: 'Money',
  compliance: 'Papers',
}

const doings: Readonly<Record<string, string>> = {
  booking_cancelled: 'Called off',
  driver_declined: 'Driver said no',
  driver_acknowledged: 'Driver said yes',
  amendment_applied: 'Change made',
  amendment_wished: 'Change wished for',
  amendment_proposed: 'Change sent to the customer',
}

const messageColumns: readonly Column<Records['SentMessage']>[] = [
  {
    name: 'To',
    cell: ({ to_kind, to, channel }) => (
      <>
        {channel === 'sms' ? 'SMS' : 'Mail'} to the {recipients[to_kind as keyof typeof recipients] ?? to_kind}
        <SecondLine>{to}</SecondLine>
      </>
    ),
  },
  { name: 'About', cell: ({ topic }) => topics[topic] ?? spokenWord(topic) },
  {
    name: 'State',
    cell: ({ status, last_error }) => (
      <>
        <Badge tone={messageTones[status as keyof typeof messageTones] ?? 'plain'}>{spokenWord(status)}</Badge>
        {last_error !== null && <SecondLine>{last_error}</SecondLine>}
      </>
    ),
  },
  { name: 'When', cell: ({ sent_at, queued_at }) => <Moment at={sent_at ?? queued_at} /> },
]

function Messages({ tripRef }: { readonly tripRef: string }) {
  const { can } = useSession()
  const query = useTripMessages(tripRef)
  return (
    <ListStates
      query={query}
      isEmpty={({ data }) => data.length === 0}
      empty={<p>Nobody has been written to about this trip.</p>}
    >
      {({ data }) => (
        <Table
          caption="Messages"
          columns={messageColumns}
          rows={data}
          rowKey={({ id }) => id}
          actions={(message) => (
            <RowActions
              label={`What to do with message ${message.id}`}
              actions={
                can('quotes:write') && message.status !== 'queued'
                  ? [{ label: 'Send again', run: () => void resendMessage(message.id) }]
                  : []
              }
            />
          )}
        />
      )}
    </ListStates>
  )
}

function Doings({ tripRef }: { readonly tripRef: string }) {
  const [{ page }] = useUrlState(defaults)
  const query = useQuery({
    queryKey: ['activity', tripRef, page],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/portal/v1/activity', { params: { query: { ref: tripRef, page: Number(page), per_page: 25 } }, signal })),
  })
  return (
    <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>Nothing yet.</p>}>
      {({ data, meta }) => (
        <>
          <p className="list-count">{counted(meta.total, 'entry', 'entries')}</p>
          <ol className="booking-log">
            {data.map(({ at, what, by }, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same of the same moment
              <li key={`${at} ${what} ${nth}`}>
                <Moment at={at} /> <strong>{doings[what] ?? spokenWord(what)}</strong>
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
