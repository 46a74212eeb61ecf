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
import { boundTo } from '../storage/rows/encryption.ts'
import type { Writer } from '../storage/storage.ts'
import type { AppContext } from './context.ts'
import { mustStayValid } from './people/credentials.ts'
import { tryAgain } from './server/try-again.ts'

/** A key the caller gave its request, within whose scope it holds, and what the request said. */
export type IdempotencyKey = { readonly scope: string; readonly key: string; readonly fingerprint: string }

/** A response as it goes out, byte for byte. */
export type RenderedResponse = { readonly status: NonNullable<StoredResponse['status']>; readonly text: string }

/** One request that must be done once. Without a key nothing is stored; without a credential no one has to be signed in. */
export type IdempotentRequest<Thing> = {
  readonly credentialId: number | null
  /** Whether the work may revoke the caller's own credential. It then checks by `lockEnding` that the credential is still valid. */
  readonly mayEndOwn?: true
  readonly key: IdempotencyKey | null
  /** Shows what was done. It throws where the output does not fit its contract, and the transaction is undone. */
  readonly render: (thing: Thing) => RenderedResponse
  /** The response worth storing for a refusal (the action's own 409), or null when a retry should do the work again. */
  renderRefusal(refusal: Refusal): RenderedResponse | null
}

/** Thrown to a caller who repeats a request that has its response already. */
export class Replay extends Error {
  constructor(readonly response: RenderedResponse) {
    super('This request has been answered before.')
  }
}

const keptForMs = dayMs
const leaseMs = minuteMs

/** A key that could not be released is left to its lease for the last of it, as another may take it over soon (ms). */
const takeOverNearMs = leaseMs / 3

/**
 * Does `work` in one transaction together with the claim on its key and the stored response, so that a crash leaves all of it
 * or nothing. A repeat within 24 hours is a `Replay`.
 * Refuses `idempotency_key_reused`, `idempotency_in_progress`, `unauthenticated` (revoked meanwhile) and what the work refuses.
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
 * Whether a request with this key was sent before, so that its answer is at hand or on its way: what a first one asks elsewhere, before
 * its transaction, is not asked again.
 */
export async function isRepeated(app: AppContext, key: IdempotencyKey | null): Promise<boolean> {
  if (key === null) return false
  const stored = await app.storage.read((db) => findStoredResponse(db, key.scope, key.key))
  return stored !== null && stored.expiresAt > app.clock()
}

/** The stored response to a request with this key; null where there is none, or its day has ended. */
export async function findAnswer(app: AppContext, scope: string, key: string): Promise<string | null> {
  const stored = await app.storage.read((db) => findStoredResponse(db, scope, key))
  if (stored === null || stored.encrypted === null || stored.expiresAt <= app.clock()) return null
  return app.secretBox.decrypt(stored.encrypted, boundTo('kept-answer', stored.id))
}

/** The means handed to work that has an outside effect between its transactions. */
export type Steps<Thing> = {
  /** Id to write down with whatever is begun for this request, so that a later try finds it; null without a key. */
  readonly storedResponseId: string | null
  /** Called in the last transaction: stores the response to what was done, and hands the thing back. */
  complete(tx: Writer, thing: Thing): Promise<Thing>
}

/**
 * Does work of several transactions once, as `transactOnce` does for one; the claim comes first, in its own
 * transaction. What a dead process left in flight is taken over with the id it had. `work` must then find what was done
 * under that id. When the output does not fit its contract, the last transaction is undone and the key stays
 * unfinished. A later try then completes it in the same way, without a second effect.
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
        tryAgain(app, (row.leaseUntil ?? 0) - takeOverNearMs, () => release(app, request, row, fault))
      })
    throw fault
  }
}

/** Prolongs the lease of a claim as long as `work` takes, so that no one takes over what is being done. */
async function prolonging<T>(app: AppContext, row: StoredResponse | null, work: () => Promise<T>): Promise<T> {
  if (row === null) return work()
  const timer = setInterval(() => {
    app.storage
      .transact((tx) => moveStoredResponse(tx, row, { leaseUntil: app.clock() + leaseMs }))
      .catch((err) => app.log.warn({ storedResponse: row.id, err }, 'a claim on an idempotency key could not be prolonged'))
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

/** Claims a key, or says which other boot has it: who finds out that it is dead tells so, and takes the claim over. */
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

/** A refusal worth storing is stored; another frees the key; a fault leaves it to the next try, as unfinished. */
async function release<Thing>(app: AppContext, request: IdempotentRequest<Thing>, row: StoredResponse, fault: unknown) {
  const isRefused = fault instanceof Refusal && fault.code !== 'unavailable'
  const response = isRefused ? request.renderRefusal(fault) : null
  await app.storage.transact(async (tx) => {
    if (response !== null) await completeRow(app, tx, row, response)
    else if (isRefused) await dropStoredResponse(tx, row.id)
    else await moveStoredResponse(tx, row, { leaseUntil: app.clock() })
  })
}

/** The caller hears what went wrong first; the lease frees the key in a minute at most. */
function logUnreleased(app: AppContext, { id }: StoredResponse, fault: unknown): void {
  app.log.error({ storedResponse: id, err: fault }, 'an idempotency key could not be released')
}

/**
 * Does the work of a transaction, then checks that the credential is still valid: its revocation never waits for work, and work that it
 * overtakes is undone.
 */
async function whileValid<T>(
  tx: Writer,
  { credentialId, mayEndOwn }: Pick<IdempotentRequest<unknown>, 'credentialId' | 'mayEndOwn'>,
  work: () => Promise<T>,
): Promise<T> {
  if (credentialId === null) return work()
  const done = await work().catch(async (fault) => {
    if (fault instanceof Refusal && fault.code !== 'unavailable') await mustStayValid(tx, credentialId)
    throw fault
  })
  if (mayEndOwn !== true) await mustStayValid(tx, credentialId)
  return done
}

/** A key whose day is over is a new key. */
async function findUnexpired(tx: Writer, { scope, key }: IdempotencyKey, now: number): Promise<StoredResponse | null> {
  const stored = await findStoredResponse(tx, scope, key)
  if (stored === null || stored.expiresAt > now) return stored
  await dropStoredResponse(tx, stored.id)
  return null
}

function replayOf(app: AppContext, key: IdempotencyKey, stored: StoredResponse): Replay | Refusal {
  if (stored.fingerprint !== key.fingerprint) {
    return new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.')
  }
  if (stored.state === 'in_flight' || stored.encrypted === null || stored.status === null) {
    return new Refusal('idempotency_in_progress', 'The request with this Idempotency-Key is still being done.', {}, 1)
  }
  return new Replay({ status: stored.status, text: app.secretBox.decrypt(stored.encrypted, boundTo('kept-answer', stored.id)) })
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
  const encrypted = app.secretBox.encrypt(text, boundTo('kept-answer', id))
  return { state: 'completed' as const, leaseUntil: null, status, encrypted, expiresAt: app.clock() + keptForMs }
}

function newRow(app: AppContext, key: IdempotencyKey, now: number) {
  const id = Bun.randomUUIDv7()
  return { ...key, id, state: 'in_flight' as const, bootId: app.bootId, createdAt: now, expiresAt: now + keptForMs }
}
