import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyElysia } from 'elysia'
import pino from 'pino'
import type { AppContext } from '../../src/actions/context.ts'
import { type Mint, mintCredential } from '../../src/actions/credentials.ts'
import { createDeadCheck } from '../../src/actions/server/boots.ts'
import { KeyedMutex } from '../../src/actions/server/keyed-mutex.ts'
import { LastUsed } from '../../src/actions/server/last-used.ts'
import { LiveActivities } from '../../src/actions/server/live-activities.ts'
import { createSoleMembership } from '../../src/actions/server/membership.ts'
import { noMetrics } from '../../src/actions/server/metrics.ts'
import { RateLimiter } from '../../src/actions/server/rate-limits.ts'
import { createTroubleLogger } from '../../src/actions/server/storage-trouble.ts'
import { abilities } from '../../src/domain/ability.ts'
import { usualMapUrl } from '../../src/domain/map-url.ts'
import { type Bucket, defaultRateLimits, parseRateLimit, type RateLimit } from '../../src/domain/rate-limit.ts'
import { usualRoads } from '../../src/domain/road-distance.ts'
import { openGeocoder } from '../../src/gateways/geocoding/geocoder.ts'
import type { Payments } from '../../src/gateways/payments/payments.ts'
import { manualPayments } from '../../src/gateways/payments/payments.ts'
import { openRoads } from '../../src/gateways/routing/roads.ts'
import { createEventBodies } from '../../src/http/contracts/event.ts'
import { createServer } from '../../src/http/server.ts'
import { findOperatorByRef, insertOperator } from '../../src/storage/queries/operators.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { dropDatabase, openStorageOf, prepareDatabase } from './database.ts'
import { noTransports } from './no-transports.ts'
import { newOperatorAccount } from './operator-account.ts'
import { openPaperPress } from './paper-press.ts'
import { patience } from './patience.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads any response
export type ApiAnswer = { status: number; headers: Headers; text: string; json: any }

/** An answer as a test compares it: the status, and the code of a refusal. */
export function apiStatusAndCode({ status, json }: ApiAnswer): string {
  return json?.error === undefined ? `${status}` : `${status} ${json.error.code}`
}

/** The data of a call that must have succeeded. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads any response
export function apiDataOf(answer: ApiAnswer): any {
  if (answer.status >= 400) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.json?.data
}

type StartOptions = {
  counters?: readonly ((app: AppContext) => AnyElysia)[]
  rateLimits?: Partial<Record<Bucket, string>>
  baseUrl?: string
  corsOrigins?: readonly string[]
  /** The customers' payments on a desk with this folder; transfers by default. */
  payments?: (folder: string) => Payments
  /** Wraps the storage of everything except periodic writes. */
  through?: (storage: Storage) => Storage
  /** Whether it uses a SQLite file even if the tests run on PostgreSQL, since the test is about that file. */
  isFile?: boolean
  /** Makes it one of several nodes on a database. */
  node?: Node
}

/** The shared and the own parts of a node. */
interface Node extends Pick<AppContext, 'bootId' | 'isDead' | 'payments'> {
  readonly storage: Storage
  /** The clock of all nodes; the desk's own by default. */
  readonly clock?: AppContext['clock']
}

/** The start of a desk's clock (ms). */
export const clockStart = Date.UTC(2026, 4, 20, 8, 11, 2)

/** A desk is the tests' word for a server in their own process, with its database and clock. */
export type InProcessServer = Awaited<ReturnType<typeof startInProcess>>

/** Starts an HTTP server on a real socket, with its own database, one operator, and a clock that only the test moves. */
export async function startInProcess(options: StartOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'charabanc-desk-'))
  const { node } = options
  let now = clockStart
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  if (node === undefined) await prepareDatabase(folder, options.isFile)
  const storage = node?.storage ?? (await openStorageOf(folder, () => now))
  const rateLimits = new RateLimiter(storage, rateLimitsOf(options.rateLimits), (fault) => log.error({ fault }, 'flush failed'))
  const lastUsed = new LastUsed(storage, 1000)
  const app: AppContext = {
    storage: options.through?.(storage) ?? storage,
    rateLimits,
    lastUsed,
    live: new LiveActivities(storage, node?.clock ?? (() => now), log),
    log,
    logAnswered: (answered) => log.info(answered, 'answered'),
    logTrouble: createTroubleLogger(log, folder, () => 'a backup'),
    clock: node?.clock ?? (() => now),
    wallClock: Date.now,
    returnUrl: null,
    payments: node?.payments ?? options.payments?.(folder) ?? manualPayments,
    bootId: node?.bootId ?? 'test',
    isDead: node?.isDead ?? createDeadCheck('test'),
    tripLocks: new KeyedMutex(),
    membership: createSoleMembership('test'),
    secretBox: createSecretBox(new Uint8Array(32).fill(7)),
    eventBodies: createEventBodies(usualMapUrl),
    baseUrl: options.baseUrl ?? 'http://charabanc.test',
    backups: null,
    isTestMode: false,
    geocoder: openGeocoder(null, log),
    mapUrl: usualMapUrl,
    roads: openRoads({ figures: usualRoads, router: null, log }),
    webhookTargets: { allowHttp: true, allow: { networks: [], endpoints: [] } },
    metrics: noMetrics,
    corsOrigins: options.corsOrigins ?? [],
    enquiryFramedBy: [],
    callerBehind: (peer) => peer.replace(/^::ffff:(?=\d+\.)/i, ''),
    phoneCountry: 'GB',
    closingHours: 24,
    payoutWaitsForBalance: false,
    transports: noTransports,
    publicName: null,
    press: openPaperPress(),
    acceptsProviderCalls: true,
    isWorkerAlive: () => true,
  }
  const account = { ...newOperatorAccount(clockStart), name: 'Dales & Łódź Coaches' }
  const operator = await storage.transact(
    async (tx) => (await findOperatorByRef(tx, account.ref)) ?? (await insertOperator(tx, account)),
  )
  const desk = createServer(app, options.counters)
  // The first page request bundles the apps, which is slow beside other work.
  const idleTimeout = 120
  const maxRequestBodySize = Number.MAX_SAFE_INTEGER
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout, maxRequestBodySize, fetch: desk.fetch })
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
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson(response) && text !== '' ? JSON.parse(text) : null,
    } as ApiAnswer
  }

  /** Sends these bytes and returns all that arrives until the other side closes. */
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
    const { token, row } = await storage.transact((tx) => mintCredential(tx, mint, app.clock()))
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
      app.press.close()
      await rateLimits.close()
      await lastUsed.close()
      await storage.close()
      await dropDatabase(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The rate limit of every bucket, with the contract's default for those not named. */
export function rateLimitsOf(texts: Readonly<Partial<Record<Bucket, string>>> = {}): Readonly<Record<Bucket, RateLimit>> {
  const entries = Object.entries({ ...defaultRateLimits, ...texts }).map(([bucket, text]) => [bucket, parseRateLimit(text)])
  return Object.fromEntries(entries) as Record<Bucket, RateLimit>
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}
