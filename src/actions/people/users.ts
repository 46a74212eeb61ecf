import type { Role } from '../../domain/ability.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { invalid, mustFind } from '../../domain/refusal.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { giveRole, narrowed, narrowestRole, remove } from '../../domain/user.ts'
import { lockOperator } from '../../storage/locks.ts'
import { listKeys } from '../../storage/queries/credentials.ts'
import { liveCredentialsOf, saveCredential, signOutEverywhere } from '../../storage/queries/devices.ts'
import { insertMessage } from '../../storage/queries/messages.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import {
  findUser,
  findUserOnAccount,
  insertUser,
  lastSeenOf,
  listUsers,
  saveUser,
  type UserRow,
} from '../../storage/queries/users.ts'
import { parkSubscriptionsOfCredential } from '../../storage/queries/webhooks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { operatorOf } from '../quotes/jobs.ts'
import { endKey, lockEnding, type Presenting } from './credentials.ts'
import { mustBePhones, type PhoneSetting } from './phones.ts'
import { makeSignInLink, signInUrl } from './sign-in-links.ts'

/** Somebody who is to come onto an account. */
export type NewUser = { readonly email: string; readonly name: string; readonly role: Role; readonly phone?: string | null }

/** Changes to a person; what is left out stays. */
export type UserChange = { readonly role?: Role; readonly phone?: string | null }

/** A person on an account, and when they last used a device of theirs (ms). */
export type SeenUser = UserRow & { readonly lastSeenAt: number | null }

/** Everyone on the caller's account. */
export async function listTeam(db: Reader, caller: PortalCaller): Promise<SeenUser[]> {
  return withLastSeen(db, await listUsers(db, caller.operatorId))
}

async function withLastSeen(db: Reader, users: readonly UserRow[]): Promise<SeenUser[]> {
  const seen = await lastSeenOf(
    db,
    users.map(({ id }) => id),
  )
  return users.map((user) => ({ ...user, lastSeenAt: seen.get(user.id) ?? null }))
}

/** Puts a person on an account. Refuses `validation_failed` at `key` for an address that is on it already. */
export async function addUser(tx: Writer, operator: Pick<Operator, 'id'>, person: NewUser, now: number, key = 'email') {
  await lockOperator(tx, operator.id)
  const email = person.email.toLowerCase()
  if ((await findUserOnAccount(tx, operator.id, email)) !== null) throw invalid([key], 'taken')
  const { name, role, phone = null } = person
  return insertUser(tx, { email, name, role, phone, operatorId: operator.id, createdAt: now })
}

/** Puts a person on the caller's account and mails them how to sign in. Refuses as `addUser` does, and a phone that is no number. */
export async function inviteUser(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  person: NewUser,
  now: number,
): Promise<SeenUser> {
  const operator = await operatorOf(tx, caller)
  mustBePhones(app, [operator], [[['phone'], person.phone]])
  const user = await addUser(tx, operator, person, now)
  const { token } = await makeSignInLink(tx, { userId: user.id }, invitationLifeMs, now)
  await mailInvitation(tx, app, { operator, user, token, who: caller.user.name }, now)
  return { ...(await saveUser(tx, user, { invitedAt: now })), lastSeenAt: null }
}

/** An invitation as it is mailed: whom `who` has put on which account, and the token of their sign-in link. */
type MailedInvitation = {
  readonly operator: Pick<Operator, 'id' | 'name'>
  readonly user: UserRow
  readonly token: string
  readonly who: string
}

/** Mails somebody on an account how to sign in. */
export function mailInvitation(tx: Writer, app: AppContext, { operator, user, token, who }: MailedInvitation, now: number) {
  return insertMessage(tx, app.secretBox, {
    channel: 'mail',
    recipient: user.email,
    operatorId: operator.id,
    toKind: 'user',
    userId: user.id,
    subject: `${operator.name} has given you access`,
    text: invitationMail(app.baseUrl, token, { who, operator: operator.name, role: user.role }),
    now,
  })
}

function invitationMail(baseUrl: string, token: string, facts: { who: string; operator: string; role: Role }): string {
  return [
    `${facts.who} has put you on the account of ${facts.operator} as ${facts.role}. Sign in here:`,
    '',
    signInUrl(baseUrl, 'office', token),
    '',
    `The link works once, within ${spanInWords(invitationLifeMs)}. An app that asks for a code takes this one instead:`,
    '',
    token,
    '',
    'If it is too late for that, the same page sends another link to this address.',
  ].join('\n')
}

/**
 * Gives a person another phone or other work. What a device of theirs may do shrinks with the role at once and grows at the next
 * sign-in. Refuses `not_found`, `last_admin`, `validation_failed` where nothing is to be another or the phone is no number.
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
  const user = await mustFind(findUser(tx, caller.operatorId, id))
  if (Object.keys(change).length === 0) throw invalid(['role'], 'required')
  const { role = user.role, phone = user.phone } = change
  if (phone !== user.phone) mustBePhones(setting, [await operatorOf(tx, caller)], [[['phone'], phone]])
  const changed = { ...giveRole(user, role, await listUsers(tx, caller.operatorId)), phone }
  for (const credential of await liveCredentialsOf(tx, user.id)) {
    await saveCredential(tx, credential, { abilities: narrowed(credential.abilities, role) })
  }
  const history = role === user.role ? {} : { roleBefore: narrowestRole(user), roleSince: now }
  const saved = await saveUser(tx, user, { ...changed, ...history })
  const [seen] = await withLastSeen(tx, [saved])
  return { ...saved, lastSeenAt: seen?.lastSeenAt ?? null }
}

/**
 * Fates of the keys that a person minted, when that person leaves. Keys may stay, because other programs may hold them.
 */
export const keyFates = ['stay', 'revoke'] as const

export type KeyFate = (typeof keyFates)[number]

/**
 * Takes a person off the account; they are signed out everywhere from the very next call, and so are programs with the keys they minted
 * where `keys` says so. Refuses `not_found`, `last_admin`.
 */
export async function removeUser(
  tx: Writer,
  { operatorId, credential }: { readonly operatorId: number } & Partial<NonNullable<Presenting>>,
  id: number,
  now: number,
  keys: KeyFate = 'stay',
): Promise<UserRow> {
  await lockOperator(tx, operatorId)
  const user = await mustFind(findUser(tx, operatorId, id))
  const removed = remove(user, await listUsers(tx, operatorId), now)
  const caller = credential === undefined ? null : { credential }
  await lockEnding(tx, { userId: id }, caller)
  if (keys === 'revoke') {
    const minted = (await listKeys(tx, operatorId)).filter(({ mintedBy }) => mintedBy?.id === id)
    for (const { tokenId } of minted) await endKey(tx, tokenId, caller, now)
  }
  for (const credential of await liveCredentialsOf(tx, user.id)) {
    await parkSubscriptionsOfCredential(tx, credential.id, 'credential_revoked', now)
  }
  await signOutEverywhere(tx, { userId: user.id }, now)
  return saveUser(tx, user, removed)
}
