import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** The differences of the copies: SQL by column, in which `n` counts them from 1. */
type Differing = Readonly<Record<string, string>>

/** Copies one row this many times and returns the id before the first copy's. */
function copy(database: Database, table: string, where: string, times: number, differing: Differing): number {
  const { last } = database.query<{ last: number }, []>(`SELECT max(id) AS last FROM ${table}`).get() ?? { last: 0 }
  const columns = database.query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)').all(table)
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => (name === 'id' ? `${last} + n` : (differing[name] ?? name)))
  database.run(
    `WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${times})
     INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM counted, (SELECT * FROM ${table} WHERE ${where})`,
  )
  return last
}

/** The refs of the copies, each with a letter that no real ref has; `series` separates the calls. */
const refOf = (series: number) => `'TR-' || substr('ILOU', ${series} + 1, 1) || printf('%05d', n)`

/**
 * Gives an operator a past: copies the trip `ref` with its offer directly in the database. Each copy was offered, changed and is
 * due a second after the one before it.
 */
export function multiplyJob(dataDir: string, ref: string, times: number): void {
  multiply(dataDir, (database) => void copyJob(database, ref, times, 0))
}

/** The same for a booked trip with its booking, assignment and payout; each copy departs a second after the one before it. */
export function multiplyBooking(dataDir: string, ref: string, times: number): void {
  multiply(dataDir, (database) => {
    const trips = copyJob(database, ref, times, 1)
    const later = { departs_at: 'departs_at + n * 1000', updated_at: 'updated_at + n * 1000' }
    const booking = `ref = '${ref}'`
    const bookings = copy(database, 'bookings', booking, times, { ...later, trip_id: `${trips} + n`, ref: refOf(1) })
    const isIts = `booking_id = (SELECT id FROM bookings WHERE ${booking})`
    const assignments = copy(database, 'assignments', isIts, times, { booking_id: `${bookings} + n` })
    database.run(`UPDATE bookings SET assignment_id = id - ${bookings} + ${assignments} WHERE id > ${bookings}`)
    const payout = { booking_id: `${bookings} + n`, booking_ref: refOf(1), created_at: 'created_at + n * 1000' }
    copy(database, 'payouts', isIts, times, payout)
  })
}

function copyJob(database: Database, ref: string, times: number, series: number): number {
  const trips = copy(database, 'trips', `ref = '${ref}'`, times, { ref: refOf(series) })
  const its = `trip_id = (SELECT id FROM trips WHERE ref = '${ref}')`
  const [offeredAt, updatedAt, quoteBy] = ['offered_at + n * 1000', 'updated_at + n * 1000', 'quote_by + n * 1000']
  copy(database, 'offers', its, times, {
    trip_id: `${trips} + n`,
    offered_at: offeredAt,
    updated_at: updatedAt,
    quote_by: quoteBy,
  })
  return trips
}

function multiply(dataDir: string, work: (database: Database) => void): void {
  using database = new Database(join(dataDir, 'charabanc.sqlite'))
  database.run('PRAGMA busy_timeout = 5000')
  database.transaction(() => work(database)).immediate()
}
