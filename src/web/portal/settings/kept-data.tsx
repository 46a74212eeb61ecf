import { formatCount } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/client.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { formatBytes } from '../../plain/bytes.ts'
import { useDataKept } from './settings.ts'

type ShownBackups = NonNullable<Records['DataKept']['backups']>

const kinds: Readonly<Record<string, string>> = {
  books: 'Bookings, quotes, payments and invoices',
  known_places: 'Places of trips',
  vehicle_checks: 'Vehicle checks',
  activities: 'History of actions',
  webhook_deliveries: 'Webhook deliveries',
  locations: 'Locations of drivers',
  messages: 'Emails and SMS',
  sign_ins: 'Expired sign-in links and codes',
}

/** Facts for admins about backups and retention times. */
export function KeptData() {
  const query = useDataKept()
  return (
    <ReadStates query={query}>
      {({ data: { backups, retention } }) => (
        <>
          <h2>Backups</h2>
          {backups === null ? (
            <p>The data is in PostgreSQL. Its administrator makes the backups.</p>
          ) : (
            <Backups backups={backups} />
          )}
          <h2>Retention</h2>
          <dl className="kept-list">
            {retention.map(({ kind, months, days }) => (
              <div key={kind}>
                <dt>{kinds[kind]}</dt>
                <dd>{formatKeptSpan(months, days)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </ReadStates>
  )
}

function formatKeptSpan(months: number | null, days: number | null): string {
  if (months !== null) return formatCount(months, 'month')
  return days === null ? 'Without limit' : formatCount(days, 'day')
}

function Backups({ backups }: { readonly backups: ShownBackups }) {
  const { is_daily, kept_daily, kept_weekly, folder, last_made_at, last_bytes, last_error, next_at } = backups
  return (
    <>
      {last_error !== null && (
        <p role="alert" className="late">
          Last backup failed: {last_error}
        </p>
      )}
      <dl className="kept-list">
        <div>
          <dt>Last backup</dt>
          <dd>
            {last_made_at === null ? (
              'None yet'
            ) : (
              <>
                <Moment at={last_made_at} />
                {last_bytes !== null && `, ${formatBytes(last_bytes)}`}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{last_error === null ? 'Next backup' : 'Next attempt'}</dt>
          <dd>{!is_daily ? 'Switched off on the server' : next_at === null ? 'Soon' : <Moment at={next_at} />}</dd>
        </div>
        <div>
          <dt>Kept</dt>
          <dd>
            Daily for {formatCount(kept_daily, 'day')}, weekly for {formatCount(kept_weekly, 'week')}
          </dd>
        </div>
        {folder !== null && (
          <div>
            <dt>Folder on the server</dt>
            <dd>
              <code>{folder}</code>
            </dd>
          </div>
        )}
      </dl>
      <p>Backups do not contain the key of the server. Keep a separate copy of the key.</p>
    </>
  )
}
