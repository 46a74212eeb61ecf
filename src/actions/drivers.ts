import { randomBytes } from 'node:crypto'
import type { OperatorCaller } from '../domain/caller.ts'
import { type FieldFaults, invalidFields, notFound, Refusal } from '../domain/refusal.ts'
import { tokenText } from '../domain/token.ts'
import { type DriverRow, findDriver, findNamesakes, insertDriver, listDrivers, saveDriver } from '../storage/queries/drivers.ts'
import { insertMessage, insertSignInLink } from '../storage/queries/messages.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { hashToken } from './credentials.ts'
import type { House } from './house.ts'
import { operatorOf } from './jobs.ts'

/** A driver as the roster keeps them. */
export type RosterEntry = DriverRow

/** What an operator enters about a driver; instants in ms. */
export type NewDriver = {
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly licenseNumber: string | null
  readonly licenseKind: string | null
  readonly licenseExpiresAt: number | null
  readonly dbsCheckKind: string | null
  readonly dbsCertificateNumber: string | null
  readonly dbsExpiresAt: number | null
  readonly inviteNow: boolean
}

const onceAMinuteMs = 60_000
const invitationMs = 7 * 86_400_000

/** The caller's roster, newest first. */
export function listRoster(
  db: Reader,
  caller: { readonly operatorId: number },
  asked: { readonly page: number; readonly perPage: number },
) {
  return listDrivers(db, caller.operatorId, asked.perPage, (asked.page - 1) * asked.perPage)
}

/** Puts a driver on the roster. Refuses `validation_failed` for an e-mail or phone already there, or nowhere to invite to. */
export async function addDriver(
  tx: Writer,
  house: House,
  caller: OperatorCaller,
  entry: NewDriver,
  now: number,
): Promise<DriverRow> {
  const { inviteNow, ...fields } = entry
  await mustBeNew(tx, caller, entry)
  if (inviteNow) mustBeReachable(entry, 'invite_now')
  const driver = await insertDriver(tx, {
    ...fields,
    operatorId: caller.operatorId,
    notifyBySms: true,
    createdAt: now,
    updatedAt: now,
  })
  return inviteNow ? invite(tx, house, caller, driver, now) : driver
}

/** Sends the sign-in link again. Refuses `not_found`, `validation_failed` (nowhere to send it), `rate_limited` (within a minute). */
export async function reinviteDriver(
  tx: Writer,
  house: House,
  caller: OperatorCaller,
  id: number,
  now: number,
): Promise<DriverRow> {
  const driver = await findDriver(tx, caller.operatorId, id)
  if (driver === null || driver.removedAt !== null) throw notFound()
  mustBeReachable(driver, 'email')
  const waitMs = (driver.invitedAt ?? 0) + onceAMinuteMs - now
  if (waitMs > 0) throw new Refusal('rate_limited', 'This driver was invited a moment ago.', {}, Math.ceil(waitMs / 1000))
  return invite(tx, house, caller, driver, now)
}

async function invite(tx: Writer, house: House, caller: OperatorCaller, driver: DriverRow, now: number): Promise<DriverRow> {
  const operator = await operatorOf(tx, caller)
  const token = tokenText('sign_in_link', randomBytes(32))
  await insertSignInLink(tx, { hash: hashToken(token), driverId: driver.id, expiresAt: now + invitationMs, createdAt: now })
  const text = `${operator.name} invites you to the driver app. Sign in within 7 days: ${house.baseUrl}/sign-in#${token}`
  await insertMessage(tx, house.vault, {
    channel: driver.email === null ? 'sms' : 'mail',
    recipient: driver.email ?? driver.phone ?? '',
    subject: driver.email === null ? null : `${operator.name}: your driver sign-in`,
    text,
    now,
  })
  return saveDriver(tx, driver, { ...driver, invitedAt: now, updatedAt: now })
}

async function mustBeNew(tx: Writer, caller: OperatorCaller, { email, phone }: NewDriver): Promise<void> {
  const namesakes = await findNamesakes(tx, caller.operatorId, email, phone)
  const faults: FieldFaults = {
    ...(email !== null && namesakes.some((one) => one.email === email) && { email: ['The email has already been taken.'] }),
    ...(phone !== null && namesakes.some((one) => one.phone === phone) && { phone: ['The phone has already been taken.'] }),
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}

function mustBeReachable(
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  field: string,
): void {
  if (email === null && phone === null) {
    throw invalidFields({ [field]: ['An invitation needs an e-mail address or a phone number.'] })
  }
}
