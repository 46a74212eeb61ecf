import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { ask, Charabanc, type Operator, termsAt, tripFor } from './charabanc.ts'
import type { Running } from './process.ts'

/** A data folder with a past of this many jobs, and its credentials. */
export interface History {
  readonly dataDir: string
  readonly operator: Operator
  readonly driver: { readonly token: string }
  /** A job that was quoted, and a trip that was booked and assigned to the driver. */
  readonly job: string
  readonly booking: string
  /** The instant of the newest job (ms). */
  readonly madeAt: number
}

/** The outcomes of a thousand jobs, the newest like the oldest. That is the harder case, since open jobs grow as well. */
const shares = [
  { of: 20, from: 'open', outcome: null, isDeclined: 0, isOpen: 1 },
  { of: 40, from: 'quoted', outcome: null, isDeclined: 0, isOpen: 1 },
  { of: 40, from: 'open', outcome: null, isDeclined: 0, isOpen: 0 },
  { of: 200, from: 'open', outcome: 'expired', isDeclined: 0, isOpen: 0 },
  { of: 50, from: 'open', outcome: null, isDeclined: 1, isOpen: 0 },
  { of: 69, from: 'booked', outcome: 'won', isDeclined: 0, isOpen: 0 },
  { of: 581, from: 'open', outcome: 'lost', isDeclined: 0, isOpen: 0 },
] as const

/** The interval between jobs; a longer past reaches further back. */
const everyMs = 90_000
const tripsOfDriver = 30

/** Makes a past from one trip of each kind, which the executable enters; the rest are copies made in the database. */
export async function makeHistory(binary: string, dataDir: string, jobs: number): Promise<History> {
  const charabanc = new Charabanc(binary, dataDir)
  const { refs, ...history } = await charabanc.whileServing((server) => enterTemplates(charabanc, server))
  const madeAt = Date.now()
  copyTemplates(join(dataDir, 'charabanc.sqlite'), refs, jobs, madeAt)
  return { dataDir, ...history, job: refs.quoted, booking: refs.booked, madeAt }
}

type Refs = Readonly<Record<(typeof shares)[number]['from'], string>>

async function enterTemplates(charabanc: Charabanc, server: Running) {
  const platform = await charabanc.platformKey()
  const operator = await charabanc.operator(server, platform)
  const enter = async () => (await ask(server, 'POST', '/platform/v1/trips', platform, tripFor([operator]))).data
  const quote = (ref: string, availability: string) =>
    ask(server, 'POST', `/api/v1/jobs/${ref}/quote`, operator.token, { ...termsAt(64_000), availability })
  const [open, quoted, booked] = [await enter(), await enter(), await enter()]
  await quote(quoted.ref, 'likely')
  const { my_quote: mine } = (await quote(booked.ref, 'confirmed')).data
  const card = { quote_id: mine.id, payment_method: 'pm_card_visa' }
  await ask(server, 'POST', '/customer/v1/trip/book', booked.customer_token, card)
  const { id } = (await ask(server, 'POST', '/api/v1/drivers', operator.token, { name: 'Pat Moss' })).data
  const crew = { driver_id: id, vehicle_reg: 'YX20 ABC' }
  await ask(server, 'POST', `/api/v1/bookings/${booked.ref}/driver`, operator.token, crew)
  const link = await charabanc.command('driver', 'link', '--operator', operator.ref, '--id', String(id))
  const device = { token: link.token, device_name: 'Phone' }
  const driver = { token: (await ask(server, 'POST', '/api/v1/auth/exchange', '', device)).data.token as string }
  return { operator, driver, refs: { open: open.ref, quoted: quoted.ref, booked: booked.ref } as Refs }
}

function copyTemplates(path: string, refs: Refs, jobs: number, now: number): void {
  using database = new Database(path)
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -500000', 'temp_store = MEMORY'])
    database.run(`PRAGMA ${pragma}`)
  database.run('CREATE TEMP TABLE shares (low int, high int, ref text, outcome text, is_declined int, is_open int)')
  let low = 0
  for (const { of, from, outcome, isDeclined, isOpen } of shares) {
    database.run('INSERT INTO shares VALUES (?, ?, ?, ?, ?, ?)', [low, low + of - 1, refs[from], outcome, isDeclined, isOpen])
    low += of
  }
  // Neighbouring jobs have different outcomes: 7,919 is prime to 1,000.
  database.run(`CREATE TEMP TABLE counted AS
    WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${jobs})
    SELECT n, ${now} - (${jobs} - n) * ${everyMs} AS at, shares.* FROM counted JOIN shares ON n * 7919 % 1000 BETWEEN low AND high
    ORDER BY n`)
  copyRows(database, jobs, now)
}

