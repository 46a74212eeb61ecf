import { channelsTo, type NoticeReader, tellingOf } from '../../domain/notices.ts'
import { isMobile } from '../../gateways/phone.ts'
import { customerToTell } from '../../storage/queries/audiences.ts'
import { type DriverRow, findDriverById } from '../../storage/queries/drivers.ts'
import { offersOfTrip } from '../../storage/queries/jobs.ts'
import type { MessageRow, Notice } from '../../storage/queries/messages.ts'
import { findOperator, type Operator } from '../../storage/queries/operators.ts'
import { findUserById, type PersonRow } from '../../storage/queries/users.ts'
import type { Reader } from '../../storage/storage.ts'
import { type PhoneSetting, phoneCountriesOf } from '../people/phones.ts'

/** The reader of a message as they are reached now, and the operator who is meant. */
export type Addressee = {
  readonly operator: Operator | null
  readonly email: string | null
  readonly phone: string | null
  /** Null for a customer, for a driver, and for the operator's own address. */
  readonly user: PersonRow | null
  readonly driver: DriverRow | null
}

/** Null when they have left, or no longer want to hear of it. A message with words of its own goes where it was meant to go. */
export async function addresseeOf(db: Reader, row: MessageRow): Promise<Addressee | null> {
  const operator = row.operatorId === null ? null : await findOperator(db, row.operatorId)
  const as = { operator, email: row.recipient, phone: row.recipient, user: null, driver: null }
  if (row.fact === null) return { ...as, operator: operator ?? (await operatorOfDriver(db, row)) }
  if (row.toKind === 'customer') return customerOf(db, row, operator)
  if (row.toKind === 'driver') {
    const driver = row.driverId === null ? null : await findDriverById(db, row.driverId)
    if (driver === null || driver.removedAt !== null) return null
    return { ...as, email: driver.email, phone: driver.phone, driver }
  }
  if (row.userId === null) return as
  const user = await findUserById(db, row.userId)
  if (user === null || row.topic === null || channelsTo(user, row.topic).length === 0) return null
  return { ...as, email: user.email, phone: user.phone, user }
}

/** The operator of the driver who gets a sign-in code: the code itself names no operator. */
async function operatorOfDriver(db: Reader, { driverId }: MessageRow): Promise<Operator | null> {
  const driver = driverId === null ? null : await findDriverById(db, driverId)
  return driver && findOperator(db, driver.operatorId)
}

/**
 * The customer whom a message is for, or null. Where one operator alone was asked, it is meant before the trip is
 * booked as well.
 */
async function customerOf(db: Reader, { tripId }: MessageRow, operator: Operator | null): Promise<Addressee | null> {
  const reached = tripId === null ? null : await customerToTell(db, tripId)
  if (tripId === null || reached === null) return null
  const offers = operator === null ? await offersOfTrip(db, tripId) : []
  const [only] = offers
  const meant = operator ?? (offers.length === 1 && only !== undefined ? await findOperator(db, only.offer.operatorId) : null)
  return { ...reached, operator: meant, user: null, driver: null }
}

/**
 * The other way on which a message may still arrive that did not go on its own. Null when it was told on both, or there
 * is none.
 */
export function otherWay(
  row: MessageRow,
  { operator, email, phone, user, driver }: Addressee,
  setting: PhoneSetting,
): Pick<Notice, 'channel' | 'recipient'> | null {
  const phoneCountries = phoneCountriesOf(setting, operator)
  if (row.fact === null || row.channel !== firstWay(row, { email, phone, user, driver }, phoneCountries)) return null
  if (row.channel === 'sms') return email === null ? null : { channel: 'mail', recipient: email }
  const isReached = phone !== null && (row.toKind !== 'customer' || isMobile(phone, phoneCountries))
  return isReached ? { channel: 'sms', recipient: phone } : null
}

type Reached = Pick<Addressee, 'email' | 'phone' | 'user' | 'driver'>

/** The way on which somebody is told first; null where both are first. */
function firstWay(
  { fact, topic, toKind }: MessageRow,
  { email, phone, user, driver }: Reached,
  phoneCountries: readonly string[],
) {
  if (fact === null || topic === null) return null
  const telling = tellingOf(fact)
  if (toKind === 'customer') {
    const isTextedFirst = telling.customer === 'sms' || email === null
    return isTextedFirst && phone !== null && isMobile(phone, phoneCountries) ? 'sms' : 'mail'
  }
  if (driver !== null) return driver.notifyBySms && driver.phone !== null ? 'sms' : 'mail'
  if (user === null) return null
  const ways = channelsTo(user satisfies NoticeReader, topic)
  if (telling.people === 'phone') return phone === null ? 'mail' : 'sms'
  return ways.length === 1 ? (ways[0] ?? null) : null
}
