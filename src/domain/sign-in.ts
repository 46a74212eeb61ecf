import { dayMs, minuteMs } from './instant.ts'
import type { RateLimit } from './rate-limit.ts'
import { invalid, Refusal } from './refusal.ts'

/** A mailed link is meant to be followed now; an invitation, of staff as of drivers, may wait for the weekend to pass. */
export const linkLifeMs = 15 * minuteMs
export const invitationLifeMs = 7 * dayMs
export const codeLifeMs = 10 * minuteMs

/** Five guesses at one of a million codes; then it is worth nothing. */
const codeTries = 5

/**
 * The codes sent to one phone in a day, and the tries at them. Any code can be guessed if enough tries are allowed at enough codes.
 * Both are exact, so that no day of 24 hours has more.
 */
export const phoneLimits = {
  sign_in_codes: [{ limit: 10, windowMs: dayMs, exact: true }],
  sign_in_tries: [{ limit: 30, windowMs: dayMs, exact: true }],
} as const satisfies Record<string, RateLimit>

export type PhoneLimit = keyof typeof phoneLimits

export type SignInLink = { readonly usedAt: number | null; readonly expiresAt: number }

/** A link signs in once, and only for a while. */
export function isLinkGood(link: SignInLink, now: number): boolean {
  return link.usedAt === null && link.expiresAt > now
}

export type SignInCode = SignInLink & { readonly tries: number }

/** A code may still be tried. */
export function isCodeGood(code: SignInCode, now: number): boolean {
  return isLinkGood(code, now) && code.tries < codeTries
}

/** A place to sign in, and the ref by which it is chosen. */
export type SignInPlace = { readonly ref: string; readonly name: string }

/** Place at which the marketplace's people sign in, who are on no operator's account. */
export const marketplace: SignInPlace = { ref: 'platform', name: 'The marketplace' }

type Somewhere = { readonly operator: SignInPlace }

/**
 * The one of those who may be meant, of whom there is at least one, whose operator was named. Refuses `operator_choice_required`
 * with `sentence` where several may be and none was, and `validation_failed` for an operator of no one among them.
 */
export function chooseOperator<Known extends Somewhere>(
  known: readonly Known[],
  operatorRef: string | null,
  sentence: string,
): Known {
  const found = operatorRef === null ? known[0] : known.find(({ operator }) => operator.ref === operatorRef)
  if (found === undefined) throw invalid(['operatorRef'], 'unknown')
  if (operatorRef !== null || known.length === 1) return found
  const operators = known.map(({ operator: { ref, name } }) => ({ ref, name }))
  throw new Refusal('operator_choice_required', sentence, { operators })
}

/** Six digits out of eight random bytes: far more bits than digits, so that no code is likelier than another to matter. */
export function codeText(random: Uint8Array): string {
  if (random.length !== 8) throw new RangeError(`A code is made of 8 random bytes, not of ${random.length}.`)
  return String(BigInt(`0x${random.toHex()}`) % 1_000_000n).padStart(6, '0')
}