/**
 * Copies the rows of all jobs. Each copy has its template's id plus its number, so that a row finds the others of its job without
 * a query.
 */
function copyRows(database: Database, jobs: number, now: number): void {
  const last = (table: string) => database.query<{ id: number }, []>(`SELECT max(id) AS id FROM ${table}`).get()?.id ?? 0
  const [trips, quotes, bookings, drivers] = ['trips', 'quotes', 'bookings', 'drivers'].map((table) => `${last(table)}`)
  const crowd = Math.max(1, Math.round((jobs * 0.069) / tripsOfDriver))
  const ofTrip = 'trip_id = (SELECT id FROM trips WHERE trips.ref = counted.ref)'
  const ofBooking = 'booking_id = (SELECT id FROM bookings WHERE bookings.ref = counted.ref)'
  const departs = `at + ${10 * 86_400_000}`
  const isOver = `${departs} < ${now}`
  const copied = { trip_id: `${trips} + n`, updated_at: 'at' }
  copy(database, 'trips', 'template.ref = counted.ref', { ref, created_at: 'at', updated_at: 'at', departs_at: departs })
  copy(database, 'offers', ofTrip, {
    ...copied,
    offered_at: 'at',
    departs_at: departs,
    quote_by: `iif(is_open, ${now} + 3600000 * (1 + n % 480), at)`,
    outcome: 'counted.outcome',
    declined_at: 'iif(is_declined, at, NULL)',
    closed_at: 'iif(counted.outcome IS NULL, NULL, at)',
    latest_quote_id: `iif(template.latest_quote_id IS NULL, NULL, ${quotes} + n)`,
    live_quote_id: `iif(template.live_quote_id IS NULL, NULL, ${quotes} + n)`,
  })
  const offer = `(SELECT offers.id FROM offers WHERE offers.trip_id = ${trips} + n)`
  copy(database, 'quotes', ofTrip, { ...copied, offer_id: offer })
  const ends = { departs_at: departs, ends_at: `${departs} + 36000000` }
  copy(database, 'bookings', ofTrip, {
    ...copied,
    ...ends,
    ref,
    quote_id: `${quotes} + n`,
    assignment_id: `(SELECT max(id) FROM assignments) + n`,
    trip_status: `iif(${isOver}, 'completed', template.trip_status)`,
    finished_at: `iif(${isOver}, ${departs}, NULL)`,
    confirmed_at: 'at',
  })
  const driver = `iif(n * 31 % ${crowd} = 0, template.driver_id, ${drivers} + n * 31 % ${crowd})`
  copy(database, 'drivers', `n < ${crowd}`, {})
  copy(database, 'assignments', ofBooking, { ...ends, booking_id: `${bookings} + n`, driver_id: driver, assigned_at: 'at' })
  copy(database, 'payouts', ofBooking, { booking_id: `${bookings} + n`, booking_ref: ref, created_at: 'at', updated_at: 'at' })
}

/** `TR-` and the number in the letters of a reference. */
const ref = `'TR-' || ${[25, 20, 15, 10, 5, 0].map((shift) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (n >> ${shift} & 31) + 1, 1)`).join(' || ')}`

/** Copies the template of each job that has one, with differences in SQL over `n`, `at`, the job's share and its `template`. */
function copy(database: Database, table: string, isTemplate: string, differing: Readonly<Record<string, string>>): void {
  const names = database
    .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)
  const [{ id }] = database.query<{ id: number }, []>(`SELECT max(id) AS id FROM ${table}`).all() as [{ id: number }]
  const values = names.map((name) => (name === 'id' ? `${id} + n` : (differing[name] ?? `template.${name}`)))
  database.run(`CREATE TEMP TABLE template AS SELECT * FROM ${table}`)
  database.run(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM counted JOIN template ON ${isTemplate} ORDER BY n`,
  )
  database.run('DROP TABLE template')
}
