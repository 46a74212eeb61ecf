import { findNoticeRule, listChannelsTo, type NoticeReader } from '../../domain/notices.ts'
import { isMobile } from '../../gateways/phone.ts'
import { findCustomerToNotify } from '../../storage/queries/audiences.ts'
import { type DriverRow, findDriverById } from '../../storage/queries/drivers.ts'
import { listOffersOfTrip } from '../../storage/queries/jobs.ts'
import type { MessageRow, Notice } from '../../storage/queries/messages.ts'
import { findOperator, type Operator } from '../../storage/queries/operators.ts'
import { findUserById, type PersonRow } from '../../storage/queries/users.ts'
import type { Reader } from '../../storage/storage.ts'
import { listPhoneCountries, type PhoneSetting } from '../people/phones.ts'

/** The reader of a message with their present address, and its operator. */
export type Addressee = {
  readonly operator: Operator | null
  readonly email: string | null
  readonly phone: string | null
  /** Null for a customer, for a driver, and for the operator's own address. */
  readonly user: PersonRow | null
  readonly driver: DriverRow | null
}

/** Null if the reader has left or no longer subscribes to the fact. A message with its own words goes to its original address. */
export async function findAddressee(db: Reader, row: MessageRow): Promise<Addressee | null> {
  const operator = row.operatorId === null ? null : await findOperator(db, row.operatorId)
  const as = { operator, email: row.recipient, phone: row.recipient, user: null, driver: null }
  if (row.fact === null) return { ...as, operator: operator ?? (await operatorOfDriver(db, row)) }
  if (row.toKind === 'customer') return findCustomerAddressee(db, row, operator)
  if (row.toKind === 'driver') {
    const driver = row.driverId === null ? null : await findDriverById(db, row.driverId)
    if (driver === null || driver.removedAt !== null) return null
    return { ...as, email: driver.email, phone: driver.phone, driver }
  }
  if (row.userId === null) return as
  const user = await findUserById(db, row.userId)
  if (user === null || row.topic === null || listChannelsTo(user, row.topic).length === 0) return null
  return { ...as, email: user.email, phone: user.phone, user }
}

/** The operator of the driver who receives a sign-in code, because the code names no operator. */
async function operatorOfDriver(db: Reader, { driverId }: MessageRow): Promise<Operator | null> {
  const driver = driverId === null ? null : await findDriverById(db, driverId)
  return driver && findOperator(db, driver.operatorId)
}

/** The customer of a message, or null. If only one operator was asked to quote, the message names it even before the booking. */
async function findCustomerAddressee(db: Reader, { tripId }: MessageRow, operator: Operator | null): Promise<Addressee | null> {
  const reached = tripId === null ? null : await findCustomerToNotify(db, tripId)
  if (tripId === null || reached === null) return null
  const offers = operator === null ? await listOffersOfTrip(db, tripId) : []
  const [only] = offers
  const meant = operator ?? (offers.length === 1 && only !== undefined ? await findOperator(db, only.offer.operatorId) : null)
  return { ...reached, operator: meant, user: null, driver: null }
}

/** The other channel for a message that failed on its own. Null if both were used, or there is none. */
export function findOtherChannel(
  row: MessageRow,
  { operator, email, phone, user, driver }: Addressee,
  setting: PhoneSetting,
): Pick<Notice, 'channel' | 'recipient'> | null {
  const phoneCountries = listPhoneCountries(setting, operator)
  if (row.fact === null || row.channel !== firstWay(row, { email, phone, user, driver }, phoneCountries)) return null
  if (row.channel === 'sms') return email === null ? null : { channel: 'mail', recipient: email }
  const isReached = phone !== null && (row.toKind !== 'customer' || isMobile(phone, phoneCountries))
  return isReached ? { channel: 'sms', recipient: phone } : null
}

type Reached = Pick<Addressee, 'email' | 'phone' | 'user' | 'driver'>

/** The first channel for a reader; null if both are first. */
function firstWay(
  { fact, topic, toKind }: MessageRow,
  { email, phone, user, driver }: Reached,
  phoneCountries: readonly string[],
) {
  if (fact === null || topic === null) return null
  const telling = findNoticeRule(fact)
  if (toKind === 'customer') {
    const isTextedFirst = telling.customer === 'sms' || email === null
    return isTextedFirst && phone !== null && isMobile(phone, phoneCountries) ? 'sms' : 'mail'
  }
  if (driver !== null) return driver.notifyBySms && driver.phone !== null ? 'sms' : 'mail'
  if (user === null) return null
  const ways = listChannelsTo(user satisfies NoticeReader, topic)
  if (telling.people === 'phone') return phone === null ? 'mail' : 'sms'
  return ways.length === 1 ? (ways[0] ?? null) : null
}
