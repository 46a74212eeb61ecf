import { platformRole } from '../../domain/ability.ts'
import { invalid, mustFind } from '../../domain/refusal.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { lockUser } from '../../storage/locks.ts'
import { signOutEverywhere } from '../../storage/queries/devices.ts'
import { insertMessage } from '../../storage/queries/messages.ts'
import { findPeopleByEmail, findUserById, insertPerson, type PersonRow, savePerson } from '../../storage/queries/users.ts'
import type { SecretBox } from '../../storage/secret-box.ts'
import type { Writer } from '../../storage/storage.ts'
import { lockEnding } from './credentials.ts'
import { type IssuedLink, makeSignInLink, signInUrl } from './sign-in-links.ts'

/** Puts a person among those of the marketplace. Refuses `validation_failed` at `email` for an address that is there already. */
export async function addPlatformPerson(
  tx: Writer,
  person: { readonly email: string; readonly name: string },
  now: number,
): Promise<PersonRow> {
  const email = person.email.toLowerCase()
  const known = await findPeopleByEmail(tx, email)
  if (known.some(({ operator }) => operator === null)) throw invalid(['email'], 'taken')
  return insertPerson(tx, { email, name: person.name, role: platformRole, createdAt: now })
}

/** The settings of an invitation: where mails lead, and what their texts are encrypted with. */
type Invitation = { readonly secretBox: SecretBox; readonly baseUrl: string }

/**
 * Puts a person among those of the marketplace, and mails them how to sign in. The link is told too, since a new server
 * may have no mail yet. Refuses as `addPlatformPerson`.
 */
export async function invitePlatformPerson(
  tx: Writer,
  { secretBox, baseUrl }: Invitation,
  entry: { readonly email: string; readonly name: string },
  now: number,
): Promise<{ readonly person: PersonRow; readonly link: IssuedLink }> {
  const person = await addPlatformPerson(tx, entry, now)
  const link = await makeSignInLink(tx, { userId: person.id }, invitationLifeMs, now)
  await insertMessage(tx, secretBox, {
    channel: 'mail',
    recipient: person.email,
    toKind: 'user',
    userId: person.id,
    subject: "You have access to the marketplace's desk",
    text: invitationMail(baseUrl, link.token),
    expiresAt: link.expiresAt,
    now,
  })
  return { person: await savePerson(tx, person, { invitedAt: now }), link }
}

function invitationMail(baseUrl: string, token: string): string {
  return [
    "You have been put on the marketplace's desk. Sign in here:",
    '',
    signInUrl(baseUrl, 'marketplace', token),
    '',
    `The link works once, within ${spanInWords(invitationLifeMs)}. An app that asks for a code takes this one instead:`,
    '',
    token,
    '',
    'If it is too late for that, the same page sends another link to this address.',
  ].join('\n')
}

/** Takes a person away from the marketplace; they are signed out everywhere from the very next call. Refuses `not_found`. */
export async function removePlatformPerson(tx: Writer, id: number, now: number): Promise<PersonRow> {
  await lockUser(tx, id)
  const person = await mustFind(findUserById(tx, id))
  await lockEnding(tx, { userId: id }, null)
  await signOutEverywhere(tx, { userId: person.id }, now)
  return savePerson(tx, person, { removedAt: now })
}
