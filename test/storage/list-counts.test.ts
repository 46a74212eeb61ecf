import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { recountSqlite } from '../support/list-recount.ts'

const start = Date.UTC(2026, 4, 20, 23)
const outcomes = ['won', 'lost', 'cancelled', 'expired', null] as const
const payoutStatuses = ['pending', 'scheduled', 'in_transit', 'paid', 'failed', 'cancelled'] as const

const hour = fc.integer({ min: 0, max: 60 }).map((hours) => start + hours * 3_600_000)
const operator = fc.integer({ min: 1, max: 2 })
const which = fc.integer({ min: 1, max: 30 })
const instant = fc.option(hour)

/** SQL statements as the program writes them, and some that it never writes. */
const move = fc.oneof(
  fc.tuple(operator, hour).map(([whose, at]) => insert('offers', { operator_id: whose, offered_at: at })),
  fc.tuple(operator, hour).map(([whose, at]) => insert('bookings', { operator_id: whose, departs_at: at, status: "'active'" })),
  fc.tuple(operator, hour).map(([whose, at]) => insert('payouts', { operator_id: whose, created_at: at, status: "'pending'" })),
  fc
    .tuple(fc.constantFrom(...outcomes), which)
    .map(([outcome, id]) => `UPDATE offers SET outcome = ${text(outcome)} WHERE id = ${id}`),
  fc.tuple(instant, which).map(([at, id]) => `UPDATE offers SET declined_at = ${at} WHERE id = ${id}`),
  fc.tuple(instant, which).map(([at, id]) => `UPDATE offers SET live_quote_id = ${at}, updated_at = 5 WHERE id = ${id}`),
  fc
    .tuple(fc.constantFrom(...outcomes), instant)
    .map(([outcome, at]) => `UPDATE offers SET outcome = ${text(outcome)}, declined_at = ${at} WHERE operator_id = 1`),
  fc
    .tuple(fc.constantFrom('active', 'cancelled'), which)
    .map(([status, id]) => `UPDATE bookings SET status = '${status}', updated_at = 5 WHERE id = ${id}`),
  fc.tuple(hour, which).map(([at, id]) => `UPDATE bookings SET departs_at = ${at} WHERE id = ${id}`),
  fc
    .tuple(fc.constantFrom(...payoutStatuses), which)
    .map(([status, id]) => `UPDATE payouts SET status = '${status}' WHERE id <= ${id}`),
)

function text(word: string | null): string {
  return word === null ? 'NULL' : `'${word}'`
}

/** Inserts a row in which only these columns matter. */
function insert(table: 'offers' | 'bookings' | 'payouts', said: Record<string, string | number>): string {
  const others = {
    offers: "SELECT random() AS trip_id, 0 AS quote_by, 0 AS departs_at, 'GBP' AS currency_code, 0 AS updated_at",
    bookings: `SELECT random() AS trip_id, random() AS ref, 0 AS quote_id, 'unassigned' AS trip_status, 0 AS price_amount, 0 AS deposit_amount,
      0 AS balance_amount, 0 AS commission_amount, 0 AS payout_amount, 'GBP' AS currency_code, 'paid' AS payment_status, 0 AS ends_at,
      0 AS confirmed_at, 0 AS updated_at`,
    payouts: `SELECT random() AS booking_id, 'TR' AS booking_ref, 0 AS amount, 'GBP' AS currency_code, 0 AS price_amount,
      0 AS commission_amount, 0 AS updated_at`,
  }[table]
  const names = [...others.matchAll(/AS (\w+)/g)].map(([, name]) => name)
  const own = Object.keys(said)
  return `INSERT INTO ${table} (${[...names, ...own].join()}) ${others}, ${Object.values(said).join()}`
}

test('counts each list correctly after any changes in any transactions', () => {
  using database = new Database(':memory:')
  migrateSqlite(database, 0)
  database.run('PRAGMA foreign_keys = OFF')
  const transaction = fc.record({ moves: fc.array(move, { minLength: 1, maxLength: 12 }), isKept: fc.boolean() })
  fc.assert(
    fc.property(fc.array(transaction, { minLength: 1, maxLength: 12 }), (transactions) => {
      for (const table of ['offers', 'bookings', 'payouts', 'list_counts', 'sqlite_sequence'])
        database.run(`DELETE FROM ${table}`)
      for (const { moves, isKept } of transactions) {
        database.run('BEGIN')
        for (const one of moves) database.run(one)
        database.run(isKept ? 'COMMIT' : 'ROLLBACK')
        const { kept, found } = recountSqlite(database)
        expect(kept).toEqual(found)
      }
    }),
  )
})
