import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { UrlTabs } from '../../office/parts/tabs.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatWord, type Tone } from '../../plain/words.ts'
import { resendMessageOnce } from '../api/resend-message.ts'
import { useSentMessages } from './settings.ts'

type SentMessage = Records['SentMessage']

const tones: Readonly<Record<string, Tone>> = { sent: 'good', queued: 'waiting', failed: 'wrong' }

const columns: readonly Column<SentMessage>[] = [
  {
    name: 'To',
    cell: ({ to, to_kind, channel }) => (
      <>
        {to}
        <SecondLine>
          {formatWord(to_kind)}, {channel === 'sms' ? 'SMS' : 'email'}
        </SecondLine>
      </>
    ),
  },
  {
    name: 'About',
    cell: ({ topic, ref }) => (
      <>
        {topic === null ? '–' : formatWord(topic)}
        {ref !== null && (
          <SecondLine>
            <Link className="ref" href={`/bookings/${ref}`}>
              {ref}
            </Link>
          </SecondLine>
        )}
      </>
    ),
  },
  { name: 'Queued', cell: ({ queued_at }) => <Moment at={queued_at} /> },
  {
    name: 'Status',
    cell: ({ status, sent_at, last_error, attempts }) => (
      <>
        <Badge tone={tones[status] ?? 'plain'}>{formatWord(status)}</Badge>
        <SecondLine>
          {sent_at !== null && <Moment at={sent_at} />}
          {sent_at === null &&
            attempts > 0 &&
            `${formatCount(attempts, 'attempt')}${last_error === null ? '' : `: ${last_error}`}`}
        </SecondLine>
      </>
    ),
  },
]

const defaults = { status: '', page: '1' }

/** The log of emails and SMS (`/portal/settings/messages`), sent and failed. */
export function MessageLog() {
  const [{ status, page }] = useUrlState(defaults)
  const { can } = useSession()
  const query = useSentMessages(status, Number(page))
  useRowKeys()
  return (
    <>
      <PageHead title="Messages" />
      <UrlTabs
        name="status"
        label="Message status"
        tabs={[
          { value: '', label: 'All' },
          { value: 'failed', label: 'Not sent' },
          { value: 'queued', label: 'Waiting' },
          { value: 'sent', label: 'Sent' },
        ]}
      />
      <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>No messages.</p>}>
        {({ data, meta }) => (
          <>
            <p className="list-count">{formatCount(meta.total, 'message')}</p>
            <Table
              caption="Emails and SMS, newest first"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              actions={(message) => (
                <RowActions
                  label={`Actions for message ${message.id}`}
                  actions={
                    message.status === 'failed' && can('quotes:write')
                      ? [{ label: 'Send again', run: () => void resendMessageOnce(message.id) }]
                      : []
                  }
                />
              )}
            />
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
    </>
  )
}
