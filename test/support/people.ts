import type { Role } from '../../src/domain/ability.ts'
import { addPerson, driverLinkToken, personLinkToken, platformInvitationToken } from './admin-commands.ts'
import { eventually } from './eventually.ts'
import { type Market, type MarketAnswer, ok } from './market.ts'
import type { Mail, Server } from './server.ts'

/** A token as it was issued. */
export interface DeviceToken {
  readonly token: string
  readonly token_id: string
  readonly device_name: string
  readonly abilities: readonly string[]
  readonly expires_at: string | null
}

/** An operator's person with a device. */
export interface SignedInPerson extends DeviceToken {
  readonly id: number
  readonly email: string
}

let people = 0

/** Adds a person to an operator's account. */
export async function addOperatorPerson(
  market: Market,
  operator: string,
  role: Role = 'admin',
): Promise<{ id: number; email: string }> {
  const name = `Person ${++people}`
  return addPerson(market.server, operator, { email: `person${people}@dales.example`, name, role })
}

/** The same, signed in. */
export async function addSignedInPerson(market: Market, operator: string, role: Role = 'admin'): Promise<SignedInPerson> {
  const { id, email } = await addOperatorPerson(market, operator, role)
  return { id, email, ...(await signInPerson(market, email)) }
}

/** A person of the marketplace, signed in. */
export async function addSignedInPlatformPerson(market: Market): Promise<DeviceToken & { readonly email: string }> {
  const email = `desk${++people}@market.example`
  const link = await platformInvitationToken(market.server, { email, name: 'Kim Lee' })
  return { email, ...ok(await exchangeLinkToken(market, link, 'Kim’s laptop')) }
}

/** Signs a person in on one more device. */
export async function signInPerson(
  market: Market,
  email: string,
  deviceName: string | null = 'Jo’s phone',
): Promise<DeviceToken> {
  return ok(await exchangeLinkToken(market, await personLinkToken(market.server, email), deviceName))
}

/** Signs a driver in with a link. */
export async function signInDriverByLink(market: Market, operator: string, driverId: number): Promise<DeviceToken> {
  return ok(await exchangeLinkToken(market, await driverLinkToken(market.server, operator, driverId), 'Pat’s phone'))
}

/** Calls `POST /auth/exchange`. */
export function exchangeLinkToken(market: Market, token: unknown, deviceName: unknown = null): Promise<MarketAnswer> {
  return market.call('POST', '/api/v1/auth/exchange', { body: { token, device_name: deviceName } })
}

/** The messages to one recipient, oldest first, once there are this many. */
export function messagesTo(server: Server, recipient: string, count = 1): Promise<readonly Mail[]> {
  return eventually(() => {
    const found = server.mails().filter(({ to }) => to === recipient)
    return found.length >= count ? found : null
  })
}

/** The sign-in token in a message. */
export function linkTokenIn(text: string): string {
  return /cbl_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? `no token in: ${text}`
}

/** The sign-in code in an SMS. */
export function codeIn(text: string): string {
  return /\b\d{6}\b/.exec(text)?.[0] ?? `no code in: ${text}`
}
