import { dayMs, minuteMs } from '../domain/instant.ts'
import { Refusal } from '../domain/refusal.ts'
import { lockIdempotencyKey } from '../storage/locks.ts'
import {
  dropStoredResponse,
  findStoredResponse,
  insertStoredResponse,
  moveStoredResponse,
  type StoredResponse,
} from '../storage/queries/stored-responses.ts'
import { buildRowContext } from '../storage/rows/encryption.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import type { AppContext } from './context.ts'
import { requireValidUntilCommit } from './credentials.ts'
import { retryUntil } from './server/try-again.ts'

/** A caller's key for a request, its scope, and a fingerprint of the request. */
export type IdempotencyKey = { readonly scope: string; readonly key: string; readonly fingerprint: string }

/** A response as sent, byte for byte. */
export type RenderedResponse = { readonly status: NonNullable<StoredResponse['status']>; readonly text: string }

/** A request whose effect must happen once. Without a key nothing is stored; without a credential no sign-in is needed. */
export type IdempotentRequest<Thing> = {
  readonly credentialId: number | null
  /** Whether the work may revoke the caller's own credential. It then checks by `lockEndingCredential` that the credential is still valid. */
  readonly mayEndOwn?: true
  readonly key: IdempotencyKey | null
  /** Renders the result. It throws if the output does not fit its contract, and the transaction is undone. */
  readonly render: (thing: Thing) => RenderedResponse
  /** The response to store for a refusal (the action's own 409), or null if a retry must do the work again. */
  renderRefusal(refusal: Refusal): RenderedResponse | null
}

/** Thrown to a caller who repeats a request that already has a response. */
export class Replay extends Error {
  constructor(readonly response: RenderedResponse) {
    super('This request has already been answered.')
  }
}

const keptForMs = dayMs
const leaseMs = minuteMs

/**
 * Milliseconds before the end of a lease in which a failed release is not repeated, because another process may take the key
 * over.
 */
const takeOverNearMs = leaseMs / 3

/**
 * Does `work` in one transaction with the claim on its key and the stored response, so that a crash leaves all of it or
 * nothing. A repeat within 24 hours is a `Replay`. Refuses `idempotency_key_reused`, `idempotency_in_progress`,
 * `unauthenticated` (revoked meanwhile), and as the work does.
 */
export async function transactOnce<Thing>(
  app: AppContext,
  request: IdempotentRequest<Thing>,
  work: (tx: Writer) => Promise<Thing>,
): Promise<Thing> {
  const { key } = request
  const done = await app.storage.transact(async (tx) => {
    if (key === null) return doAndRender(tx, request, work)
    await lockIdempotencyKey(tx, key.scope, key.key)
    const now = app.clock()
    const stored = await findUnexpired(tx, key, now)
    if (stored !== null) throw replayOf(app, key, stored)
    const outcome = await tx.savepoint(() => doAndRender(tx, request, work)).catch((fault) => storableOrThrow(request, fault))
    const row = newRow(app, key, now)
    await insertStoredResponse(tx, { ...row, ...completion(app, row.id, outcome.response) })
    return outcome
  })
  if ('refusal' in done) throw done.refusal
  return done.thing
}

/**
 * Whether a request with this key was sent before, so that its response is stored or in progress. A repeat skips the external
 * calls that the first request made before its transaction.
 */
export async function isRepeated(db: Reader, key: IdempotencyKey | null, now: number): Promise<boolean> {
  if (key === null) return false
  const stored = await findStoredResponse(db, key.scope, key.key)
  return stored !== null && stored.expiresAt > now
}

/** The stored response to a request with this key; null without one, or after 24 hours. */
export async function findAnswer(app: AppContext, scope: string, key: string): Promise<string | null> {
  const stored = await app.storage.read((db) => findStoredResponse(db, scope, key))
  if (stored === null || stored.encrypted === null || stored.expiresAt <= app.clock()) return null
  return app.secretBox.decrypt(stored.encrypted, buildRowContext('kept-answer', stored.id))
}

