import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyElysia } from 'elysia'
import pino from 'pino'
import type { AppContext } from '../../src/actions/context.ts'
import { type Mint, mintCredential } from '../../src/actions/credentials.ts'
import { KeyedMutex } from '../../src/actions/keyed-mutex.ts'
import { LastUsed } from '../../src/actions/last-used.ts'
import { noMetrics } from '../../src/actions/metrics.ts'
import { RateLimiter } from '../../src/actions/rate-limits.ts'
import { abilities } from '../../src/domain/ability.ts'
import { type Bucket, defaultRateLimits, parseRateLimit, type RateLimit } from '../../src/domain/rate-limit.ts'
import type { Payments } from '../../src/gateways/payments/payments.ts'
import { manualPayments } from '../../src/gateways/payments/payments.ts'
import { eventBodies } from '../../src/http/contracts/event.ts'
import { createServer } from '../../src/http/server.ts'
import { migrateSqlite } from '../../src/storage/migrate.ts'
import { openSqlite } from '../../src/storage/open.sqlite.ts'
import { insertOperator } from '../../src/storage/queries/operators.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import { newAccount } from './account.ts'
import { patience } from './patience.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back and says what it should have been
export type Answer = { status: number; headers: Headers; text: string; json: any }

type Wishes = {
  counters?: readonly ((app: AppContext) => AnyElysia)[]
  rateLimits?: Partial<Record<Bucket, string>>
  baseUrl?: string
  corsOrigins?: readonly string[]
  /** How customers pay on a desk whose files are in this folder; by transfer without it. */
  payments?: (folder: string) => Payments
}

const start = Date.UTC(2026, 4, 20, 8, 11, 2)

/** A desk is the tests' word for a server in their own process, with its database and clock. */
export type Desk = Awaited<ReturnType<typeof openDesk>>

/** An HTTP server on a real socket, with a database of its own, one operator in it, and a clock that only moves when told. */
export async function openDesk(wishes: Wishes = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'charabanc-desk-'))
  const path = join(folder, 'charabanc.sqlite')
  const database = new Database(path, { create: true })
  migrateSqlite(database, start)
  database.close()

  let now = start
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const storage = openSqlite(path)
  const rateLimits = new RateLimiter(storage, rateLimitsOf(wishes.rateLimits), (fault) => log.error({ fault }, 'flush failed'))
  const lastUsed = new LastUsed(storage, 1000)
  const app: AppContext = {
    storage,
    rateLimits,
    lastUsed,
    log,
    logAnswered: (answered) => log.info(answered, 'answered'),
    clock: () => now,
    payments: wishes.payments?.(folder) ?? manualPayments,
    bootId: 'test',
    tripLocks: new KeyedMutex(),
    secretBox: createSecretBox(new Uint8Array(32).fill(7)),
    eventBodies,
    baseUrl: wishes.baseUrl ?? 'http://charabanc.test',
    isTestMode: false,
    webhookTargets: { allowHttp: true, allow: { networks: [], endpoints: [] } },
    metrics: noMetrics,
    corsOrigins: wishes.corsOrigins ?? [],
    callerBehind: (peer) => peer.replace(/^::ffff:(?=\d+\.)/i, ''),
    phoneCountry: 'GB',
    closingHours: 24,
    transport: null,
    isWorkerAlive: () => true,
  }
  const account = { ...newAccount(start), name: 'Dales & Łódź Coaches' }
  const operator = await storage.transact((tx) => insertOperator(tx, account))
  const desk = createServer(app, wishes.counters)
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', maxRequestBodySize: Number.MAX_SAFE_INTEGER, fetch: desk.fetch })
  const port = server.port ?? 0

  async function call(
    method: string,
    address: string,
    options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const headers = new Headers(options.headers)
    if (options.token) headers.set('Authorization', `Bearer ${options.token}`)
    const init: RequestInit = { method, headers }
    if (options.body !== undefined) {
      if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
      init.body =
        typeof options.body === 'string' || options.body instanceof Uint8Array
          ? (options.body as string)
          : JSON.stringify(options.body)
    }
    const response = await fetch(`http://127.0.0.1:${port}${address}`, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: text === '' ? null : JSON.parse(text) } as Answer
  }

  /** Sends these bytes and gives back everything that comes until the other end closes. */
  function raw(bytes: string | Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      let heard = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.setTimeout(patience(30_000), () => socket.destroy(new Error(`nothing more came after: ${heard}`)))
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1')
      })
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
    })
  }

  async function mint(wish: Partial<Mint> = {}): Promise<{ token: string; id: number; tokenId: string }> {
    const mint: Mint = { kind: 'api_key', name: 'dispatch', operatorId: operator.id, abilities, ...wish }
    const { token, row } = await storage.transact((tx) => mintCredential(tx, mint, now))
    return { token, id: row.id, tokenId: row.tokenId }
  }

  return {
    app,
    operator,
    folder,
    port,
    call,
    raw,
    mint,
    log: () => lines.map((line) => JSON.parse(line)),
    advance: (ms: number) => {
      now += ms
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop(true)
      await rateLimits.close()
      await lastUsed.close()
      await storage.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The rate limit of every bucket; what is not named has the contract's default. */
export function rateLimitsOf(texts: Readonly<Partial<Record<Bucket, string>>> = {}): Readonly<Record<Bucket, RateLimit>> {
  const entries = Object.entries({ ...defaultRateLimits, ...texts }).map(([bucket, text]) => [bucket, parseRateLimit(text)])
  return Object.fromEntries(entries) as Record<Bucket, RateLimit>
}
