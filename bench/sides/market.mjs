import { createHash } from 'node:crypto'

// The work of every peer on charabanc's tables: the same look-ups by the same indexes, and the same answers. `prepare` is that of
// bun:sqlite or better-sqlite3, which have the same calls. Nothing is logged, counted, checked against a contract, or kept
// between calls. Itineraries are read as JSON and shown by charabanc's own function if there is `Temporal`. A peer on a Node
// without it reads them in their final form, which is less work than charabanc has.

const { asItinerary } = await import(process.env.BENCH_ITINERARY ?? '')
const baseUrl = process.env.BENCH_BASE_URL ?? ''
const mapUrl = process.env.BENCH_MAP_URL ?? ''
const weeks2Ms = 14 * 86_400_000

const quoteColumns = `q.id AS quote_id, q.status AS quote_status, q.revision, q.price_amount, q.commission_amount, q.payout_amount,
  q.deposit_amount, q.currency_code AS quote_currency, q.vehicles, q.inclusions, q.exclusions, q.included_waiting_minutes,
  q.extra_hour_amount, q.extra_mile_amount, q.note, q.valid_until, q.locked_until, q.submitted_at,
  q.updated_at AS quote_updated_at, q.closed_at AS quote_closed_at`

const jobColumnsWith = (
  document,
) => `o.id AS offer_id, o.quote_by, o.currency_code, o.latest_quote_id, o.live_quote_id, o.declined_at, o.outcome,
  o.closed_at, o.offered_at, o.updated_at, o.operator_id, t.operator_id AS entered_by, t.id AS trip_id, t.ref, t.created_at, i.${document}, ${quoteColumns},
  (SELECT p.created_at FROM payments p WHERE p.quote_id = q.id AND p.status = 'in_doubt' LIMIT 1) AS doubt_since`

const jobTables = `offers o JOIN trips t ON t.id = o.trip_id JOIN bench_itineraries i ON i.trip_id = t.id
  LEFT JOIN quotes q ON q.id = o.latest_quote_id LEFT JOIN booking_requests r ON r.id = q.request_id`

/** All statements, each prepared once; itineraries are read as `itinerary`, or as `shown`. */
export function statementsOf(prepare, document = 'itinerary') {
  const jobColumns = jobColumnsWith(document)
  return {
    credential: prepare(
      `SELECT c.id, c.token_id, c.kind, c.name, c.operator_id, c.abilities, c.expires_at, c.revoked_at, c.last_used_at, c.created_at,
         u.id AS user_id, u.name AS user_name, u.email AS user_email, u.role AS user_role, u.removed_at AS user_removed_at,
         d.removed_at AS driver_removed_at
       FROM credentials c LEFT JOIN users u ON u.id = c.user_id LEFT JOIN drivers d ON d.id = c.driver_id WHERE c.hash = ?`,
    ),
    revokedAt: prepare('SELECT revoked_at FROM credentials WHERE id = ?'),
    operator: prepare('SELECT * FROM operators WHERE id = ?'),
    jobs: prepare("SELECT count(*) AS total FROM offers WHERE operator_id = ? AND outcome IS NOT 'won'"),
    page: prepare(
      `SELECT ${jobColumns} FROM ${jobTables} WHERE o.id IN (
         SELECT id FROM offers WHERE operator_id = ? AND outcome IS NOT 'won' ORDER BY offered_at DESC, id DESC LIMIT ? OFFSET ?)
       ORDER BY o.offered_at DESC, o.id DESC`,
    ),
    trip: prepare('SELECT * FROM trips WHERE ref = ?'),
    deadline: prepare('SELECT due_at FROM scheduler WHERE kind = ? AND subject_id = ?'),
    job: prepare(`SELECT ${jobColumns} FROM ${jobTables} WHERE o.operator_id = ? AND t.ref = ?`),
    saveQuote: prepare(
      `UPDATE quotes SET revision = ?, price_amount = ?, commission_amount = ?, payout_amount = ?, deposit_amount = ?, valid_until = ?,
         updated_at = ? WHERE id = ? AND status = ? AND revision = ? RETURNING *`,
    ),
    addRevision: prepare('INSERT INTO quote_revisions (quote_id, revision, terms, created_at) VALUES (?, ?, ?, ?) RETURNING *'),
    saveOffer: prepare('UPDATE offers SET updated_at = ? WHERE id = ? AND outcome IS ? AND live_quote_id IS ? RETURNING *'),
    payments: prepare(
      `SELECT * FROM payments WHERE trip_id = ? AND status IN ('charging', 'requires_action', 'awaiting_transfer', 'in_doubt') ORDER BY id`,
    ),
    quotes: prepare(
      `SELECT q.*, r.*, p.ref AS operator_ref, p.name AS operator_name FROM quotes q JOIN operators p ON p.id = q.operator_id
       LEFT JOIN booking_requests r ON r.id = q.request_id WHERE q.trip_id = ? ORDER BY q.id`,
    ),
    schedule: prepare(
      `INSERT INTO scheduler (kind, lane, subject_id, due_at, ready_at, attempts, created_at) VALUES (?, 'main', ?, ?, ?, 0, ?)
       ON CONFLICT (kind, subject_id) DO UPDATE SET due_at = excluded.due_at, ready_at = excluded.ready_at, attempts = 0,
         lease_token = NULL, boot_id = NULL, last_error = NULL`,
    ),
  }
}

