import type { Role } from '../../domain/ability.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { invalid, requireFound } from '../../domain/refusal.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { findNarrowestRole, giveRole, narrowAbilities, removeFromAccount } from '../../domain/user.ts'
import { lockOperator } from '../../storage/locks.ts'
import { listKeys } from '../../storage/queries/credentials.ts'
import { listLiveCredentials, saveCredential, signOutEverywhere } from '../../storage/queries/devices.ts'
import { insertMessage } from '../../storage/queries/messages.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import {
  findUser,
  findUserOnAccount,
  insertUser,
  listLastSeen,
  listUsers,
  saveUser,
  type UserRow,
} from '../../storage/queries/users.ts'
import { parkSubscriptionsOfCredential } from '../../storage/queries/webhooks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { endKey, lockEndingCredential, type Presenting } from '../credentials.ts'
import { findOwnOperator } from './own-operator.ts'
import { type PhoneSetting, requireValidPhones } from './phones.ts'
import { makeSignInLink, renderInvitation } from './sign-in-links.ts'

/** A person to add to an account. */
export type NewUser = { readonly email: string; readonly name: string; readonly role: Role; readonly phone?: string | null }

/** Changes to a person; omitted members do not change. */
export type UserChange = { readonly role?: Role; readonly phone?: string | null }

/** A person on an account, and when they last used a device (ms). */
export type SeenUser = UserRow & { readonly lastSeenAt: number | null }

/** Everyone on the caller's account. */
export async function listTeam(db: Reader, caller: PortalCaller): Promise<SeenUser[]> {
  return withLastSeen(db, await listUsers(db, caller.operatorId))
}

async function withLastSeen(db: Reader, users: readonly UserRow[]): Promise<SeenUser[]> {
  const seen = await listLastSeen(
    db,
    users.map(({ id }) => id),
  )
  return users.map((user) => ({ ...user, lastSeenAt: seen.get(user.id) ?? null }))
}

/** Adds a person to an account. Refuses `validation_failed` at `key` for a duplicate address. */
export async function addUser(tx: Writer, operator: Pick<Operator, 'id'>, person: NewUser, now: number, key = 'email') {
  await lockOperator(tx, operator.id)
  const email = person.email.toLowerCase()
  if ((await findUserOnAccount(tx, operator.id, email)) !== null) throw invalid([key], 'taken')
  const { name, role, phone = null } = person
  return insertUser(tx, { email, name, role, phone, operatorId: operator.id, createdAt: now })
}

/**
 * Adds a person to the caller's account and emails them a sign-in link. Refuses as `addUser` does, and for an invalid phone
 * number.
 */
export async function inviteUser(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  person: NewUser,
  now: number,
): Promise<SeenUser> {
  const operator = await findOwnOperator(tx, caller)
  requireValidPhones(app, [operator], [[['phone'], person.phone]])
  const user = await addUser(tx, operator, person, now)
  const { token } = await makeSignInLink(tx, { userId: user.id }, invitationLifeMs, now)
  await mailInvitation(tx, app, { operator, user, token, who: caller.user.name }, now)
  return { ...(await saveUser(tx, user, { invitedAt: now })), lastSeenAt: null }
}

/** An invitation email: the account, the new user, the token of the sign-in link, and the name of the inviting person. */
type MailedInvitation = {
  readonly operator: Pick<Operator, 'id' | 'name'>
  readonly user: UserRow
  readonly token: string
  readonly who: string
}

/** Emails a user the link to sign in. */
export function mailInvitation(tx: Writer, app: AppContext, { operator, user, token, who }: MailedInvitation, now: number) {
  const opening = `${who} has added you to ${operator.name} as ${user.role}.`
  return insertMessage(tx, app.secretBox, {
    channel: 'mail',
    recipient: user.email,
    operatorId: operator.id,
    toKind: 'user',
    userId: user.id,
    subject: `Sign in to ${operator.name}`,
    text: renderInvitation(app.baseUrl, { opening, pages: 'office', token }),
    now,
  })
}

/**
 * Changes a person's phone or role. The abilities of their devices shrink immediately and grow at the next sign-in. Refuses
 * `not_found`, `last_admin`, `validation_failed` without a change or for an invalid phone number.
 */
export async function changeUser(
  tx: Writer,
  setting: PhoneSetting,
  caller: PortalCaller,
  id: number,
  change: UserChange,
  now: number,
): Promise<SeenUser> {
  await lockOperator(tx, caller.operatorId)
  const user = await requireFound(findUser(tx, caller.operatorId, id))
  if (Object.keys(change).length === 0) throw invalid(['role'], 'required')
  const { role = user.role, phone = user.phone } = change
  if (phone !== user.phone) requireValidPhones(setting, [await findOwnOperator(tx, caller)], [[['phone'], phone]])
  const changed = { ...giveRole(user, role, await listUsers(tx, caller.operatorId)), phone }
  for (const credential of await listLiveCredentials(tx, user.id)) {
    await saveCredential(tx, credential, { abilities: narrowAbilities(credential.abilities, role) })
  }
  const history = role === user.role ? {} : { roleBefore: findNarrowestRole(user), roleSince: now }
  const saved = await saveUser(tx, user, { ...changed, ...history })
  const [seen] = await withLastSeen(tx, [saved])
  return { ...saved, lastSeenAt: seen?.lastSeenAt ?? null }
}

/** Options for the keys of a person who leaves. Keys may stay, because other programs may hold them. */
export const keyFates = ['stay', 'revoke'] as const

export type KeyFate = (typeof keyFates)[number]

/**
 * Removes a person from the account. Their devices are signed out from the next call, and their keys end if `keys` is `revoke`.
 * Refuses `not_found`, `last_admin`.
 */
export async function removeUser(
  tx: Writer,
  { operatorId, credential }: { readonly operatorId: number } & Partial<NonNullable<Presenting>>,
  id: number,
  now: number,
  keys: KeyFate = 'stay',
): Promise<UserRow> {
  await lockOperator(tx, operatorId)
  const user = await requireFound(findUser(tx, operatorId, id))
  const removed = removeFromAccount(user, await listUsers(tx, operatorId), now)
  const caller = credential === undefined ? null : { credential }
  await lockEndingCredential(tx, { userId: id }, caller)
  if (keys === 'revoke') {
    const minted = (await listKeys(tx, operatorId)).filter(({ mintedBy }) => mintedBy?.id === id)
    for (const { tokenId } of minted) await endKey(tx, tokenId, caller, now)
  }
  for (const credential of await listLiveCredentials(tx, user.id)) {
    await parkSubscriptionsOfCredential(tx, credential.id, 'credential_revoked', now)
  }
  await signOutEverywhere(tx, { userId: user.id }, now)
  return saveUser(tx, user, removed)
}
