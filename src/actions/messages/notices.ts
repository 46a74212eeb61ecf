import { type Channel, channelsTo, type FactName, mayHear, tellingOf } from '../../domain/notices.ts'
import { customerToTell, driverToTell, type PersonToTell, peopleToTell } from '../../storage/queries/audiences.ts'
import { insertNotices, type Notice } from '../../storage/queries/messages.ts'
import type { PlannedTask } from '../../storage/queries/scheduler.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/** A fact that has happened, and what it is about; each by its number. */
export type News = {
  readonly fact: FactName
  /**
   * Operators whose people are told, and whose message to a customer or driver it is; none where no operator is meant.
   */
  readonly operatorIds: readonly number[]
  readonly tripId?: number | null
  /** The drivers it is for. */
  readonly driverIds?: readonly number[]
  /** Number of the thing of the trip or operator that it is about, where the fact says so. */
  readonly subjectId?: number | null
}

type Whereto = Pick<Notice, 'channel' | 'recipient' | 'toKind' | 'operatorId' | 'userId' | 'driverId'>

/**
 * Tells facts: queues a message to each who is to hear of them, in the transaction of the facts and in the same few statements
 * however many they are. The words are made when a message is due, from how things stand then. `later` is planned along with it.
 */
export async function tell(
  tx: Writer,
  news: News | readonly News[],
  now: number,
  later: readonly PlannedTask[] = [],
): Promise<void> {
  const notices: Notice[] = []
  for (const one of [news].flat()) notices.push(...(await noticesOf(tx, one)))
  await insertNotices(tx, notices, now, later)
}

async function noticesOf(db: Reader, news: News): Promise<Notice[]> {
  const { fact, tripId = null, subjectId = null } = news
  const { topic } = tellingOf(fact)
  const everyone = [...(await customerOf(db, news)), ...(await peopleOf(db, news)), ...(await driversOf(db, news))]
  const about = `${fact} ${tripId ?? ''} ${subjectId ?? ''}`
  return everyone.map((one) => {
    const newsKey = `${about} ${one.toKind} ${one.operatorId} ${one.userId ?? one.driverId ?? ''} ${one.channel}`
    return { ...one, fact, topic, tripId, subjectId, newsKey }
  })
}

async function customerOf(db: Reader, news: News): Promise<Whereto[]> {
  const { customer: way } = tellingOf(news.fact)
  if (way === undefined || news.tripId == null) return []
  const found = await customerToTell(db, news.tripId)
  if (found === null) return []
  const { email, phone } = found
  const operatorId = news.operatorIds.length === 1 ? (news.operatorIds[0] ?? null) : null
  const to = { toKind: 'customer', operatorId, userId: null, driverId: null } as const
  // Whether the number takes SMS is seen when it is due.
  if (phone !== null && (way === 'sms' || email === null)) return [{ ...to, channel: 'sms', recipient: phone }]
  return email === null ? [] : [{ ...to, channel: 'mail', recipient: email }]
}

async function peopleOf(db: Reader, { fact, operatorIds }: News): Promise<Whereto[]> {
  if (tellingOf(fact).people === undefined || operatorIds.length === 0) return []
  const byOperator = Map.groupBy(await peopleToTell(db, operatorIds), ({ operator }) => operator.id)
  return [...byOperator.values()].flatMap((rows) => peopleAt(fact, rows))
}

/**
 * The people on one account who hear of a fact, and how. The account's own address does where it always has, and where
 * no one else may.
 */
function peopleAt(fact: FactName, rows: readonly PersonToTell[]): Whereto[] {
  const { topic, people } = tellingOf(fact)
  const office = rows[0]?.operator
  const users = rows.flatMap(({ user }) => user ?? [])
  const told = users.flatMap((user) => {
    const to = { toKind: 'user', operatorId: office?.id ?? null, userId: user.id, driverId: null } as const
    const channels = channelsTo(user, topic)
    const wanted: readonly Channel[] = people === 'phone' && user.phone !== null && channels.length > 0 ? ['sms'] : channels
    return wanted.map((channel) => ({ ...to, channel, recipient: channel === 'sms' ? (user.phone ?? '') : user.email }))
  })
  const email = office?.email ?? null
  const isOfficeTold = people === 'office' || !users.some(({ role }) => mayHear(role, topic))
  if (office === undefined || email === null || !isOfficeTold) return told
  if (told.some(({ recipient }) => recipient === email.toLowerCase())) return told
  return [...told, { toKind: 'user', operatorId: office.id, userId: null, driverId: null, channel: 'mail', recipient: email }]
}

async function driversOf(db: Reader, { fact, driverIds = [] }: News): Promise<Whereto[]> {
  if (tellingOf(fact).driver === undefined) return []
  const told: Whereto[] = []
  for (const driverId of driverIds) told.push(...(await driverOf(db, driverId)))
  return told
}

async function driverOf(db: Reader, driverId: number): Promise<Whereto[]> {
  const found = await driverToTell(db, driverId)
  if (found === null) return []
  const { email, phone, notifyBySms, operatorId } = found
  const isBySms = notifyBySms && phone !== null
  const recipient = isBySms ? phone : email
  if (recipient === null) return []
  return [{ toKind: 'driver', operatorId, userId: null, driverId, channel: isBySms ? 'sms' : 'mail', recipient }]
}
