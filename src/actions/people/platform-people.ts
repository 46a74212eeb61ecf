import { platformRole } from '../../domain/ability.ts'
import { invalid, requireFound } from '../../domain/refusal.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { lockUser } from '../../storage/locks.ts'
import { signOutEverywhere } from '../../storage/queries/devices.ts'
import { insertMessage } from '../../storage/queries/messages.ts'
import { findPeopleByEmail, findUserById, insertPerson, type PersonRow, savePerson } from '../../storage/queries/users.ts'
import type { SecretBox } from '../../storage/secret-box.ts'
import type { Writer } from '../../storage/storage.ts'
import { lockEndingCredential } from '../credentials.ts'
import { type IssuedLink, makeSignInLink, renderInvitation } from './sign-in-links.ts'

/** Adds one of the marketplace's people. Refuses `validation_failed` at `email` for an existing address. */
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

/** The settings of an invitation: the address of its link, and the key that encrypts its text. */
type Invitation = { readonly secretBox: SecretBox; readonly baseUrl: string }

/**
 * Adds one of the marketplace's people, and emails them a sign-in link. The link is also returned, since a new server may not
 * send email yet. Refuses as `addPlatformPerson`.
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
    subject: 'Sign in to the marketplace',
    text: renderInvitation(baseUrl, {
      opening: 'You now have access to the marketplace.',
      pages: 'marketplace',
      token: link.token,
    }),
    expiresAt: link.expiresAt,
    now,
  })
  return { person: await savePerson(tx, person, { invitedAt: now }), link }
}

/** Removes one of the marketplace's people, who is signed out everywhere from the next call. Refuses `not_found`. */
export async function removePlatformPerson(tx: Writer, id: number, now: number): Promise<PersonRow> {
  await lockUser(tx, id)
  const person = await requireFound(findUserById(tx, id))
  await lockEndingCredential(tx, { userId: id }, null)
  await signOutEverywhere(tx, { userId: person.id }, now)
  return savePerson(tx, person, { removedAt: now })
}
