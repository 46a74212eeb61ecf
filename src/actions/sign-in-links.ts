import { randomBytes } from 'node:crypto'
import { tokenText } from '../domain/token.ts'
import { insertSignInLink } from '../storage/queries/sign-in.ts'
import type { Writer } from '../storage/storage.ts'
import { hashToken } from './credentials.ts'

/** Whom a link lets in: a person, a driver, the owner of an address when it is used, or no one where the address is unknown. */
export type LinkFor =
  | { readonly userId: number }
  | { readonly driverId: number }
  | { readonly email: string }
  | { readonly noOne: true }

/** A link just made; `token` is the only copy there will ever be. */
export type IssuedLink = { readonly token: string; readonly expiresAt: number }

/** Makes a link that works once, for `lifeMs`. */
export async function makeSignInLink(tx: Writer, whom: LinkFor, lifeMs: number, now: number): Promise<IssuedLink> {
  const token = tokenText('sign_in_link', randomBytes(32))
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

/** Where anybody signs in, and asks for a link or a code to do so. */
export function signInPageUrl(baseUrl: string): string {
  return `${baseUrl}/sign-in`
}

/** Where a link leads: the token stands behind `#`, where no server, no log and no mail scanner's request ever carries it. */
export function signInUrl(baseUrl: string, token: string): string {
  return `${signInPageUrl(baseUrl)}#${token}`
}
