import type { BrowserApp } from '../../domain/browser-app.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import { chooseOperator, isCodeGood, isLinkGood, linkLifeMs, marketplace, type SignInPlace } from '../../domain/sign-in.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { isTokenText, kindOfToken } from '../../domain/token.ts'
import { findDevice } from '../../storage/queries/devices.ts'
import type { DriverRow } from '../../storage/queries/drivers.ts'
import { insertMessage, noRecipient } from '../../storage/queries/messages.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import {
  type FoundLink,
  findDriversByPhone,
  findSignInCodeByLink,
  findSignInLink,
  saveSignInCode,
  saveSignInLink,
} from '../../storage/queries/sign-in.ts'
import { findPeopleByEmail, type KnownPerson, type PersonRow } from '../../storage/queries/users.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { hashToken } from './credentials.ts'
import { type Issued, logOut, signInDriver, signInUser } from './devices.ts'
import { whichRoster } from './sign-in-codes.ts'
import { makeSignInLink, type SignInPages, signInPagesOf, signInUrl } from './sign-in-links.ts'

/**
 * Mails one sign-in link to this address, whichever accounts it is on. For an address that no one has, the same is done and written,
 * and only the sending is left out, so that neither the answer nor its time tells one from the other.
 */
export async function sendLink(tx: Writer, app: AppContext, email: string, now: number): Promise<void> {
  const [known] = await findPeopleByEmail(tx, email.toLowerCase())
  const whom = known === undefined ? { noOne: true as const } : { email: known.user.email }
  const { token, expiresAt } = await makeSignInLink(tx, whom, linkLifeMs, now)
  await insertMessage(tx, app.secretBox, {
    channel: 'mail',
    recipient: known?.user.email ?? noRecipient,
    subject: 'Your sign-in link',
    text: linkMail(app.baseUrl, known === undefined ? 'office' : signInPagesOf(known.user), token),
    expiresAt,
    now,
  })
}

function linkMail(baseUrl: string, pages: SignInPages, token: string): string {
  return [
    'Somebody, probably you, wants to sign in with this address:',
    '',
    signInUrl(baseUrl, pages, token),
    '',
    `The link works once, within ${spanInWords(linkLifeMs)}. An app that asks for a code takes this one instead:`,
    '',
    token,
    '',
    'If it was not you, do nothing. Nobody can sign in without this mail.',
  ].join('\n')
}

/** A sign-in link as an app hands it in. `operatorRef` says who is meant where the address is on several accounts. */
export type LinkEntry = { readonly token: string; readonly device: string | null; readonly operatorRef: string | null }

/**
 * Signs in the holder of a link; it works once. Refuses `invalid_sign_in_link`, in the same words for every reason, and with a
 * good link, which stays so, `operator_choice_required` and `validation_failed` for an operator it does not lead to.
 */
export async function exchangeLink(tx: Writer, entry: LinkEntry, now: number): Promise<Issued> {
  return enterBy(tx, await goodWayIn(tx, entry, now), entry, now)
}

/**
 * Signs in the holder of a link to one app. Refuses as `exchangeLink` does, and `wrong_credential` with a good link of
 * another app, which stays good.
 */
export async function enterApp(tx: Writer, app: BrowserApp, entry: LinkEntry, now: number): Promise<Issued> {
  const way = await goodWayIn(tx, entry, now)
  const guests = way.guests.filter((guest) => appOf(guest) === app)
  if (guests.length === 0) throw new Refusal('wrong_credential', `This link is for ${wayInOf(way)}. Open it there.`)
  return enterBy(tx, { ...way, guests }, entry, now)
}

function appOf(guest: Guest): BrowserApp {
  if ('driver' in guest) return 'driver'
  return guest.operator === marketplace ? 'console' : 'portal'
}

const appNames: Readonly<Record<BrowserApp, string>> = {
  portal: 'the office',
  driver: 'the driver app',
  console: "the marketplace's console",
}

function wayInOf({ guests: [guest] }: WayIn): string {
  return guest === undefined ? 'another page' : appNames[appOf(guest)]
}

async function goodWayIn(tx: Writer, { token }: LinkEntry, now: number): Promise<WayIn> {
  if (!isTokenText(token) || kindOfToken(token) !== 'sign_in_link') throw invalidLink()
  const way = await wayInBy(tx, hashToken(token), now)
  if (way === null || way.guests.length === 0) throw invalidLink()
  return way
}

