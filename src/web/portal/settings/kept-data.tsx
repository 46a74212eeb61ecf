import { counted } from '../../../domain/spoken.ts'
import { spokenBytes } from '../../plain/bytes.ts'
import type { Records } from '../api/client.ts'
import { ReadStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { useDataKept } from './settings.ts'

type BackupsTold = NonNullable<Records['DataKept']['backups']>

const kinds: Readonly<Record<string, string>> = {
  books: 'Bookings, quotes, payments and invoices',
  known_places: 'Places that trips called at',
  vehicle_checks: 'Walkaround checks of coaches',
  activities: 'Who did what',
  webhook_deliveries: 'What webhooks told, and how that went',
  locations: 'Where drivers were',
  messages: 'The log of mails and SMS',
  sign_ins: 'Links and codes for signing in that are over',
}

/** Facts for admins about how the server is backed up, and how long it keeps what. */
export function KeptData() {
  const query = useDataKept()
  return (
    <ReadStates query={query}>
      {({ data: { backups, retention } }) => (
        <>
          <h2>Backups</h2>
          {backups === null ? (
            <p>The data is in PostgreSQL. Whoever runs that makes its backups.</p>
          ) : (
            <Backups backups={backups} />
          )}
          <h2>How long things are kept</h2>
          <dl className="kept-list">
            {retention.map(({ kind, months, days }) => (
              <div key={kind}>
                <dt>{kinds[kind]}</dt>
                <dd>{spokenSpan(months, days)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </ReadStates>
  )
}

function spokenSpan(months: number | null, days: number | null): string {
  if (months !== null) return counted(months, 'month')
  return days === null ? 'For good' : counted(days, 'day')
}

function Backups({ backups }: { readonly backups: BackupsTold }) {
  const { is_daily, kept_daily, kept_weekly, folder, last_made_at, last_bytes, last_error, next_at } = backups
  return (
    <>
      {last_error !== null && (
        <p role="alert" className="late">
          The last backup failed: {last_error}
        </p>
      )}
      <dl className="kept-list">
        <div>
          <dt>Last good one</dt>
          <dd>
            {last_made_at === null ? (
              'None yet'
            ) : (
              <>
                <Moment at={last_made_at} />
                {last_bytes !== null && `, ${spokenBytes(last_bytes)}`}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{last_error === null ? 'Next one' : 'Tried again'}</dt>
          <dd>{!is_daily ? 'Switched off on the server' : next_at === null ? 'Soon' : <Moment at={next_at} />}</dd>
        </div>
        <div>
          <dt>Kept</dt>
          <dd>
            The newest of {counted(kept_daily, 'day')} and of {counted(kept_weekly, 'week')}
          </dd>
        </div>
        {folder !== null && (
          <div>
            <dt>Where on the server</dt>
            <dd>
              <code>{folder}</code>
            </dd>
          </div>
        )}
      </dl>
      <p>The key of the server is in none of them. Keep a copy of it apart from the backups.</p>
    </>
  )
}