/** The credential behind an `Authorization` header, or null. */
export function callerOf(statements, authorization) {
  const caller = statements.credential.get(callerHash(authorization))
  return isLive(caller) ? caller : null
}

/** The stored form of the token in an `Authorization` header. */
export function callerHash(authorization) {
  return createHash('sha256').update(authorization.slice('Bearer '.length)).digest('hex')
}

export function isLive(caller) {
  return caller != null && caller.revoked_at === null && (caller.expires_at === null || caller.expires_at > Date.now())
}

export function showMe(statements, caller) {
  return toMe(caller, statements.operator.get(caller.operator_id))
}

/** A page of 25 jobs. */
export function listJobs(statements, caller, page, show = toJob) {
  statements.operator.get(caller.operator_id)
  const { total } = statements.jobs.get(caller.operator_id)
  const jobs = statements.page.all(caller.operator_id, 25, (page - 1) * 25)
  return toPage(jobs.map(show), page, total)
}

/** Revises the live quote of a job in charabanc's order: reads before writes. */
export function reviseQuote(statements, caller, ref, terms) {
  const now = Date.now()
  if (statements.revokedAt.get(caller.id).revoked_at !== null) throw new Error('revoked')
  const trip = statements.trip.get(ref)
  statements.deadline.get('trip', trip.id)
  const job = statements.job.get(caller.operator_id, ref)
  const operator = statements.operator.get(caller.operator_id)
  const price = terms.price_amount
  const commission = Math.round((price * operator.commission_bps) / 10_000)
  const deposit = Math.max(Math.round((price * operator.deposit_bps) / 10_000), operator.deposit_minimum_amount)
  const revision = job.revision + 1
  const quote = statements.saveQuote.get(
    ...[revision, price, commission, price - commission, deposit, now + weeks2Ms, now],
    ...[job.quote_id, job.quote_status, job.revision],
  )
  statements.addRevision.get(quote.id, revision, JSON.stringify(terms), now)
  const offer = statements.saveOffer.get(now, job.offer_id, job.outcome, job.live_quote_id)
  statements.payments.all(trip.id)
  statements.quotes.all(trip.id)
  statements.schedule.run('trip', trip.id, offer.quote_by, offer.quote_by, now)
  return { data: toJob({ ...job, ...quote, updated_at: now, quote_updated_at: now, closed_at: job.closed_at }) }
}