/** The means for work that has an outside effect between its transactions. */
export type Steps<Thing> = {
  /** Id to save with everything that this request begins, so that a retry finds it; null without a key. */
  readonly storedResponseId: string | null
  /** Called in the last transaction: stores the response, and returns the result. */
  complete(tx: Writer, thing: Thing): Promise<Thing>
}

/**
 * Does work of several transactions once, as `transactOnce` does for one; the claim comes first, in its own transaction. A
 * request that a dead process left unfinished is taken over with its id, under which `work` must find the earlier effects. If
 * the output does not fit its contract, the last transaction is undone and the key stays unfinished. A retry then completes it
 * in the same way, without a second effect.
 */
export async function performInSteps<Thing>(
  app: AppContext,
  request: IdempotentRequest<Thing>,
  work: (steps: Steps<Thing>) => Promise<Thing>,
): Promise<Thing> {
  const row = await claimFor(app, request)
  const complete = async (tx: Writer, thing: Thing) => {
    const response = request.render(thing)
    if (row !== null) await completeRow(app, tx, row, response)
    return thing
  }
  try {
    return await prolonging(app, row, () => work({ storedResponseId: row?.id ?? null, complete }))
  } catch (fault) {
    if (row !== null)
      await release(app, request, row, fault).catch((err) => {
        logUnreleased(app, row, err)
        retryUntil(app, (row.leaseUntil ?? 0) - takeOverNearMs, () => release(app, request, row, fault))
      })
    throw fault
  }
}

/** Extends the lease of a claim while `work` runs, so that no other process takes it over. */
async function prolonging<T>(app: AppContext, row: StoredResponse | null, work: () => Promise<T>): Promise<T> {
  if (row === null) return work()
  const timer = setInterval(() => {
    app.storage
      .transact((tx) => moveStoredResponse(tx, row, { leaseUntil: app.clock() + leaseMs }))
      .catch((err) => app.log.warn({ storedResponse: row.id, err }, 'could not extend the claim on an idempotency key'))
  }, leaseMs / 3)
  return work().finally(() => clearInterval(timer))
}

async function claimFor<Thing>(app: AppContext, request: IdempotentRequest<Thing>): Promise<StoredResponse | null> {
  const { credentialId, key } = request
  if (credentialId === null) return null
  let deadBootId: string | null = null
  for (;;) {
    const claimed: KeyClaim = await app.storage.transact(async (tx) => {
      return whileValid(tx, request, async () => (key === null ? { row: null } : claimKey(app, tx, key, deadBootId)))
    })
    if ('row' in claimed) return claimed.row
    if (!(await app.isDead(claimed.heldBy))) throw claimed.refusal
    deadBootId = claimed.heldBy
  }
}

type KeyClaim = { readonly row: StoredResponse | null } | { readonly heldBy: string; readonly refusal: Replay | Refusal }

/** Claims a key, or returns the boot that has it. A caller that finds this boot dead takes the claim over. */
async function claimKey(app: AppContext, tx: Writer, key: IdempotencyKey, deadBootId: string | null): Promise<KeyClaim> {
  await lockIdempotencyKey(tx, key.scope, key.key)
  const now = app.clock()
  const stored = await findUnexpired(tx, key, now)
  if (stored === null) return { row: await insertStoredResponse(tx, { ...newRow(app, key, now), leaseUntil: now + leaseMs }) }
  const refusal = replayOf(app, key, stored)
  if (stored.state !== 'in_flight' || stored.fingerprint !== key.fingerprint) throw refusal
  const isAbandoned = stored.bootId === deadBootId || (stored.leaseUntil ?? 0) <= now
  if (isAbandoned) return { row: await moveStoredResponse(tx, stored, { bootId: app.bootId, leaseUntil: now + leaseMs }) }
  if (stored.bootId === app.bootId) throw refusal
  return { heldBy: stored.bootId, refusal }
}

