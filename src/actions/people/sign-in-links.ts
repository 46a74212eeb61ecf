import { randomBytes } from 'node:crypto'
import { tokenText } from '../../domain/token.ts'
import { insertSignInLink } from '../../storage/queries/sign-in.ts'
import type { Writer } from '../../storage/storage.ts'
import { hashToken } from './credentials.ts'

/**
 * The guest of a link: a person, a driver, or the owner of an address when it is used. Where the address is unknown it
 * is no one.
 */
export type LinkFor =
  | { readonly userId: number }
  | { readonly driverId: number }
  | { readonly email: string }
  | { readonly noOne: true }

/** A link just made; `token` is the only copy there will ever be. */
export type IssuedLink = { readonly token: string; readonly expiresAt: number }

/** Makes a link that works once, for `lifeMs`. */
export async function makeSignInLink(
  tx: Writer,
  whom: LinkFor,
  lifeMs: number,
  now: number,
  token = tokenText('sign_in_link', randomBytes(32)),
): Promise<IssuedLink> {
  const expiresAt = now + lifeMs
  await insertSignInLink(tx, {
    userId: 'userId' in whom ? whom.userId : null,
    driverId: 'driverId' in whom ? whom.driverId : null,
    email: 'email' in whom ? whom.email : null,
    hash: hashToken(token),
    expiresAt,
    createdAt: now,
  })
  return { token, expiresAt }
}

/** The app whose pages a link opens. */
export type SignInPages = 'office' | 'driver' | 'marketplace'

const roots = { office: '/portal', driver: '/driver', marketplace: '/console' } as const

/** A page of an app; who is not signed in there is asked to, and led back to it. */
export function pageUrl(baseUrl: string, pages: SignInPages, path: string): string {
  return `${baseUrl}${roots[pages]}${path}`
}

/**
 * The URL of a link that signs a browser in for good, and leads on to this page. The token stands behind `#`, where no
 * server, no log and no mail scanner's request ever carries it. The common page, `/sign-in`, hands out a token instead,
 * for whatever app holds it.
 */
export function signInUrl(baseUrl: string, pages: SignInPages, token: string, path = ''): string {
  const back = path === '' ? '' : `?to=${encodeURIComponent(path)}`
  return `${pageUrl(baseUrl, pages, '/sign-in')}${back}#${token}`
}

/** The pages that a person works with: the office's on an operator's account, else the marketplace's. */
export function signInPagesOf({ operatorId }: { readonly operatorId: number | null }): SignInPages {
  return operatorId === null ? 'marketplace' : 'office'
}
