import type { Role } from '../domain/ability.ts'
import type { PortalCaller } from '../domain/caller.ts'
import { invalid, mustFind } from '../domain/refusal.ts'
import { invitationLifeMs } from '../domain/sign-in.ts'
import { giveRole, narrowed, remove } from '../domain/user.ts'
import { liveCredentialsOf, saveCredential, signOutEverywhere } from '../storage/queries/devices.ts'
import { insertMessage } from '../storage/queries/messages.ts'
import type { Operator } from '../storage/queries/operators.ts'
import { findUser, findUserOnAccount, insertUser, listUsers, saveUser, type UserRow } from '../storage/queries/users.ts'
import { parkSubscriptionsOfCredential } from '../storage/queries/webhooks.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import type { AppContext } from './context.ts'
import { operatorOf } from './jobs.ts'
import { makeSignInLink, signInUrl } from './sign-in-links.ts'

/** Somebody who is to come onto an account. */
export type NewUser = { readonly email: string; readonly name: string; readonly role: Role }

/** Everyone on the caller's account. */
export function listTeam(db: Reader, caller: PortalCaller): Promise<UserRow[]> {
  return listUsers(db, caller.operatorId)
}

/** Puts a person on an account. Refuses `validation_failed` at `key` for an address that is on it already. */
export async function addUser(tx: Writer, operator: Pick<Operator, 'id'>, person: NewUser, now: number, key = 'email') {
  const email = person.email.toLowerCase()
  if ((await findUserOnAccount(tx, operator.id, email)) !== null) throw invalid([key], 'taken')
  const { name, role } = person
  return insertUser(tx, { email, name, role, operatorId: operator.id, createdAt: now })
}

/** Puts a person on the caller's account and mails them how to sign in. Refuses as `addUser` does. */
export async function inviteUser(tx: Writer, app: AppContext, caller: PortalCaller, person: NewUser, now: number) {
  const operator = await operatorOf(tx, caller)
  const user = await addUser(tx, operator, person, now)
  const { token } = await makeSignInLink(tx, { userId: user.id }, invitationLifeMs, now)
  await insertMessage(tx, app.secretBox, {
    channel: 'mail',
    recipient: user.email,
    subject: `${operator.name} has given you access`,
    text: invitationMail(app.baseUrl, token, { who: caller.user.name, operator: operator.name, role: user.role }),
    now,
  })
  return saveUser(tx, user, { invitedAt: now })
}

function invitationMail(baseUrl: string, token: string, facts: { who: string; operator: string; role: Role }): string {
  return [
    `${facts.who} has put you on the account of ${facts.operator} as ${facts.role}. Sign in here:`,
    '',
    signInUrl(baseUrl, token),
    '',
    'The link works once, within 7 days. An app that asks for a code takes this one instead:',
    '',
    token,
    '',
    `If it is too late for that, ask for another link with this address at ${baseUrl}/sign-in`,
  ].join('\n')
}

/**
 * Gives a person other work. What a device of theirs may do shrinks with the role at once and grows at the next sign-in.
 * Refuses `not_found`, `last_admin`.
 */
export async function changeRole(tx: Writer, caller: PortalCaller, id: number, role: Role): Promise<UserRow> {
  const user = await mustFind(findUser(tx, caller.operatorId, id))
  const changed = giveRole(user, role, await listUsers(tx, caller.operatorId))
  for (const credential of await liveCredentialsOf(tx, user.id)) {
    await saveCredential(tx, credential, { abilities: narrowed(credential.abilities, role) })
  }
  return saveUser(tx, user, changed)
}

/** Takes a person off the account; they are signed out everywhere from the very next call. Refuses `not_found`, `last_admin`. */
export async function removeUser(tx: Writer, account: { readonly operatorId: number }, id: number, now: number) {
  const user = await mustFind(findUser(tx, account.operatorId, id))
  const removed = remove(user, await listUsers(tx, account.operatorId), now)
  for (const credential of await liveCredentialsOf(tx, user.id)) {
    await parkSubscriptionsOfCredential(tx, credential.id, 'credential_revoked', now)
  }
  await signOutEverywhere(tx, { userId: user.id }, now)
  return saveUser(tx, user, removed)
}
