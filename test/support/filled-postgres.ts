import type { PostgresDatabase } from './postgres.ts'

type Column = { table: string; name: string; type: string; required: boolean; isKey: boolean; isUnique: boolean }

/** The number of rows that makes a table worth an index. */
const filledRows = 10_000

/** Tables that stay small on every server. */
const small: Readonly<Record<string, number>> = { brands: 10, leases: 3, nodes: 10, operators: 10 }

/** The values of columns with a frequency that matters to a plan; `n` is the number of the row. */
const said: Readonly<Record<string, string>> = {
  // 10 % of the accounts are offered most trips.
  operator_id: '1 + n % 10',
  'brands.operator_id': 'n',
  removed_at: 'case when n % 10 = 0 then n end',
  deleted_at: 'case when n % 10 = 0 then n end',
  ended_at: 'case when n % 4 > 0 then n end',
  'bookings.status': "case when n % 4 = 0 then 'cancelled' else 'active' end",
  'bookings.trip_status': "case when n % 9 = 0 then 'assigned' else 'completed' end",
  'booking_requests.status': "case when n % 50 = 0 then 'pending' else 'rejected' end",
  'credentials.operator_id': 'case when n % 4 = 0 then 1 + n % 10 end',
  'credentials.user_id': 'case when n % 4 = 1 then n end',
  'credentials.driver_id': 'case when n % 4 = 2 then n end',
  'credentials.trip_id': 'case when n % 4 = 3 then n end',
  'credentials.device_id': 'case when n % 4 in (1, 2) then n end',
  'feeds.operator_id': '1 + n / 20',
  // A long-established account has thousands of places.
  'known_places.operator_id': '1 + n / 5000',
  'list_counts.list': "(array['jobs', 'expired_jobs', 'active_bookings', 'cancelled_bookings', 'pending_payouts'])[1 + n % 5]",
  'list_counts.day': 'n / 50',
  'messages.driver_id': 'case when n % 3 = 0 then n end',
  'messages.status': "case when n % 50 = 0 then 'queued' else 'sent' end",
  'nodes.died_at': 'case when n > 3 then n end',
  'offers.outcome': "(array[null, 'lost', 'expired', 'won'])[1 + n % 4]",
  'offers.live_quote_id': 'case when n % 3 = 0 then n end',
  'offers.declined_at': 'case when n % 7 = 0 then n end',
  'payments.status': "case n % 1000 when 0 then 'in_doubt' when 1 then 'charging' else 'succeeded' end",
  'payments.stored_response_id': "case when n % 3 = 0 then 'id ' || n end",
  'payouts.status': "(array['pending', 'scheduled', 'paid', 'paid'])[1 + n % 4]",
  'quotes.status': "case when n % 4 = 0 then 'confirmed' else 'withdrawn' end",
  'scheduler.kind': "(array['trip', 'charge', 'message', 'purge'])[1 + n % 4]",
  'scheduler.lane': "case when n % 3 = 0 then 'messages' else 'main' end",
  'scheduler.lease_token': "case when n % 1000 = 0 then 'token ' || n end",
  'scheduler.boot_id': "case when n % 1000 = 0 then 'boot' end",
  'sign_in_links.user_id': 'case when n % 2 = 0 then n end',
  'sign_in_links.driver_id': 'case when n % 2 = 1 then n end',
  'stored_responses.state': "case when n % 1000 = 0 then 'in_flight' else 'completed' end",
  'bookings.search_text': "'york'",
  'offers.search_text': "'york'",
  'own_customers.search_text': "'york'",
  'trips.mask_version': '3',
  'trips.status': "(array['open', 'booked', 'completed', 'expired'])[1 + n % 4]",
  'users.operator_id': '1 + n / 10',
  'webhook_deliveries.status': "case when n % 20 = 0 then 'pending' else 'delivered' end",
  'webhook_deliveries.subscription_id': '1 + n % 50',
  'webhook_deliveries.event_id': 'n',
  'webhook_subscriptions.credential_id': 'n',
  // An account may have twenty subscriptions at most.
  'webhook_subscriptions.operator_id': '1 + n / 20',
  'webhook_subscriptions.parked_at': 'case when n % 100 = 0 then n end',
}

/** Fills every table of a migrated database and makes the server analyse it. */
export async function fillPostgres(database: PostgresDatabase): Promise<void> {
  const columns = (await database.ask(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
      a.attidentity <> '' or exists (
        select from pg_index x where x.indrelid = c.oid and x.indisprimary and a.attnum = any(x.indkey)) as "isKey",
      exists (select from pg_index x where x.indrelid = c.oid and x.indisunique and x.indnatts = 1 and x.indkey[0] = a.attnum) as "isUnique"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('schema_migrations', 'master_key')
    order by c.relname, a.attnum`)) as Column[]
  const tables = Map.groupBy(columns, ({ table }) => table)
  const inserts = [...tables].map(([table, of]) => {
    const names = of.map(({ name }) => `"${name}"`)
    return `insert into "${table}" (${names}) select ${of.map(expressionFor)} from generate_series(1, ${small[table] ?? filledRows}) as n;`
  })
  // Foreign keys and triggers would check each row.
  const commit = await database.hold(`set local session_replication_role = replica; ${inserts.join('\n')}`)
  await commit()
  await database.ask('analyze')
}

function expressionFor({ table, name, type, required, isKey, isUnique }: Column): string {
  const told = said[`${table}.${name}`] ?? (isKey ? undefined : said[name])
  if (told !== undefined) return told
  if (!required) return 'null'
  if (type === 'boolean') return 'n % 2 = 0'
  if (type === 'text') return `'${name} ' || n`
  if (isKey || isUnique) return 'n'
  // Several rows of a kind belong to one parent, and instants are ten minutes apart.
  return name.endsWith('_id') ? '1 + n / 4' : 'n * 600000::bigint'
}
