import type { PortalCaller } from '../domain/caller.ts'
import { notFound, Refusal } from '../domain/refusal.ts'
import { chooseOperator, isLinkGood, linkLifeMs } from '../domain/sign-in.ts'
import { isTokenText, kindOfToken } from '../domain/token.ts'
import type { DriverRow } from '../storage/queries/drivers.ts'
import { insertMessage, noRecipient } from '../storage/queries/messages.ts'
import { findOperator, type Operator } from '../storage/queries/operators.ts'
import { findSignInLink, saveSignInLink } from '../storage/queries/sign-in.ts'
import { findUsersByEmail, type UserRow } from '../storage/queries/users.ts'
import type { Writer } from '../storage/storage.ts'
import type { AppContext } from './context.ts'
import { hashToken } from './credentials.ts'
import { type Issued, signInDriver, signInUser } from './devices.ts'
import { makeSignInLink, signInUrl } from './sign-in-links.ts'

/**
 * Mails one sign-in link to this address, whichever accounts it is on. For an address that no one has, the same is done and written,
 * and only the sending is left out, so that neither the answer nor its time tells one from the other.
 */
export async function sendLink(tx: Writer, app: AppContext, email: string, now: number): Promise<void> {
  const [known] = await findUsersByEmail(tx, email.toLowerCase())
  const whom = known === undefined ? { noOne: true as const } : { email: known.user.email }
  const { token, expiresAt } = await makeSignInLink(tx, whom, linkLifeMs, now)
  await insertMessage(tx, app.secretBox, {
    channel: 'mail',
    recipient: known?.user.email ?? noRecipient,
    subject: 'Your sign-in link',
    text: linkMail(app.baseUrl, token),
    expiresAt,
    now,
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

/** What an app hands in. `operatorRef` says who is meant where the address is on several accounts. */
export type LinkEntry = { readonly token: string; readonly device: string | null; readonly operatorRef: string | null }

/**
 * Signs in the holder of a link; it works once. Refuses `invalid_sign_in_link`, in the same words for every reason, and with a
 * good link, which stays so, `operator_choice_required` and `validation_failed` for an operator it does not lead to.
 */
export async function exchangeLink(tx: Writer, { token, device, operatorRef }: LinkEntry, now: number): Promise<Issued> {
  if (!isTokenText(token) || kindOfToken(token) !== 'sign_in_link') throw invalidLink()
  const found = await findSignInLink(tx, hashToken(token))
  if (found === null || !isLinkGood(found.link, now)) throw invalidLink()
  const known = await guestsOf(tx, found)
  if (known.length === 0) throw invalidLink()
  const guest = chooseOperator(known, operatorRef, 'This address is on the accounts of several operators: say which.')

  await saveSignInLink(tx, found.link, { usedAt: now })
  return 'driver' in guest ? signInDriver(tx, guest.driver, device, now) : signInUser(tx, guest.user, device, now)
}

type FoundLink = NonNullable<Awaited<ReturnType<typeof findSignInLink>>>
type Guest = { readonly operator: Operator } & ({ readonly user: UserRow } | { readonly driver: DriverRow })

/** Whom a link lets in now. */
async function guestsOf(tx: Writer, { link, user, driver }: FoundLink): Promise<readonly Guest[]> {
  if (link.email !== null) return findUsersByEmail(tx, link.email)
  const owner = user ?? driver
  const operator = owner === null || owner.removedAt !== null ? null : await findOperator(tx, owner.operatorId)
  if (operator === null) return []
  if (user !== null) return [{ operator, user }]
  return driver === null ? [] : [{ operator, driver }]
}

/** Signs the same person in on another account of theirs, on the device they hold. Refuses `not_found` where they have none. */
export async function switchOperator(tx: Writer, caller: PortalCaller, operatorRef: string, now: number): Promise<Issued> {
  const known = await findUsersByEmail(tx, caller.user.email)
  const there = known.find(({ operator }) => operator.ref === operatorRef)
  if (there === undefined) throw notFound()
  return signInUser(tx, there.user, caller.credential.name, now)
}

function invalidLink(): Refusal {
  return new Refusal('invalid_sign_in_link', 'This sign-in link has expired or has already been used. Ask for a new one.')
}
