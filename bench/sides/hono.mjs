import { Database } from 'bun:sqlite'
import { and, count, desc, eq, getTableColumns, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { callerHash, isLive, toJob, toMe, toPage } from './market.mjs'

// Hono on Bun with Drizzle as their handbooks recommend: a middleware authenticates the caller, queries are prepared, answers are
// objects.

const database = new Database(process.env.BENCH_FILE ?? '')
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) database.run(`PRAGMA ${pragma}`)
const db = drizzle(database)

/** A table by the names of its columns: numbers, then texts. */
function table(name, numbers, texts) {
  const columns = [...numbers.map((column) => [column, integer()]), ...texts.map((column) => [column, text()])]
  return sqliteTable(name, Object.fromEntries(columns))
}

const credentials = table(
  'credentials',
  ['id', 'operator_id', 'user_id', 'driver_id', 'expires_at', 'revoked_at', 'last_used_at', 'created_at'],
  ['token_id', 'kind', 'hash', 'name', 'abilities'],
)
const users = table('users', ['id', 'removed_at'], ['email', 'name', 'role'])
const drivers = table('drivers', ['id', 'removed_at'], [])
const operators = table('operators', ['id', 'closing_hours'], ['ref', 'name', 'operator_licence', 'timezone', 'currency_code'])
const offers = table(
  'offers',
  [
    'id',
    'trip_id',
    'operator_id',
    'quote_by',
    'latest_quote_id',
    'live_quote_id',
    'declined_at',
    'closed_at',
    'offered_at',
    'updated_at',
  ],
  ['currency_code', 'outcome'],
)
const trips = table('trips', ['id', 'created_at', 'operator_id'], ['ref'])
const itineraries = table('bench_itineraries', ['trip_id'], ['itinerary'])
const quotes = table(
  'quotes',
  [
    ...['id', 'revision', 'price_amount', 'commission_amount', 'payout_amount', 'deposit_amount', 'included_waiting_minutes'],
    ...[
      'extra_hour_amount',
      'extra_mile_amount',
      'valid_until',
      'locked_until',
      'request_id',
      'submitted_at',
      'updated_at',
      'closed_at',
    ],
  ],
  ['status', 'currency_code', 'vehicles', 'inclusions', 'exclusions', 'note'],
)
const requests = table('booking_requests', ['id'], [])

const credentialByHash = db
  .select({
    ...getTableColumns(credentials),
    user_name: users.name,
    user_email: users.email,
    user_role: users.role,
    user_removed_at: users.removed_at,
    driver_removed_at: drivers.removed_at,
  })
  .from(credentials)
  .leftJoin(users, eq(users.id, credentials.user_id))
  .leftJoin(drivers, eq(drivers.id, credentials.driver_id))
  .where(eq(credentials.hash, sql.placeholder('hash')))
  .prepare()
const operatorById = db
  .select()
  .from(operators)
  .where(eq(operators.id, sql.placeholder('id')))
  .prepare()
const isListed = and(eq(offers.operator_id, sql.placeholder('operatorId')), or(isNull(offers.outcome), ne(offers.outcome, 'won')))
const total = db.select({ total: count() }).from(offers).where(isListed).prepare()
const pageIds = db
  .select({ id: offers.id })
  .from(offers)
  .where(isListed)
  .orderBy(desc(offers.offered_at), desc(offers.id))
  .limit(sql.placeholder('limit'))
  .offset(sql.placeholder('offset'))
const page = db
  .select({
    ...getTableColumns(offers),
    ref: trips.ref,
    created_at: trips.created_at,
    entered_by: trips.operator_id,
    itinerary: itineraries.itinerary,
    quote: getTableColumns(quotes),
    doubt_since: sql`(SELECT created_at FROM payments p WHERE p.quote_id = ${quotes.id} AND p.status = 'in_doubt' LIMIT 1)`,
  })
  .from(offers)
  .innerJoin(trips, eq(trips.id, offers.trip_id))
  .innerJoin(itineraries, eq(itineraries.trip_id, trips.id))
  .leftJoin(quotes, eq(quotes.id, offers.latest_quote_id))
  .leftJoin(requests, eq(requests.id, quotes.request_id))
  .where(inArray(offers.id, pageIds))
  .orderBy(desc(offers.offered_at), desc(offers.id))
  .prepare()

const known = createMiddleware(async (c, next) => {
  const caller = credentialByHash.get({ hash: callerHash(c.req.header('Authorization') ?? '') })
  if (!isLive(caller)) return c.json({ error: 'unauthenticated' }, 401)
  c.set('caller', caller)
  await next()
})

const app = new Hono()
app.use('/api/*', known)
app.get('/api/v1/me', (c) => {
  const caller = c.get('caller')
  return c.json(toMe(caller, operatorById.get({ id: caller.operator_id })))
})
app.get('/api/v1/jobs', (c) => {
  const operatorId = c.get('caller').operator_id
  const number = Number(c.req.query('page') ?? 1)
  operatorById.get({ id: operatorId })
  const jobs = page.all({ operatorId, limit: 25, offset: (number - 1) * 25 })
  return c.json(toPage(jobs.map(shown), number, total.get({ operatorId }).total))
})

function shown({ quote, ...job }) {
  if (quote === null) return toJob({ ...job, quote_id: null })
  const { id, status, currency_code, updated_at, closed_at, ...rest } = quote
  const renamed = {
    quote_id: id,
    quote_status: status,
    quote_currency: currency_code,
    quote_updated_at: updated_at,
    quote_closed_at: closed_at,
  }
  return toJob({ ...job, ...rest, ...renamed })
}

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch })
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
