import { randomBytes, timingSafeEqual } from 'node:crypto'
import { dayMs } from '../../domain/instant.ts'
import { admit, readCounters } from '../../domain/rate-limit.ts'
import { Refusal } from '../../domain/refusal.ts'
import { chooseOperator, codeLifeMs, codeText, isCodeGood, type PhoneLimit, phoneLimits } from '../../domain/sign-in.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { tokenText } from '../../domain/token.ts'
import { internationalPhone } from '../../gateways/phone.ts'
import { insertMessage, noRecipient } from '../../storage/queries/messages.ts'
import { locationsOfOperators } from '../../storage/queries/operators.ts'
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
import { type LocatedOperator, phoneCountriesOf } from './phones.ts'
import { signInUrl } from './sign-in-links.ts'

/**
 * The hash that a phone number is found and counted by. It is the same for every spelling of a number of an operator's country, and shows
 * a reader of the file nothing.
 */
export function phoneHashOf(
  app: Pick<AppContext, 'secretBox' | 'phoneCountry'>,
  phone: string,
  operator: LocatedOperator | null,
): string {
  return app.secretBox.blindIndex(`phone ${internationalPhone(phone, phoneCountriesOf(app, operator))}`)
}

type DriversOfPhone = { readonly phoneHash: string; readonly known: Awaited<ReturnType<typeof findDriversByPhone>> }

/**
 * The hashes of a phone number that drivers have, with these drivers. A number without a country code is read in the country of each
 * operator, so that drivers in two countries can have it. One hash without drivers if no driver has it.
 */
async function driversOf(tx: Writer, app: AppContext, phone: string): Promise<readonly DriversOfPhone[]> {
  const hashes = new Set([phoneHashOf(app, phone, null)])
  if (!/^\s*(\+|00)/.test(phone)) {
    for (const operator of await locationsOfOperators(tx)) hashes.add(phoneHashOf(app, phone, operator))
  }
  const found: DriversOfPhone[] = []
  for (const phoneHash of [...hashes].toSorted()) found.push({ phoneHash, known: await findDriversByPhone(tx, phoneHash) })
  const ofDrivers = found.filter(({ known }) => known.length > 0)
  return ofDrivers.length > 0 ? ofDrivers : [{ phoneHash: [...hashes][0] ?? '', known: [] }]
}

/** Asked of a driver with a good code, typed or followed as a link. */
export const whichRoster = 'This phone drives for several operators: say which.'

/**
 * Sends a code and a link to the driver with this phone, in the way `sendLink` mails one; whatever was sent before is void. After the
 * last code of the day nothing is sent, and the latest code and link stay valid.
 */
export async function sendCode(tx: Writer, app: AppContext, phone: string, now: number): Promise<void> {
  for (const one of await driversOf(tx, app, phone)) await sendCodeTo(tx, app, one, now)
}

async function sendCodeTo(
  tx: Writer,
  app: AppContext,
  { phoneHash, known: drivers }: DriversOfPhone,
  now: number,
): Promise<void> {
  if (!(await countForPhone(tx, phoneHash, 'sign_in_codes', now))) return
  const code = codeText(randomBytes(8))
  const link = tokenText('sign_in_link', randomBytes(32))
  const expiresAt = now + codeLifeMs
  const [known] = drivers
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
  return performInSteps(app, idempotent, async ({ complete }) => {
    // A wrong try is written down, so the refusal comes after the transaction.
    const issued = await app.storage.transact(async (tx) => {
      for (const { phoneHash, known } of await driversOf(tx, app, entry.phone)) {
        const code = await codeTried(tx, app, phoneHash, entry.code, now)
        if (code === null || known.length === 0) continue
        const { driver } = chooseOperator(known, entry.operatorRef, whichRoster)
        await saveSignInCode(tx, code, { usedAt: now })
        return complete(tx, await signInDriver(tx, driver, entry.device, now))
      }
      return null
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

/** The code of a phone, if this is it. A wrong try counts. */
async function codeTried(
  tx: Writer,
  app: AppContext,
  phoneHash: string,
  typed: string,
  now: number,
): Promise<SignInCodeRow | null> {
  // The link of the SMS stays valid: it cannot be guessed, and its driver needs a way in.
  if (!(await countForPhone(tx, phoneHash, 'sign_in_tries', now))) return null
  const code = await findSignInCode(tx, phoneHash)
  if (code === null || !isCodeGood(code, now)) return null
  if (isSame(code.hash, codeHash(app, phoneHash, typed.replace(/\s/g, '')))) return code
  await saveSignInCode(tx, code, { tries: code.tries + 1 })
  return null
}

function codeHash(app: AppContext, phoneHash: string, code: string): string {
  return app.secretBox.blindIndex(`code ${phoneHash} ${code}`)
}

function isSame(kept: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(kept), Buffer.from(given))
}