/** The caller, as the API shows it. */
export function toMe(caller, operator) {
  return {
    data: {
      operator_ref: operator.ref,
      operator: {
        name: operator.name,
        operator_licence: operator.operator_licence,
        timezone: operator.timezone,
        currency_code: operator.currency_code,
      },
      credential: {
        kind: caller.kind,
        token_id: caller.token_id,
        name: caller.name,
        abilities: JSON.parse(caller.abilities),
        expires_at: instant(caller.expires_at),
        last_used_at: instant(caller.last_used_at),
        created_at: instant(caller.created_at),
      },
      user: caller.user_id && { id: caller.user_id, name: caller.user_name, email: caller.user_email, role: caller.user_role },
    },
  }
}

/** A job as the API shows it, from a row of `jobs` or `page`. */
export function toJob(row) {
  return {
    ref: row.ref,
    status: row.live_quote_id === null ? 'fresh' : 'quoted',
    ...(row.shown === undefined ? asItinerary(JSON.parse(row.itinerary), mapUrl) : JSON.parse(row.shown)),
    currency_code: row.currency_code,
    quote_by: instant(row.quote_by),
    offered_at: instant(row.offered_at),
    closed_at: instant(row.closed_at),
    booking_ref: null,
    my_quote: row.quote_id && toQuote(row),
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
    own_trip: row.entered_by === row.operator_id,
    empty_m: null,
  }
}

/** The cancellation terms of every quote in the market. */
const usualTerms = [
  { days_before: 28, keep_bps: 0, of: 'deposit' },
  { days_before: 14, keep_bps: 5000, of: 'deposit' },
  { days_before: 0, keep_bps: 10000, of: 'deposit' },
]

function toQuote(row) {
  return {
    id: row.quote_id,
    status: row.quote_status,
    instantly_bookable: row.quote_status === 'confirmed' && row.locked_until === null,
    revision: row.revision,
    price_amount: row.price_amount,
    commission_amount: row.commission_amount,
    payout_amount: row.payout_amount,
    deposit_amount: row.deposit_amount,
    currency_code: row.quote_currency,
    vehicles: JSON.parse(row.vehicles).map(({ vehicleId, ...vehicle }) => ({ ...vehicle, vehicle_id: vehicleId })),
    inclusions: JSON.parse(row.inclusions),
    exclusions: JSON.parse(row.exclusions),
    included_waiting_minutes: row.included_waiting_minutes,
    extra_hour_amount: row.extra_hour_amount,
    extra_mile_amount: row.extra_mile_amount,
    note: row.note,
    valid_until: instant(row.valid_until),
    booking_request: null,
    rejection: null,
    submitted_at: instant(row.submitted_at),
    updated_at: instant(row.quote_updated_at),
    closed_at: instant(row.quote_closed_at),
    cancellation_terms: usualTerms,
    warnings: [],
    locked_until: instant(row.locked_until),
  }
}

/** A page as Laravel writes it, for a list long enough that its window of pages has a gap. */
export function toPage(data, page, total) {
  const path = `${baseUrl}/api/v1/jobs`
  const last = Math.ceil(total / 25)
  const urlOf = (number) => (number < 1 || number > last ? null : `${path}?page=${number}`)
  const window =
    last < 14 ? range(1, last) : page <= 7 ? [...range(1, 10), null, last - 1, last] : [1, 2, null, ...range(last - 9, last)]
  const links = window.map((number) =>
    number === null
      ? { url: null, label: '...', active: false }
      : { url: urlOf(number), label: String(number), active: number === page },
  )
  return {
    data,
    links: { first: urlOf(1), last: urlOf(last), prev: urlOf(page - 1), next: urlOf(page + 1) },
    meta: {
      current_page: page,
      from: (page - 1) * 25 + 1,
      last_page: last,
      links: [
        { url: urlOf(page - 1), label: '&laquo; Previous', active: false },
        ...links,
        { url: urlOf(page + 1), label: 'Next &raquo;', active: false },
      ],
      path,
      per_page: 25,
      to: (page - 1) * 25 + data.length,
      total,
    },
  }
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function instant(ms) {
  return ms === null ? null : `${new Date(ms).toISOString().slice(0, 19)}Z`
}
