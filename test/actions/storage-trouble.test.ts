import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'
import pino from 'pino'
import { createTroubleLogger } from '../../src/actions/server/storage-trouble.ts'
import { minuteMs } from '../../src/domain/instant.ts'
import { notFound, Refusal } from '../../src/domain/refusal.ts'
import { translatePostgres } from '../../src/storage/postgres/faults.ts'
import { findDamageIn, translateAtWork, translateSqlite } from '../../src/storage/sqlite/faults.ts'
import { databaseUnavailable, findStorageTrouble } from '../../src/storage/trouble.ts'

const failed = (facts: object) => Object.assign(new Error('it said so'), facts)
const sqlite = (code: string) => translateSqlite(failed({ code, errno: 13 }))
const atWork = (code: string) => translateAtWork(failed({ code, errno: 11 }))
const postgres = (errno: string) => translatePostgres(failed({ code: 'ERR_POSTGRES_SERVER_ERROR', errno }))

test.each([
  [sqlite('SQLITE_FULL'), 'SQLITE_FULL', 'disk full'],
  [sqlite('SQLITE_IOERR_FSYNC'), 'SQLITE_IOERR_FSYNC', 'disk fails'],
  [sqlite('SQLITE_READONLY_DBMOVED'), 'SQLITE_READONLY_DBMOVED', 'read-only'],
  [sqlite('SQLITE_CANTOPEN'), 'SQLITE_CANTOPEN', 'file cannot be opened'],
  [sqlite('SQLITE_BUSY'), 'SQLITE_BUSY', 'locked by another process'],
  [sqlite('SQLITE_NOMEM'), 'SQLITE_NOMEM', 'out of memory'],
  [atWork('SQLITE_FULL'), 'SQLITE_FULL', 'disk full'],
  [atWork('SQLITE_CORRUPT_INDEX'), 'SQLITE_CORRUPT_INDEX', 'file damaged'],
  [atWork('SQLITE_NOTADB'), 'SQLITE_NOTADB', 'file damaged'],
  [postgres('53100'), '53100', 'disk full'],
  [postgres('58030'), '58030', 'disk fails'],
  [postgres('25006'), '25006', 'read-only'],
  [postgres('55P03'), '55P03', 'locked by another process'],
  [postgres('53200'), '53200', 'out of memory'],
  [postgres('53300'), '53300', 'too many connections'],
  [postgres('57014'), '57014', 'too slow'],
  [postgres('57P01'), '57P01', 'unreachable'],
  [translatePostgres(failed({ code: 'ERR_POSTGRES_CONNECTION_CLOSED' })), 'ERR_POSTGRES_CONNECTION_CLOSED', 'unreachable'],
  [databaseUnavailable(failed({})), null, 'unreachable'],
])('%#: names the cause of a database error', (refused, code, trouble) => {
  expect(findStorageTrouble(refused)).toEqual({ code, trouble, said: 'it said so' })
})

test('ends a start on damage, and finds damage in the death of a thread', () => {
  expect(sqlite('SQLITE_CORRUPT')).not.toBeInstanceOf(Refusal)
  const died = Bun.inspect(new Error('no', { cause: failed({ code: 'SQLITE_CORRUPT' }) }))
  expect(findStorageTrouble(findDamageIn(died))).toMatchObject({ code: 'SQLITE_CORRUPT', trouble: 'file damaged' })
  expect(findDamageIn(Bun.inspect(failed({ code: 'SQLITE_FULL' })))).toBeNull()
})

test('omits the values of a statement', () => {
  const inner = failed({ code: 'SQLITE_FULL', errno: 13 })
  const refused = translateSqlite(new DrizzleQueryError('insert into customers …', ['ann@example.org'], inner))
  expect(JSON.stringify(findStorageTrouble(refused))).not.toContain('ann@')
})

test('ignores errors that do not come from the database', () => {
  const others = [notFound(), new Refusal('unavailable', 'Cards cannot be taken.'), failed({ code: 'SQLITE_FULL' }), null]
  expect(others.map(findStorageTrouble)).toEqual([null, null, null, null])
})

test('logs each kind immediately and then once a minute, with a count', () => {
  const lines: Record<string, unknown>[] = []
  let now = 0
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const tell = createTroubleLogger(
    log,
    '/data/charabanc.sqlite',
    () => 'restore it',
    () => now,
  )

  for (let count = 0; count < 3; count++) tell(sqlite('SQLITE_FULL'))
  tell(sqlite('SQLITE_BUSY'))
  tell(notFound())
  tell(atWork('SQLITE_CORRUPT'))
  now = minuteMs - 1
  for (let count = 0; count < 40; count++) tell(sqlite('SQLITE_FULL'))
  now = minuteMs
  tell(sqlite('SQLITE_FULL'))

  const line = { level: 50, said: 'it said so', database: '/data/charabanc.sqlite', msg: 'database unavailable' }
  const full = { ...line, code: 'SQLITE_FULL', trouble: 'disk full' }
  expect(lines).toEqual([
    { ...full, refusals: 1 },
    { ...line, code: 'SQLITE_BUSY', trouble: 'locked by another process', refusals: 1 },
    { ...line, code: 'SQLITE_CORRUPT', trouble: 'file damaged', refusals: 1, wayBack: 'restore it' },
    { ...full, refusals: 43 },
  ])
})
