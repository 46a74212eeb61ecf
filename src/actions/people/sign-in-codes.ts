import { randomBytes, timingSafeEqual } from 'node:crypto'
import { dayMs } from '../../domain/instant.ts'
import { admit, readCounters } from '../../domain/rate-limit.ts'
import { Refusal } from '../../domain/refusal.ts'
import { chooseOperator, codeLifeMs, codeText, isCodeGood, type PhoneLimit, phoneLimits } from '../../domain/sign-in.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { tokenText } from '../../domain/token.ts'
import { internationalPhone } from '../../gateways/phone.ts'
import { insertMessage, noRecipient } from '../../storage/queries/messages.ts'
import { holdCounter, keepCounter } from '../../storage/queries/rate-limits.ts'
import {
  findDriversByPhone,
  findSignInCode,
  insertSignInCode,
  type SignInCodeRow,
  saveSignInCode,
  voidSignInCodes,
} from '../../storage/queries/sign-in.ts'
import type { Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { hashToken } from './credentials.ts'
import { type Issued, signInDriver } from './devices.ts'
import { phoneCountriesOf } from './phones.ts'
import { signInUrl } from './sign-in-links.ts'

/**
 * The hash that a phone number is found and counted by. It is the same however the number is written, and tells a
 * reader of the file nothing.
 */
export function phoneHashOf(app: Pick<AppContext, 'secretBox' | 'phoneCountry'>, phone: string): string {
  return app.secretBox.blindIndex(`phone ${internationalPhone(phone, phoneCountriesOf(app, null))}`)
}

/** Asked of a driver with a good code, typed or followed as a link. */
export const whichRoster = 'This phone drives for several operators: say which.'

/**
 * Sends a code and a link to the driver with this phone, in the way `sendLink` mails one; whatever was sent before is void. After the
 * last code of the day nothing is sent, and the latest code and link stay valid.
 */
export async function sendCode(tx: Writer, app: AppContext, phone: string, now: number): Promise<void> {
  const phoneHash = phoneHashOf(app, phone)
  if (!(await countForPhone(tx, phoneHash, 'sign_in_codes', now))) return
  const code = codeText(randomBytes(8))
  const link = tokenText('sign_in_link', randomBytes(32))
  const expiresAt = now + codeLifeMs
  const [known] = await findDriversByPhone(tx, phoneHash)
  await voidSignInCodes(tx, phoneHash)
  const hashes = { hash: codeHash(app, phoneHash, code), linkHash: hashToken(link) }
  await insertSignInCode(tx, { phoneHash, ...hashes, tries: 0, expiresAt, createdAt: now })
  await insertMessage(tx, app.secretBox, {
    channel: 'sms',
    recipient: known?.driver.phone ?? noRecipient,
    driverId: known?.driver.id ?? null,
    subject: null,
    text: codeSms(app.baseUrl, code, link),
    expiresAt,
    now,
  })
}

/** The code stands first, where phones look for it, and the link last, where no full stop can become part of it. */
function codeSms(baseUrl: string, code: string, link: string): string {
  return `${code} is your sign-in code for the driver app. Or follow the link. Either works once, within ${spanInWords(codeLifeMs)}. ${signInUrl(baseUrl, 'driver', link)}`
}

/**
 * A sign-in code as a driver types it in. `operatorRef` says for whom they drive where the phone is on several rosters.
 */
export type CodeEntry = {
  readonly phone: string
  readonly code: string
  readonly device: string | null
  readonly operatorRef: string | null
}

/**
 * Signs a driver in with the code that was sent. Refuses `invalid_code`, and after a right code, which stays good for it,
 * `operator_choice_required` and `validation_failed` for an operator the driver does not drive for.
 */
export async function verifyCode(
  app: AppContext,
  entry: CodeEntry,
  now: number,
  idempotent: IdempotentRequest<Issued>,
): Promise<Issued> {
  const phoneHash = phoneHashOf(app, entry.phone)
  const given = codeHash(app, phoneHash, entry.code.replace(/\s/g, ''))
  return performInSteps(app, idempotent, async ({ complete }) => {
    // A wrong try is written down, so the refusal comes after the transaction.
    const issued = await app.storage.transact(async (tx) => {
      // The link of the SMS stays valid: it cannot be guessed, and its driver needs a way in.
      if (!(await countForPhone(tx, phoneHash, 'sign_in_tries', now))) return null
      const code = await findSignInCode(tx, phoneHash)
      if (code === null || !isCodeGood(code, now)) return null
      const known = await findDriversByPhone(tx, phoneHash)
      if (!isSame(code.hash, given) || known.length === 0) return noteWrongTry(tx, code)
      const { driver } = chooseOperator(known, entry.operatorRef, whichRoster)

      await saveSignInCode(tx, code, { usedAt: now })
      return complete(tx, await signInDriver(tx, driver, entry.device, now))
    })
    if (issued === null) throw new Refusal('invalid_code', 'This code is wrong or no longer works. Ask for a new one.')
    return issued
  })
}

/**
 * Counts a code or a try for a phone, whether or not a driver has it. False where the limit of the day is reached. The counter is
 * locked and stored in the transaction, so that a restart or another node cannot forget it.
 */
async function countForPhone(tx: Writer, phoneHash: string, limit: PhoneLimit, now: number): Promise<boolean> {
  const [subject, expiresAt] = [`contact:${phoneHash}`, now + dayMs]
  const counters = readCounters(await holdCounter(tx, subject, limit, expiresAt))
  const admission = admit(counters, phoneLimits[limit], now)
  await keepCounter(tx, { subject, bucket: limit, state: JSON.stringify(admission.counters), expiresAt })
  return admission.admitted
}

async function noteWrongTry(tx: Writer, code: SignInCodeRow): Promise<null> {
  await saveSignInCode(tx, code, { tries: code.tries + 1 })
  return null
}

function codeHash(app: AppContext, phoneHash: string, code: string): string {
  return app.secretBox.blindIndex(`code ${phoneHash} ${code}`)
}

function isSame(kept: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(kept), Buffer.from(given))
}
