import type { OperatorCaller } from '../../domain/caller.ts'
import { emailKey } from '../../domain/email-address.ts'
import { minuteMs } from '../../domain/instant.ts'
import { faultAt, invalid, mustFind, Refusal, refuseFaults } from '../../domain/refusal.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { operatorInSms, smsName } from '../../domain/sms.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
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
import { planDriverPapers } from '../messages/reminders.ts'
import { mustBePhones } from '../people/phones.ts'
import { phoneHashOf } from '../people/sign-in-codes.ts'
import { makeSignInLink, signInUrl } from '../people/sign-in-links.ts'
import { operatorOf } from '../quotes/jobs.ts'

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
  return listDrivers(db, { operatorId, ...pageSpanOf(asked) })
}

/** Puts a driver on the roster. Refuses `validation_failed` for an e-mail or phone already there, a phone that is no number, or nowhere to invite to. */
export async function addDriver(tx: Writer, app: AppContext, caller: Roster, entry: NewDriver, now: number) {
  const { inviteNow, ...fields } = entry
  await lockOperator(tx, caller.operatorId)
  const phoneHash = entry.phone === null ? null : await newPhoneHash(tx, app, caller, entry.phone)
  await mustBeNew(tx, caller, { ...entry, phoneHash })
  if (inviteNow) mustBeReachable(entry, 'inviteNow')
  const driver = await insertDriver(tx, {
    ...fields,
    phoneHash,
    operatorId: caller.operatorId,
    notifyBySms: true,
    createdAt: now,
    updatedAt: now,
  })
  await planDriverPapers(tx, driver, now)
  return inviteNow ? invite(tx, app, caller, driver, now) : driver
}

/** The hash of a number that a driver gets. Refuses `validation_failed` for an impossible number. */
export async function newPhoneHash(tx: Writer, app: AppContext, caller: Roster, phone: string): Promise<string> {
  const operator = await operatorOf(tx, caller)
  mustBePhones(app, [operator], [[['phone'], phone]])
  return phoneHashOf(app, phone, operator)
}

/** Sends the sign-in link again. Refuses `not_found`, `validation_failed` (nowhere to send it), `rate_limited` (within a minute). */
export async function reinviteDriver(tx: Writer, app: AppContext, caller: OperatorCaller, id: number) {
  await lockDriver(tx, id)
  const now = app.clock()
  const driver = await mustFind(findDriverOnRoster(tx, caller.operatorId, id))
  mustBeReachable(driver, 'email')
  const waitMs = (driver.invitedAt ?? 0) + minuteMs - now
  if (waitMs > 0) throw new Refusal('rate_limited', 'This driver was invited a moment ago.', {}, Math.ceil(waitMs / 1000))
  return invite(tx, app, caller, driver, now)
}

async function invite(tx: Writer, app: AppContext, caller: Roster, driver: DriverRow, now: number): Promise<DriverRow> {
  const operator = await operatorOf(tx, caller)
  const { token, expiresAt } = await makeSignInLink(tx, { driverId: driver.id }, invitationLifeMs, now)
  const invites = `invites you to the driver app. Sign in within ${spanInWords(invitationLifeMs)}: ${signInUrl(app.baseUrl, 'driver', token)}`
  const sms = `${smsName(operator.name, operatorInSms, 'Your operator')} ${invites}`
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
          subject: `${operator.name}: your driver sign-in`,
          text: `${operator.name} ${invites}\n\nThe link works once. An app that asks for a code takes this one instead:\n\n${token}`,
        },
  )
  return saveDriver(tx, driver, { invitedAt: now, updatedAt: now })
}

/** Refuses `validation_failed` for an e-mail or a phone that another on the roster has. */
export async function mustBeNew(
  db: Reader,
  caller: { readonly operatorId: number },
  { email, phone, phoneHash }: ContactDetails,
  ownId: number | null = null,
): Promise<void> {
  const others = (await findNamesakes(db, caller.operatorId, { email, phone, phoneHash })).filter(({ id }) => id !== ownId)
  const hasEmail = email !== null && others.some((one) => one.email !== null && emailKey(one.email) === emailKey(email))
  const hasPhone = phone !== null && others.some((one) => one.phone === phone || one.phoneHash === phoneHash)
  refuseFaults([...(hasEmail ? [faultAt(['email'], 'taken')] : []), ...(hasPhone ? [faultAt(['phone'], 'taken')] : [])])
}

function mustBeReachable({ email, phone }: { readonly email: string | null; readonly phone: string | null }, key: string): void {
  if (email === null && phone === null) throw invalid([key], 'reachable')
}
