import { createHash, randomBytes } from 'node:crypto'
import { type Ability, platformRole } from '../domain/ability.ts'
import type { Caller, Credential, CredentialOwner } from '../domain/caller.ts'
import { deriveMessageToken, parseMessageToken } from '../domain/message-link.ts'
import { Refusal } from '../domain/refusal.ts'
import { findTokenKind, formatToken, formatTokenHint, isTokenText } from '../domain/token.ts'
import { keepCredential, lockCredentials, lockTrip } from '../storage/locks.ts'
import {
  type FoundCredential,
  findCredentialByHash,
  insertCredential,
  isCredentialActive,
  revokeKey,
} from '../storage/queries/credentials.ts'
import { findTrip } from '../storage/queries/trips.ts'
import { parkSubscriptionsOfCredential } from '../storage/queries/webhooks.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import type { NewRow, Row } from '../storage/tables.ts'
import type { AppContext } from './context.ts'

/**
 * Finds the caller with this token; null if it is unknown, expired or revoked, or its owner was removed. It reads storage for
 * every request, so that a revocation applies from the next call. A text without the form of a token is rejected first.
 */
export async function findCaller(app: AppContext, token: string, now: number): Promise<Caller | null> {
  if (!isTokenText(token)) return null
  const kept = await app.storage.readOne((db) => findCredentialByHash(db, hashToken(token)))
  const found = kept ?? (findTokenKind(token) === 'trip_link' ? await openFirst(app, token, now) : null)
  if (found === null) return null
  const { credential: row, user, driverRemovedAt } = found
  const isOver = row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)
  // A key outlives the person who made it.
  const hasLeft = row.kind !== 'api_key' && user !== null && user.removedAt !== null
  if (isOver || hasLeft || driverRemovedAt !== null) return null
  app.lastUsed.note(row, now)
  return callerOf(row, user)
}

/**
 * Inserts and returns the credential of an emailed link on its first use; null if this server did not make the link, or the
 * trip's links have ended since.
 */
async function openFirst({ storage, secretBox }: AppContext, token: string, now: number): Promise<FoundCredential | null> {
  const message = parseMessageToken(token, secretBox.blindIndex)
  if (message === null) return null
  const hash = hashToken(token)
  const opened = async (db: Reader) => {
    const trip = await findTrip(db, message.tripId)
    return trip !== null && hashToken(deriveMessageToken(message, trip, secretBox.blindIndex)) === hash ? trip : null
  }
  if ((await storage.read(opened)) === null) return null
  return storage.transact(async (tx) => {
    await lockTrip(tx, message.tripId)
    const trip = await opened(tx)
    const known = await findCredentialByHash(tx, hash)
    if (trip === null || known !== null) return known
    await mintCredential(tx, { kind: 'trip_link', name: trip.ref, tripId: trip.id, lastUsedAt: now }, now, token)
    return findCredentialByHash(tx, hash)
  })
}

function callerOf(row: FoundCredential['credential'], user: FoundCredential['user']): Caller | null {
  const { id, tokenId, name, abilities, deviceId, expiresAt, lastUsedAt, createdAt } = row
  const credential: Credential = { id, tokenId, name, abilities, deviceId, expiresAt, lastUsedAt, createdAt }
  switch (row.kind) {
    case 'api_key':
      return row.operatorId === null ? null : { kind: row.kind, credential, operatorId: row.operatorId, user: null }
    case 'operator_device':
      if (user === null) return null
      if (user.role === platformRole) return { kind: 'platform_device', credential, user: { ...user, role: user.role } }
      if (row.operatorId === null) return null
      return { kind: row.kind, credential, operatorId: row.operatorId, user: { ...user, role: user.role } }
    case 'driver_device':
      if (row.operatorId === null || row.driverId === null) return null
      return { kind: row.kind, credential, operatorId: row.operatorId, driverId: row.driverId }
    case 'platform_key':
      return { kind: row.kind, credential, user: null }
    case 'setup_link':
      return { kind: row.kind, credential }
    case 'trip_link':
      return row.tripId === null ? null : { kind: row.kind, credential, tripId: row.tripId }
  }
}

/** Hash under which a token is stored; the token itself never is. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

type OwnerColumn = 'operatorId' | 'userId' | 'driverId' | 'tripId' | 'deviceId'

export type Mint = Pick<NewRow<'credentials'>, 'kind' | 'name' | 'expiresAt' | 'lastUsedAt' | OwnerColumn> & {
  readonly abilities?: readonly Ability[]
}

/** A credential just made, with the only copy of its token. */
export type MintedCredential = { readonly token: string; readonly row: Row<'credentials'> }

/** Makes a credential; this response contains the only copy of the token, unless it can be derived again. */
export async function mintCredential(
  tx: Writer,
  mint: Mint,
  now: number,
  token = formatToken(mint.kind, randomBytes(32)),
): Promise<MintedCredential> {
  const row = await insertCredential(tx, {
    ...mint,
    tokenId: Bun.randomUUIDv7(),
    hash: hashToken(token),
    hint: formatTokenHint(token),
    abilities: [...(mint.abilities ?? [])],
    createdAt: now,
  })
  return { token, row }
}

/** A caller by their credential; null for the command line and the worker. */
export type Presenting = { readonly credential: Pick<Credential, 'id'> } | null

/**
 * Keeps a credential valid until the commit, which follows now. Refuses `unauthenticated` if it was revoked during its own
 * request.
 */
export async function requireValidUntilCommit(tx: Writer, credentialId: number): Promise<void> {
  // Sent together: the database answers in order, so the check sees every revocation before the lock.
  await Promise.all([keepCredential(tx, credentialId), requireActiveCredential(tx, credentialId)])
}

async function requireActiveCredential(tx: Writer, credentialId: number): Promise<void> {
  if (!(await isCredentialActive(tx, credentialId))) throw new Refusal('unauthenticated', 'This credential has been revoked.')
}

/**
 * Locks the credentials of an owner before they are revoked: no transaction under them commits after that. Call it after all
 * other locks. Refuses `unauthenticated` if the caller's own was revoked meanwhile.
 */
export async function lockEndingCredential(tx: Writer, owner: CredentialOwner | null, caller: Presenting): Promise<void> {
  const ownId = caller?.credential.id ?? null
  await lockCredentials(tx, owner, ownId)
  if (ownId !== null) await requireActiveCredential(tx, ownId)
}

/** Ends a key from its next call, and parks its subscriptions; null without an active key of that name. */
export async function endKey(tx: Writer, tokenId: string, caller: Presenting, now: number) {
  await lockEndingCredential(tx, { tokenId }, caller)
  const revoked = await revokeKey(tx, tokenId, now)
  if (revoked !== null) await parkSubscriptionsOfCredential(tx, revoked.id, 'credential_revoked', now)
  return revoked
}
