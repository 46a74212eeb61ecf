import { dayMs, minuteMs } from './instant.ts'
import type { RateLimit } from './rate-limit.ts'
import { invalid, Refusal } from './refusal.ts'

/** Validity (ms) of an emailed link. An invitation is valid for longer, because it may wait over a weekend. */
export const linkLifeMs = 15 * minuteMs
export const invitationLifeMs = 7 * dayMs
export const codeLifeMs = 10 * minuteMs

/** Number of tries at one of a million codes, after which it is invalid. */
const codeTries = 5

/**
 * Limits of codes and of tries for one phone in a day. Any code can be guessed with enough tries at enough codes. Both are
 * exact, so that no day of 24 hours has more.
 */
export const phoneLimits = {
  sign_in_codes: [{ limit: 10, windowMs: dayMs, exact: true }],
  sign_in_tries: [{ limit: 30, windowMs: dayMs, exact: true }],
} as const satisfies Record<string, RateLimit>

export type PhoneLimit = keyof typeof phoneLimits

export type SignInLink = { readonly usedAt: number | null; readonly expiresAt: number }

/** Whether a link is valid: unused and not expired. */
export function isLinkGood(link: SignInLink, now: number): boolean {
  return link.usedAt === null && link.expiresAt > now
}

export type SignInCode = SignInLink & { readonly tries: number }

/** Whether a code can still be tried. */
export function isCodeGood(code: SignInCode, now: number): boolean {
  return isLinkGood(code, now) && code.tries < codeTries
}

/** A place to sign in, with its ref for the choice. */
export type SignInPlace = { readonly ref: string; readonly name: string }

/** Sign-in place of the marketplace's people, who have no operator's account. */
export const marketplace: SignInPlace = { ref: 'platform', name: 'The marketplace' }

type Somewhere = { readonly operator: SignInPlace }

/**
 * The candidate of the named operator, out of at least one. Refuses `operator_choice_required` with `sentence` for several
 * candidates without a name, and `validation_failed` for another operator.
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

/** Makes six digits from eight random bytes, enough to make the bias between codes negligible. */
export function formatSignInCode(random: Uint8Array): string {
  if (random.length !== 8) throw new RangeError(`A code is made of 8 random bytes, not of ${random.length}.`)
  return String(BigInt(`0x${random.toHex()}`) % 1_000_000n).padStart(6, '0')
}
