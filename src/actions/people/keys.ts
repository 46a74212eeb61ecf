import { type Ability, abilities } from '../../domain/ability.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { invalid, notFound } from '../../domain/refusal.ts'
import { findKey, type KeyRow, listKeys } from '../../storage/queries/credentials.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { endKey, type MintedCredential, mintCredential } from '../credentials.ts'

/** A requested key; `expiresAt` in ms, null for never. */
export type NewKey = { readonly name: string; readonly abilities: readonly Ability[]; readonly expiresAt: number | null }

/** The keys of the caller's account, newest first, including revoked ones. */
export function listOwnKeys(db: Reader, caller: PortalCaller): Promise<KeyRow[]> {
  return listKeys(db, caller.operatorId)
}

/** Makes a key; this response contains the only copy of its token. Refuses `validation_failed` for an end in the past. */
export async function mintKey(tx: Writer, caller: PortalCaller, wanted: NewKey, now: number): Promise<MintedCredential> {
  const { name, expiresAt } = wanted
  if (expiresAt !== null && expiresAt <= now) throw invalid(['expiresAt'], 'inFuture')
  return mintCredential(
    tx,
    {
      kind: 'api_key',
      name,
      operatorId: caller.operatorId,
      userId: caller.user.id,
      abilities: abilities.filter((one) => wanted.abilities.includes(one)),
      expiresAt,
    },
    now,
  )
}

/** Ends a key of the caller's account from its next call; a repeat changes nothing. Refuses `not_found`. */
export async function revokeOwnKey(tx: Writer, caller: PortalCaller, tokenId: string, now: number): Promise<void> {
  const key = await findKey(tx, tokenId)
  if (key === null || key.kind !== 'api_key' || key.operatorId !== caller.operatorId) throw notFound()
  await endKey(tx, tokenId, caller, now)
}
