import { dayMs, minuteMs } from '../domain/instant.ts'
import { Refusal } from '../domain/refusal.ts'
import { doesCredentialStand } from '../storage/queries/credentials.ts'
import {
  dropStoredResponse,
  findStoredResponse,
  insertStoredResponse,
  type StoredResponse,
  saveStoredResponse,
} from '../storage/queries/stored-responses.ts'
import type { Writer } from '../storage/storage.ts'
import type { AppContext } from './context.ts'

/** A key the caller gave its request, within whose scope it holds, and what the request said. */
export type Claim = { readonly scope: string; readonly key: string; readonly fingerprint: string }

export type Answer = { readonly status: number; readonly body: unknown }

/** What goes out, byte for byte. */
export type Told = { readonly status: number; readonly text: string; readonly replayed: boolean }

/** One request that must be done once. */
export type Asked = {
  readonly credentialId: number
  readonly claim: Claim | null
  /** The answer worth keeping for a refusal (the work's own 409), or null when a retry should do the work again. */
  answerTo(refusal: Refusal): Answer | null
}

const keptForMs = dayMs
const leaseMs = minuteMs

/**
 * Does `work` in one transaction together with the claim on its key and the stored response, so that a crash leaves all of it
 * or nothing. A second request with the key hears the first answer, byte for byte, for 24 hours.
 * Refuses `idempotency_key_reused`, `idempotency_in_progress`, `unauthenticated` (revoked meanwhile) and what the work refuses.
 */
export async function performOnce(app: AppContext, asked: Asked, work: (tx: Writer) => Promise<Answer>): Promise<Told> {
  const { claim } = asked
  const now = app.clock()
  return app.storage.transact(async (tx) => {
    await mustStand(tx, asked)
    if (claim === null) return toldOf(await work(tx))
    const kept = await stillKept(tx, claim, now)
    if (kept !== null) return replay(app, claim, kept)
    const told = toldOf(await tx.savepoint(() => work(tx)).catch((fault) => answerOrThrow(asked, fault)))
    const row = newClaim(app, claim, now)
    await insertStoredResponse(tx, { ...row, ...completion(app, row.id, told) })
    return told
  })
}

/** Keeps the answer in the transaction that completes the work. */
export type Keep = (tx: Writer, answer: Answer) => Promise<Told>

/**
 * The same for work with an outside effect between two transactions. The claim comes first, in its own; `deed` keeps its
 * answer in its last one. What a dead process left in flight is taken over with the id it had, and the deed must then
 * find what was done under that id.
 */
export async function performAround(
  app: AppContext,
  asked: Asked,
  task: (keep: Keep, storedResponseId: string | null) => Promise<Told>,
): Promise<Told> {
  const { claim } = asked
  if (claim === null) {
    await app.storage.transact((tx) => mustStand(tx, asked))
    return task(async (_, answer) => toldOf(answer), null)
  }
  const taken = await app.storage.transact(async (tx) => {
    await mustStand(tx, asked)
    return takeClaim(app, tx, claim)
  })
  if ('told' in taken) return taken.told
  const { row } = taken
  try {
    return await task((tx, answer) => keepAnswer(app, tx, row, toldOf(answer)), row.id)
  } catch (fault) {
    return letGo(app, asked, row, fault)
  }
}

async function takeClaim(app: AppContext, tx: Writer, claim: Claim): Promise<{ told: Told } | { row: StoredResponse }> {
  const now = app.clock()
  const kept = await stillKept(tx, claim, now)
  if (kept === null) return { row: await insertStoredResponse(tx, { ...newClaim(app, claim, now), leaseUntil: now + leaseMs }) }
  const isAbandoned = kept.state === 'in_flight' && (kept.bootId !== app.bootId || (kept.leaseUntil ?? 0) <= now)
  if (!isAbandoned || kept.fingerprint !== claim.fingerprint) return { told: replay(app, claim, kept) }
  return { row: await saveStoredResponse(tx, kept, { bootId: app.bootId, leaseUntil: now + leaseMs }) }
}

/** A refusal worth keeping is kept; another frees the key; a fault leaves it to whoever asks next, as unfinished. */
async function letGo(app: AppContext, asked: Asked, row: StoredResponse, fault: unknown): Promise<Told> {
  if (!(fault instanceof Refusal) || fault.code === 'unavailable') {
    await app.storage.transact((tx) => saveStoredResponse(tx, row, { leaseUntil: app.clock() }))
    throw fault
  }
  const answer = asked.answerTo(fault)
  if (answer !== null) return app.storage.transact((tx) => keepAnswer(app, tx, row, toldOf(answer)))
  await app.storage.transact((tx) => dropStoredResponse(tx, row.id))
  throw fault
}

async function mustStand(tx: Writer, asked: Asked): Promise<void> {
  if (await doesCredentialStand(tx, asked.credentialId)) return
  throw new Refusal('unauthenticated', 'This credential has been revoked.')
}

/** A key whose day is over is a new key. */
async function stillKept(tx: Writer, claim: Claim, now: number): Promise<StoredResponse | null> {
  const kept = await findStoredResponse(tx, claim.scope, claim.key)
  if (kept === null || kept.expiresAt > now) return kept
  await dropStoredResponse(tx, kept.id)
  return null
}

function replay(app: AppContext, claim: Claim, kept: StoredResponse): Told {
  if (kept.fingerprint !== claim.fingerprint) {
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.')
  }
  if (kept.state === 'in_flight' || kept.encrypted === null || kept.status === null) {
    throw new Refusal('idempotency_in_progress', 'The request with this Idempotency-Key is still being done.', {}, 1)
  }
  return { status: kept.status, text: app.secretBox.decrypt(kept.encrypted, encryptionContext(kept.id)), replayed: true }
}

async function keepAnswer(app: AppContext, tx: Writer, row: StoredResponse, told: Told): Promise<Told> {
  await saveStoredResponse(tx, row, { ...completion(app, row.id, told) })
  return told
}

function completion(app: AppContext, id: string, told: Told) {
  const encrypted = app.secretBox.encrypt(told.text, encryptionContext(id))
  return { state: 'completed' as const, leaseUntil: null, status: told.status, encrypted, expiresAt: app.clock() + keptForMs }
}

function newClaim(app: AppContext, claim: Claim, now: number) {
  const id = Bun.randomUUIDv7()
  return { ...claim, id, state: 'in_flight' as const, bootId: app.bootId, createdAt: now, expiresAt: now + keptForMs }
}

function answerOrThrow(asked: Asked, fault: unknown): Answer {
  const answer = fault instanceof Refusal ? asked.answerTo(fault) : null
  if (answer === null) throw fault
  return answer
}

function toldOf(answer: Answer): Told {
  return { status: answer.status, text: JSON.stringify(answer.body), replayed: false }
}

function encryptionContext(id: string): string {
  return `kept-answer:${id}`
}
