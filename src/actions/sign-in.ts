import { Refusal } from '../domain/refusal.ts'
import { isLinkGood, linkLifeMs } from '../domain/sign-in.ts'
import { isTokenText, kindOfToken } from '../domain/token.ts'
import { insertMessage, nobody } from '../storage/queries/messages.ts'
import { findSignInLink, saveSignInLink } from '../storage/queries/sign-in.ts'
import { findUserByEmail } from '../storage/queries/users.ts'
import { hashToken } from './credentials.ts'
import { type Issued, signInDriver, signInUser } from './devices.ts'
import type { House } from './house.ts'
import { makeSignInLink, signInUrl } from './sign-in-links.ts'

/**
 * Mails a sign-in link to the person with this address. For an address that nobody has, the same is done and written,
 * and only the sending is left out, so that neither the answer nor its time tells one from the other.
 */
export async function sendLink(house: House, email: string, now: number): Promise<void> {
  await house.storage.transact(async (tx) => {
    const user = await findUserByEmail(tx, email.toLowerCase())
    const { token, expiresAt } = await makeSignInLink(tx, user === null ? { nobody: true } : { userId: user.id }, linkLifeMs, now)
    await insertMessage(tx, house.vault, {
      channel: 'mail',
      recipient: user?.email ?? nobody,
      subject: 'Your sign-in link',
      text: linkMail(house.baseUrl, token),
      expiresAt,
      now,
    })
  })
}

function linkMail(baseUrl: string, token: string): string {
  return [
    'Somebody, probably you, wants to sign in with this address:',
    '',
    signInUrl(baseUrl, token),
    '',
    'The link works once, within 15 minutes. An app that asks for a code takes this one instead:',
    '',
    token,
    '',
    'If it was not you, do nothing. Nobody can sign in without this mail.',
  ].join('\n')
}

/** Signs in whoever holds a link; it works once. Refuses `invalid_sign_in_link`, in the same words for every reason. */
export async function exchangeLink(house: House, token: string, device: string | null, now: number): Promise<Issued> {
  if (!isTokenText(token) || kindOfToken(token) !== 'sign_in_link') throw invalidLink()
  return house.storage.transact(async (tx) => {
    const found = await findSignInLink(tx, hashToken(token))
    if (found === null || !isLinkGood(found.link, now)) throw invalidLink()
    const { link, user, driver } = found
    await saveSignInLink(tx, link, { ...link, usedAt: now })

    if (user !== null && user.removedAt === null) return signInUser(tx, user, device, now)
    if (driver !== null && driver.removedAt === null) return signInDriver(tx, driver, device, now)
    throw invalidLink()
  })
}

function invalidLink(): Refusal {
  return new Refusal('invalid_sign_in_link', 'This sign-in link has expired or has already been used. Ask for a new one.')
}
