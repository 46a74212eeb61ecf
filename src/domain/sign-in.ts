const minuteMs = 60_000
const dayMs = 86_400_000

/** A mailed link is meant to be followed now; an invitation, of staff as of drivers, may wait for the weekend to pass. */
export const linkLifeMs = 15 * minuteMs
export const invitationLifeMs = 7 * dayMs
export const codeLifeMs = 10 * minuteMs

/** Five guesses at one of a million codes; then it is worth nothing. */
export const codeTries = 5

export type SignInLink = { readonly usedAt: number | null; readonly expiresAt: number }

/** A link opens the door once, and only for a while. */
export function isLinkGood(link: SignInLink, now: number): boolean {
  return link.usedAt === null && link.expiresAt > now
}

export type SignInCode = SignInLink & { readonly tries: number }

/** A code may still be tried. */
export function isCodeGood(code: SignInCode, now: number): boolean {
  return isLinkGood(code, now) && code.tries < codeTries
}

/** Six digits out of eight random bytes: far more bits than digits, so that no code is likelier than another to matter. */
export function codeText(random: Uint8Array): string {
  if (random.length !== 8) throw new RangeError(`A code is made of 8 random bytes, not of ${random.length}.`)
  return String(BigInt(`0x${random.toHex()}`) % 1_000_000n).padStart(6, '0')
}
