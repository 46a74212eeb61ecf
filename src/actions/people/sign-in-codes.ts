import { randomBytes, timingSafeEqual } from 'node:crypto'
import { dayMs } from '../../domain/instant.ts'
import { admitRequest, readCounters } from '../../domain/rate-limit.ts'
import { Refusal } from '../../domain/refusal.ts'
import { chooseOperator, codeLifeMs, formatSignInCode, isCodeGood, type PhoneLimit, phoneLimits } from '../../domain/sign-in.ts'
import { formatDurationInWords } from '../../domain/spoken.ts'
import { formatToken } from '../../domain/token.ts'
import { toInternationalPhone } from '../../gateways/phone.ts'
import { insertMessage, noRecipient } from '../../storage/queries/messages.ts'
import { listOperatorLocations } from '../../storage/queries/operators.ts'
import { keepCounter, lockCounter } from '../../storage/queries/rate-limits.ts'
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
import { hashToken } from '../credentials.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { type Issued, signInDriver } from './devices.ts'
import { type LocatedOperator, listPhoneCountries } from './phones.ts'
import { buildSignInUrl } from './sign-in-links.ts'

/**
 * The hash by which a phone number is found and counted. It is the same for every spelling of a number of an operator's
 * country, and reveals nothing to a reader of the file.
 */
export function computePhoneHash(
  app: Pick<AppContext, 'secretBox' | 'phoneCountry'>,
  phone: string,
  operator: LocatedOperator | null,
): string {
  return app.secretBox.blindIndex(`phone ${toInternationalPhone(phone, listPhoneCountries(app, operator))}`)
}

type DriversOfPhone = { readonly phoneHash: string; readonly known: Awaited<ReturnType<typeof findDriversByPhone>> }

/**
 * The hashes of a phone number, with the drivers of each. A number without a country code is read in the country of each
 * operator, so that drivers in two countries can have it. One hash without drivers if no driver has it.
 */
async function findDriversByNumber(tx: Writer, app: AppContext, phone: string): Promise<readonly DriversOfPhone[]> {
  const hashes = new Set([computePhoneHash(app, phone, null)])
  if (!/^\s*(\+|00)/.test(phone)) {
    for (const operator of await listOperatorLocations(tx)) hashes.add(computePhoneHash(app, phone, operator))
  }
  const found: DriversOfPhone[] = []
  for (const phoneHash of [...hashes].toSorted()) found.push({ phoneHash, known: await findDriversByPhone(tx, phoneHash) })
  const ofDrivers = found.filter(({ known }) => known.length > 0)
  return ofDrivers.length > 0 ? ofDrivers : [{ phoneHash: [...hashes][0] ?? '', known: [] }]
}

/** Question to a driver with a valid code, typed or followed as a link. */
export const whichRoster = 'This phone number belongs to drivers of several operators. Choose one.'

/**
 * Sends a code and a link to the driver with this phone, as `sendLink` emails one; earlier ones become invalid. After the last
 * code of the day nothing is sent, and the latest code and link stay valid.
 */
export async function sendCode(tx: Writer, app: AppContext, phone: string, now: number): Promise<void> {
  for (const one of await findDriversByNumber(tx, app, phone)) await sendCodeTo(tx, app, one, now)
}

async function sendCodeTo(
  tx: Writer,
  app: AppContext,
  { phoneHash, known: drivers }: DriversOfPhone,
  now: number,
): Promise<void> {
  if (!(await countForPhone(tx, phoneHash, 'sign_in_codes', now))) return
  const code = formatSignInCode(randomBytes(8))
  const link = formatToken('sign_in_link', randomBytes(32))
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
    text: renderCodeSms(app.baseUrl, code, link),
    expiresAt,
    now,
  })
}

/**
 * The text of the SMS. The code comes first, because phones expect it there, and the link last, so that no full stop becomes
 * part of it.
 */
function renderCodeSms(baseUrl: string, code: string, link: string): string {
  return `${code} is your sign-in code for the driver app. Or open the link. Both work once, within ${formatDurationInWords(codeLifeMs)}. ${buildSignInUrl(baseUrl, 'driver', link)}`
}

/** A sign-in code as a driver enters it. `operatorRef` names the operator if the phone is on several rosters. */
export type CodeEntry = {
  readonly phone: string
  readonly code: string
  readonly device: string | null
  readonly operatorRef: string | null
}

/**
 * Signs a driver in with a code. Refuses `invalid_code`. A valid code stays valid after `operator_choice_required`, and after
 * `validation_failed` for another driver's operator.
 */
export async function verifyCode(
  app: AppContext,
  entry: CodeEntry,
  now: number,
  idempotent: IdempotentRequest<Issued>,
): Promise<Issued> {
  return performInSteps(app, idempotent, async ({ complete }) => {
    // A wrong try is saved, so the refusal comes after the transaction.
    const issued = await app.storage.transact(async (tx) => {
      for (const { phoneHash, known } of await findDriversByNumber(tx, app, entry.phone)) {
        const code = await checkCode(tx, app, phoneHash, entry.code, now)
        if (code === null || known.length === 0) continue
        const { driver } = chooseOperator(known, entry.operatorRef, whichRoster)
        await saveSignInCode(tx, code, { usedAt: now })
        return complete(tx, await signInDriver(tx, driver, entry.device, now))
      }
      return null
    })
    if (issued === null) throw new Refusal('invalid_code', 'This code is wrong or has expired. Request a new one.')
    return issued
  })
}

/**
 * Counts a code or a try for a phone, whether or not a driver has it. False at the limit of the day. The counter is locked and
 * stored in the transaction, so that a restart or another node cannot lose it.
 */
async function countForPhone(tx: Writer, phoneHash: string, limit: PhoneLimit, now: number): Promise<boolean> {
  const [subject, expiresAt] = [`contact:${phoneHash}`, now + dayMs]
  const counters = readCounters(await lockCounter(tx, subject, limit, expiresAt))
  const admission = admitRequest(counters, phoneLimits[limit], now)
  await keepCounter(tx, { subject, bucket: limit, state: JSON.stringify(admission.counters), expiresAt })
  return admission.admitted
}

/** The code of a phone, if it matches. A wrong try counts. */
async function checkCode(
  tx: Writer,
  app: AppContext,
  phoneHash: string,
  typed: string,
  now: number,
): Promise<SignInCodeRow | null> {
  // The link of the SMS stays valid, because it cannot be guessed and its driver must be able to sign in.
  if (!(await countForPhone(tx, phoneHash, 'sign_in_tries', now))) return null
  const code = await findSignInCode(tx, phoneHash)
  if (code === null || !isCodeGood(code, now)) return null
  if (isSameCode(code.hash, codeHash(app, phoneHash, typed.replace(/\s/g, '')))) return code
  await saveSignInCode(tx, code, { tries: code.tries + 1 })
  return null
}

function codeHash(app: AppContext, phoneHash: string, code: string): string {
  return app.secretBox.blindIndex(`code ${phoneHash} ${code}`)
}

function isSameCode(kept: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(kept), Buffer.from(given))
}
