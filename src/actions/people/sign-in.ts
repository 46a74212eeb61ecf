import type { BrowserApp } from '../../domain/browser-app.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import { chooseOperator, isCodeGood, isLinkGood, linkLifeMs, marketplace, type SignInPlace } from '../../domain/sign-in.ts'
import { findTokenKind, isTokenText } from '../../domain/token.ts'
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
import { hashToken } from '../credentials.ts'
import { type Issued, logOut, signInDriver, signInUser } from './devices.ts'
import { whichRoster } from './sign-in-codes.ts'
import { listSignInPages, makeSignInLink, renderSignInMail } from './sign-in-links.ts'

/**
 * Emails one sign-in link to this address, for all of its accounts. An unknown address takes the same steps without the
 * sending, so that neither the response nor its time reveals a known address.
 */
export async function sendLink(tx: Writer, app: AppContext, email: string, now: number): Promise<void> {
  const [known] = await findPeopleByEmail(tx, email.toLowerCase())
  const recipient = known === undefined ? { noOne: true as const } : { email: known.user.email }
  const { token, expiresAt } = await makeSignInLink(tx, recipient, linkLifeMs, now)
  await insertMessage(tx, app.secretBox, {
    channel: 'mail',
    recipient: known?.user.email ?? noRecipient,
    subject: 'Your sign-in link',
    text: renderSignInMail(app.baseUrl, {
      opening: 'You or another person asked to sign in with this email address.',
      pages: known === undefined ? 'office' : listSignInPages(known.user),
      token,
      lifeMs: linkLifeMs,
      ending: 'If you did not request this email, ignore it. Nobody can sign in without it.',
    }),
    expiresAt,
    now,
  })
}

/** A sign-in link as an app sends it. `operatorRef` names the operator if the address is on several accounts. */
export type LinkEntry = { readonly token: string; readonly device: string | null; readonly operatorRef: string | null }

/**
 * Signs in the holder of a link; it works once. Refuses `invalid_sign_in_link`, with the same words for every reason. A valid
 * link stays valid after `operator_choice_required`, and after `validation_failed` for another operator.
 */
export async function exchangeLink(tx: Writer, entry: LinkEntry, now: number): Promise<Issued> {
  return enterBy(tx, await findValidWayIn(tx, entry, now), entry, now)
}

/**
 * Signs in the holder of a link to one app. Refuses as `exchangeLink` does, and `wrong_credential` with another app's link,
 * which stays valid.
 */
export async function signInToApp(tx: Writer, app: BrowserApp, entry: LinkEntry, now: number): Promise<Issued> {
  const way = await findValidWayIn(tx, entry, now)
  const guests = way.guests.filter((guest) => appOf(guest) === app)
  if (guests.length === 0) throw new Refusal('wrong_credential', `This link is for ${describeWayIn(way)}. Open it there.`)
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

function describeWayIn({ guests: [guest] }: WayIn): string {
  return guest === undefined ? 'another page' : appNames[appOf(guest)]
}

async function findValidWayIn(tx: Writer, { token }: LinkEntry, now: number): Promise<WayIn> {
  if (!isTokenText(token) || findTokenKind(token) !== 'sign_in_link') throw invalidLink()
  const way = await findValidLink(tx, hashToken(token), now)
  if (way === null || way.guests.length === 0) throw invalidLink()
  return way
}

async function enterBy(tx: Writer, way: WayIn, { device, operatorRef }: LinkEntry, now: number): Promise<Issued> {
  const guest = chooseOperator(way.guests, operatorRef, way.question)

  await way.useUp()
  return 'driver' in guest ? signInDriver(tx, guest.driver, device, now) : signInUser(tx, guest.user, device, now)
}

/** A valid link: its guests, the question if it leads to several accounts, and how it is used up. */
type WayIn = { readonly guests: readonly Guest[]; readonly question: string; readonly useUp: () => Promise<unknown> }

/**
 * Finds the valid link with this token hash: a separate link, or one that was sent with a code and ends with it. Null if it is
 * invalid.
 */
async function findValidLink(tx: Writer, hash: string, now: number): Promise<WayIn | null> {
  const found = await findSignInLink(tx, hash)
  if (found !== null) {
    if (!isLinkGood(found.link, now)) return null
    const guests = await listGuests(tx, found)
    return { guests, question: whichAccount, useUp: () => saveSignInLink(tx, found.link, { usedAt: now }) }
  }
  const code = await findSignInCodeByLink(tx, hash)
  if (code === null || !isCodeGood(code, now)) return null
  const guests = await findDriversByPhone(tx, code.phoneHash)
  return { guests, question: whichRoster, useUp: () => saveSignInCode(tx, code, { usedAt: now }) }
}

const whichAccount = 'This address belongs to several accounts. Choose one.'

type Guest = { readonly operator: SignInPlace } & ({ readonly user: PersonRow } | { readonly driver: DriverRow })

/** The guests of a link at this moment; none if its owner was removed. */
async function listGuests(tx: Writer, { link, user, driver }: FoundLink): Promise<readonly Guest[]> {
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

/** Every account of the same person, in the order of joining. */
export async function listOwnAccounts(db: Reader, caller: PortalCaller): Promise<SignInPlace[]> {
  const known = await findPeopleByEmail(db, caller.user.email)
  return known.flatMap(({ operator }) => (operator === null ? [] : [operator]))
}

/** The account to switch to, and the token of the request. */
export type AccountSwitch = { readonly operatorRef: string; readonly presented: string }

/**
 * Signs the same person in on another of their accounts, on the same device. For the present account it returns the present
 * token. Refuses `not_found` for another person's account.
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

/** Signs the same person in on another account, and signs the device out on the present one. Refuses as `switchOperator` does. */
export async function moveToOperator(tx: Writer, caller: PortalCaller, target: AccountSwitch, now: number): Promise<Issued> {
  const issued = await switchOperator(tx, caller, target, now)
  if (issued.tokenId !== caller.credential.tokenId) await logOut(tx, caller, now)
  return issued
}

function invalidLink(): Refusal {
  return new Refusal('invalid_sign_in_link', 'This sign-in link has expired or was already used. Request a new one.')
}
