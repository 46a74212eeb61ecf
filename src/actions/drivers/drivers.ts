import type { OperatorCaller } from '../../domain/caller.ts'
import { computeEmailKey } from '../../domain/email-address.ts'
import { minuteMs } from '../../domain/instant.ts'
import { faultAt, invalid, Refusal, refuseFaults, requireFound } from '../../domain/refusal.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { formatSmsName, operatorInSms } from '../../domain/sms.ts'
import { formatDurationInWords } from '../../domain/spoken.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockDriver, lockOperator } from '../../storage/locks.ts'
import {
  type ContactDetails,
  type DriverRow,
  findDriverOnRoster,
  findNamesakes,
  insertDriver,
  listDrivers,
  saveDriver,
} from '../../storage/queries/drivers.ts'
import { insertMessage } from '../../storage/queries/messages.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { planDriverPapers } from '../outbox/reminders.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { requireValidPhones } from '../people/phones.ts'
import { computePhoneHash } from '../people/sign-in-codes.ts'
import { buildSignInUrl, makeSignInLink } from '../people/sign-in-links.ts'

/** A driver as an operator enters them; instants in ms. */
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

type Roster = Pick<OperatorCaller, 'operatorId'>

/** The caller's roster, newest first. */
export function listRoster(db: Reader, { operatorId }: { readonly operatorId: number }, asked: PageAsked) {
  return listDrivers(db, { operatorId, ...toPageSpan(asked) })
}

/**
 * Adds a driver to the roster. Refuses `validation_failed` for a duplicate email or phone, an invalid phone number, or an
 * invitation without an address.
 */
export async function addDriver(tx: Writer, app: AppContext, caller: Roster, entry: NewDriver, now: number) {
  const { inviteNow, ...fields } = entry
  await lockOperator(tx, caller.operatorId)
  const phoneHash = entry.phone === null ? null : await computeNewPhoneHash(tx, app, caller, entry.phone)
  await requireUniqueContact(tx, caller, { ...entry, phoneHash })
  if (inviteNow) requireEmailOrPhone(entry, 'inviteNow')
  const driver = await insertDriver(tx, {
    ...fields,
    phoneHash,
    operatorId: caller.operatorId,
    notifyBySms: true,
    createdAt: now,
    updatedAt: now,
  })
  await planDriverPapers(tx, driver, now)
  return inviteNow ? sendDriverInvitation(tx, app, caller, driver, now) : driver
}

/** The hash of a driver's new number. Refuses `validation_failed` for an impossible number. */
export async function computeNewPhoneHash(tx: Writer, app: AppContext, caller: Roster, phone: string): Promise<string> {
  const operator = await findOwnOperator(tx, caller)
  requireValidPhones(app, [operator], [[['phone'], phone]])
  return computePhoneHash(app, phone, operator)
}

/** Sends the sign-in link again. Refuses `not_found`, `validation_failed` (nowhere to send it), `rate_limited` (within a minute). */
export async function reinviteDriver(tx: Writer, app: AppContext, caller: OperatorCaller, id: number) {
  await lockDriver(tx, id)
  const now = app.clock()
  const driver = await requireFound(findDriverOnRoster(tx, caller.operatorId, id))
  requireEmailOrPhone(driver, 'email')
  const waitMs = (driver.invitedAt ?? 0) + minuteMs - now
  if (waitMs > 0)
    throw new Refusal('rate_limited', 'This driver was invited a moment ago. Try again later.', {}, Math.ceil(waitMs / 1000))
  return sendDriverInvitation(tx, app, caller, driver, now)
}

async function sendDriverInvitation(
  tx: Writer,
  app: AppContext,
  caller: Roster,
  driver: DriverRow,
  now: number,
): Promise<DriverRow> {
  const operator = await findOwnOperator(tx, caller)
  const { token, expiresAt } = await makeSignInLink(tx, { driverId: driver.id }, invitationLifeMs, now)
  const invites = `invites you to the driver app. Sign in within ${formatDurationInWords(invitationLifeMs)}: ${buildSignInUrl(app.baseUrl, 'driver', token)}`
  const sms = `${formatSmsName(operator.name, operatorInSms, 'Your operator')} ${invites}`
  const to = { toKind: 'driver', driverId: driver.id, operatorId: operator.id, expiresAt, now } as const
  await insertMessage(
    tx,
    app.secretBox,
    driver.email === null
      ? { ...to, channel: 'sms', recipient: driver.phone ?? '', subject: null, text: sms }
      : {
          ...to,
          channel: 'mail',
          recipient: driver.email,
          subject: `Sign in to the driver app of ${operator.name}`,
          text: `${operator.name} ${invites}\n\nThe link works once. If an app asks for a code, enter this one:\n\n${token}`,
        },
  )
  return saveDriver(tx, driver, { invitedAt: now, updatedAt: now })
}

/** Refuses `validation_failed` for the email or phone of another driver on the roster. */
export async function requireUniqueContact(
  db: Reader,
  caller: { readonly operatorId: number },
  { email, phone, phoneHash }: ContactDetails,
  ownId: number | null = null,
): Promise<void> {
  const others = (await findNamesakes(db, caller.operatorId, { email, phone, phoneHash })).filter(({ id }) => id !== ownId)
  const hasEmail =
    email !== null && others.some((one) => one.email !== null && computeEmailKey(one.email) === computeEmailKey(email))
  const hasPhone = phone !== null && others.some((one) => one.phone === phone || one.phoneHash === phoneHash)
  refuseFaults([...(hasEmail ? [faultAt(['email'], 'taken')] : []), ...(hasPhone ? [faultAt(['phone'], 'taken')] : [])])
}

function requireEmailOrPhone(
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  key: string,
): void {
  if (email === null && phone === null) throw invalid([key], 'reachable')
}
