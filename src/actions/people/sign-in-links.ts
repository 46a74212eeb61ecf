import { randomBytes } from 'node:crypto'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { formatDurationInWords } from '../../domain/spoken.ts'
import { formatToken } from '../../domain/token.ts'
import { insertSignInLink } from '../../storage/queries/sign-in.ts'
import type { Writer } from '../../storage/storage.ts'
import { hashToken } from '../credentials.ts'

/** The guest of a link: a person, a driver, or the owner of an address when the link is used. An unknown address has no guest. */
export type LinkFor =
  | { readonly userId: number }
  | { readonly driverId: number }
  | { readonly email: string }
  | { readonly noOne: true }

/** A link just made; `token` is the only copy. */
export type IssuedLink = { readonly token: string; readonly expiresAt: number }

/** Makes a link that works once, for `lifeMs`. */
export async function makeSignInLink(
  tx: Writer,
  recipient: LinkFor,
  lifeMs: number,
  now: number,
  token = formatToken('sign_in_link', randomBytes(32)),
): Promise<IssuedLink> {
  const expiresAt = now + lifeMs
  await insertSignInLink(tx, {
    userId: 'userId' in recipient ? recipient.userId : null,
    driverId: 'driverId' in recipient ? recipient.driverId : null,
    email: 'email' in recipient ? recipient.email : null,
    hash: hashToken(token),
    expiresAt,
    createdAt: now,
  })
  return { token, expiresAt }
}

/** The app whose pages a link opens. */
export type SignInPages = 'office' | 'driver' | 'marketplace'

const roots = { office: '/portal', driver: '/driver', marketplace: '/console' } as const

/** A page of an app; a visitor who is not signed in signs in first. */
export function buildPageUrl(baseUrl: string, pages: SignInPages, path: string): string {
  return `${baseUrl}${roots[pages]}${path}`
}

/**
 * The URL of a link that signs a browser in and opens this page. The token follows `#`, which no server, log or mail scanner
 * receives. The common page, `/sign-in`, shows a token instead, for any app.
 */
export function buildSignInUrl(baseUrl: string, pages: SignInPages, token: string, path = ''): string {
  const back = path === '' ? '' : `?to=${encodeURIComponent(path)}`
  return `${buildPageUrl(baseUrl, pages, '/sign-in')}${back}#${token}`
}

/** An email with a sign-in link: its first and last sentence, the app of the link, its token and its life. */
type SignInMail = {
  readonly opening: string
  readonly pages: SignInPages
  readonly token: string
  readonly lifeMs: number
  readonly ending: string
}

/** The text of an email with a sign-in link. */
export function renderSignInMail(baseUrl: string, { opening, pages, token, lifeMs, ending }: SignInMail): string {
  const life = formatDurationInWords(lifeMs)
  return [
    `${opening} Sign in here:`,
    buildSignInUrl(baseUrl, pages, token),
    `The link works once, within ${life}. If an app asks for a code, enter this one:`,
    token,
    ending,
  ].join('\n\n')
}

/** The text of an email that invites a person to an account. `opening` names the account. */
export function renderInvitation(baseUrl: string, invitation: Pick<SignInMail, 'opening' | 'pages' | 'token'>): string {
  const ending = 'If the link has expired, the same page sends you a new one.'
  return renderSignInMail(baseUrl, { ...invitation, lifeMs: invitationLifeMs, ending })
}

/** The pages of a person: the office's on an operator's account, otherwise the marketplace's. */
export function listSignInPages({ operatorId }: { readonly operatorId: number | null }): SignInPages {
  return operatorId === null ? 'marketplace' : 'office'
}