/**
 * Ends the claim on a key after an error: stores a storable refusal and frees the key for any other. A fault leaves the key
 * unfinished for the next try.
 */
async function release<Thing>(app: AppContext, request: IdempotentRequest<Thing>, row: StoredResponse, fault: unknown) {
  const isRefused = fault instanceof Refusal && fault.code !== 'unavailable'
  const response = isRefused ? request.renderRefusal(fault) : null
  await app.storage.transact(async (tx) => {
    if (response !== null) await completeRow(app, tx, row, response)
    else if (isRefused) await dropStoredResponse(tx, row.id)
    else await moveStoredResponse(tx, row, { leaseUntil: app.clock() })
  })
}

/** The caller gets the error first; the lease frees the key within a minute. */
function logUnreleased(app: AppContext, { id }: StoredResponse, fault: unknown): void {
  app.log.error({ storedResponse: id, err: fault }, 'could not release an idempotency key')
}

/**
 * Does the work of a transaction, then checks that the credential is still valid. A revocation never waits for work, and work
 * under a revoked credential is undone.
 */
async function whileValid<T>(
  tx: Writer,
  { credentialId, mayEndOwn }: Pick<IdempotentRequest<unknown>, 'credentialId' | 'mayEndOwn'>,
  work: () => Promise<T>,
): Promise<T> {
  if (credentialId === null) return work()
  const done = await work().catch(async (fault) => {
    if (fault instanceof Refusal && fault.code !== 'unavailable') await requireValidUntilCommit(tx, credentialId)
    throw fault
  })
  if (mayEndOwn !== true) await requireValidUntilCommit(tx, credentialId)
  return done
}

/** An expired key is a new key. */
async function findUnexpired(tx: Writer, { scope, key }: IdempotencyKey, now: number): Promise<StoredResponse | null> {
  const stored = await findStoredResponse(tx, scope, key)
  if (stored === null || stored.expiresAt > now) return stored
  await dropStoredResponse(tx, stored.id)
  return null
}

function replayOf(app: AppContext, key: IdempotencyKey, stored: StoredResponse): Replay | Refusal {
  if (stored.fingerprint !== key.fingerprint) {
    return new Refusal('idempotency_key_reused', 'This Idempotency-Key was already used for a different request.')
  }
  if (stored.state === 'in_flight' || stored.encrypted === null || stored.status === null) {
    return new Refusal('idempotency_in_progress', 'The request with this Idempotency-Key is still in progress.', {}, 1)
  }
  return new Replay({
    status: stored.status,
    text: app.secretBox.decrypt(stored.encrypted, buildRowContext('kept-answer', stored.id)),
  })
}

function doAndRender<Thing>(tx: Writer, request: IdempotentRequest<Thing>, work: (tx: Writer) => Promise<Thing>) {
  return whileValid(tx, request, async () => {
    const thing = await work(tx)
    return { thing, response: request.render(thing) }
  })
}

function storableOrThrow<Thing>(request: IdempotentRequest<Thing>, refusal: unknown) {
  const response = refusal instanceof Refusal ? request.renderRefusal(refusal) : null
  if (response === null) throw refusal
  return { refusal, response }
}

async function completeRow(app: AppContext, tx: Writer, row: StoredResponse, response: RenderedResponse): Promise<void> {
  await moveStoredResponse(tx, row, completion(app, row.id, response))
}

function completion(app: AppContext, id: string, { status, text }: RenderedResponse) {
  const encrypted = app.secretBox.encrypt(text, buildRowContext('kept-answer', id))
  return { state: 'completed' as const, leaseUntil: null, status, encrypted, expiresAt: app.clock() + keptForMs }
}

function newRow(app: AppContext, key: IdempotencyKey, now: number) {
  const id = Bun.randomUUIDv7()
  return { ...key, id, state: 'in_flight' as const, bootId: app.bootId, createdAt: now, expiresAt: now + keptForMs }
}