async function enterBy(tx: Writer, way: WayIn, { device, operatorRef }: LinkEntry, now: number): Promise<Issued> {
  const guest = chooseOperator(way.guests, operatorRef, way.question)

  await way.useUp()
  return 'driver' in guest ? signInDriver(tx, guest.driver, device, now) : signInUser(tx, guest.user, device, now)
}

/** A way in by a good link: its guests, the question where it leads to several accounts, and how it is used up. */
type WayIn = { readonly guests: readonly Guest[]; readonly question: string; readonly useUp: () => Promise<unknown> }

/**
 * The way in that a link opens now, by the hash of its token. The link is one of its own, or one that came with a code
 * and goes with it. Null where it is good for nothing.
 */
async function wayInBy(tx: Writer, hash: string, now: number): Promise<WayIn | null> {
  const found = await findSignInLink(tx, hash)
  if (found !== null) {
    if (!isLinkGood(found.link, now)) return null
    const guests = await guestsOf(tx, found)
    return { guests, question: whichAccount, useUp: () => saveSignInLink(tx, found.link, { usedAt: now }) }
  }
  const code = await findSignInCodeByLink(tx, hash)
  if (code === null || !isCodeGood(code, now)) return null
  const guests = await findDriversByPhone(tx, code.phoneHash)
  return { guests, question: whichRoster, useUp: () => saveSignInCode(tx, code, { usedAt: now }) }
}

const whichAccount = 'This address is on several accounts: say which.'

type Guest = { readonly operator: SignInPlace } & ({ readonly user: PersonRow } | { readonly driver: DriverRow })

/** The guests that a link lets in now; none where its owner was removed. */
async function guestsOf(tx: Writer, { link, user, driver }: FoundLink): Promise<readonly Guest[]> {
  if (link.email !== null) return (await findPeopleByEmail(tx, link.email)).map(guestOf)
  const owner = user ?? driver
  if (owner === null || owner.removedAt !== null) return []
  const operator = owner.operatorId === null ? marketplace : await findOperator(tx, owner.operatorId)
  if (operator === null) return []
  if (user !== null) return [{ operator, user }]
  return driver === null ? [] : [{ operator, driver }]
}

function guestOf({ user, operator }: KnownPerson): Guest {
  return { user, operator: operator ?? marketplace }
}

/** Every account the same person is on, by the order in which they came onto them. */
export async function listOwnAccounts(db: Reader, caller: PortalCaller): Promise<SignInPlace[]> {
  const known = await findPeopleByEmail(db, caller.user.email)
  return known.flatMap(({ operator }) => (operator === null ? [] : [operator]))
}

/** The account on which somebody wants to go on, and the token they came with. */
export type AccountSwitch = { readonly operatorRef: string; readonly presented: string }

/**
 * Signs the same person in on another account of theirs, on the device they hold. On the account they are on already nothing is done,
 * and what they hold is told again. Refuses `not_found` where they have none.
 */
export async function switchOperator(
  tx: Writer,
  { credential, user }: PortalCaller,
  { operatorRef, presented }: AccountSwitch,
  now: number,
): Promise<Issued> {
  const known = await findPeopleByEmail(tx, user.email)
  const there = known.find(({ operator }) => operator?.ref === operatorRef)
  if (there === undefined) throw notFound()
  if (there.user.id !== user.id) {
    const { deviceId } = credential
    const device = deviceId === null ? null : await findDevice(tx, { userId: user.id }, deviceId)
    return signInUser(tx, there.user, credential.name, now, device?.createdAt ?? now)
  }
  const { tokenId, name, abilities, expiresAt } = credential
  return { token: presented, tokenId, deviceName: name, abilities, expiresAt }
}

/**
 * Signs the same person in on another account, and signs the device out on the one it leaves. Refuses as
 * `switchOperator` does.
 */
export async function moveToOperator(tx: Writer, caller: PortalCaller, wish: AccountSwitch, now: number): Promise<Issued> {
  const issued = await switchOperator(tx, caller, wish, now)
  if (issued.tokenId !== caller.credential.tokenId) await logOut(tx, caller, now)
  return issued
}

function invalidLink(): Refusal {
  return new Refusal('invalid_sign_in_link', 'This sign-in link has expired or was already used. Request a new one.')
}
