import { type Channel, type FactName, findNoticeRule, isTopicAllowed, listChannelsTo } from '../../domain/notices.ts'
import {
  findCustomerToNotify,
  findDriverToNotify,
  listPeopleToNotify,
  type PersonToNotify,
} from '../../storage/queries/audiences.ts'
import { insertNotices, type Notice } from '../../storage/queries/messages.ts'
import type { PlannedTask } from '../../storage/queries/scheduler.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/** A fact, and its subjects by id. */
export type News = {
  readonly fact: FactName
  /** Operators whose people are notified, or who send the message to a customer or driver; empty without an operator. */
  readonly operatorIds: readonly number[]
  readonly tripId?: number | null
  /** The drivers who are notified. */
  readonly driverIds?: readonly number[]
  /** Number of the subject within the trip or operator, for facts that have one. */
  readonly subjectId?: number | null
}

type Whereto = Pick<Notice, 'channel' | 'recipient' | 'toKind' | 'operatorId' | 'userId' | 'driverId'>

/**
 * Queues a message to each reader of some facts, in the transaction of the facts and in a fixed number of statements. The words
 * are made when the message is due, from the state at that time. `later` is planned with it.
 */
export async function notifyReaders(
  tx: Writer,
  news: News | readonly News[],
  now: number,
  later: readonly PlannedTask[] = [],
): Promise<void> {
  const notices: Notice[] = []
  for (const one of [news].flat()) notices.push(...(await buildNotices(tx, one)))
  await insertNotices(tx, notices, now, later)
}

async function buildNotices(db: Reader, news: News): Promise<Notice[]> {
  const { fact, tripId = null, subjectId = null } = news
  const { topic } = findNoticeRule(fact)
  const everyone = [
    ...(await findCustomerRecipients(db, news)),
    ...(await findPeopleRecipients(db, news)),
    ...(await findDriverRecipients(db, news)),
  ]
  const about = `${fact} ${tripId ?? ''} ${subjectId ?? ''}`
  return everyone.map((one) => {
    const newsKey = `${about} ${one.toKind} ${one.operatorId} ${one.userId ?? one.driverId ?? ''} ${one.channel}`
    return { ...one, fact, topic, tripId, subjectId, newsKey }
  })
}

async function findCustomerRecipients(db: Reader, news: News): Promise<Whereto[]> {
  const { customer: way } = findNoticeRule(news.fact)
  if (way === undefined || news.tripId == null) return []
  const found = await findCustomerToNotify(db, news.tripId)
  if (found === null) return []
  const { email, phone } = found
  const operatorId = news.operatorIds.length === 1 ? (news.operatorIds[0] ?? null) : null
  const to = { toKind: 'customer', operatorId, userId: null, driverId: null } as const
  // Whether the number accepts SMS is checked when the message is due.
  if (phone !== null && (way === 'sms' || email === null)) return [{ ...to, channel: 'sms', recipient: phone }]
  return email === null ? [] : [{ ...to, channel: 'mail', recipient: email }]
}

async function findPeopleRecipients(db: Reader, { fact, operatorIds }: News): Promise<Whereto[]> {
  if (findNoticeRule(fact).people === undefined || operatorIds.length === 0) return []
  const byOperator = Map.groupBy(await listPeopleToNotify(db, operatorIds), ({ operator }) => operator.id)
  return [...byOperator.values()].flatMap((rows) => findPeopleOfAccount(fact, rows))
}

/**
 * The people of one account who are notified of a fact, with their channels. The account's own address receives facts that it
 * always received, and facts that no person can read.
 */
function findPeopleOfAccount(fact: FactName, rows: readonly PersonToNotify[]): Whereto[] {
  const { topic, people } = findNoticeRule(fact)
  const office = rows[0]?.operator
  const users = rows.flatMap(({ user }) => user ?? [])
  const readers = users.flatMap((user) => {
    const to = { toKind: 'user', operatorId: office?.id ?? null, userId: user.id, driverId: null } as const
    const channels = listChannelsTo(user, topic)
    const wanted: readonly Channel[] = people === 'phone' && user.phone !== null && channels.length > 0 ? ['sms'] : channels
    return wanted.map((channel) => ({ ...to, channel, recipient: channel === 'sms' ? (user.phone ?? '') : user.email }))
  })
  const email = office?.email ?? null
  const isOfficeTold = people === 'office' || !users.some(({ role }) => isTopicAllowed(role, topic))
  if (office === undefined || email === null || !isOfficeTold) return readers
  if (readers.some(({ recipient }) => recipient === email.toLowerCase())) return readers
  return [...readers, { toKind: 'user', operatorId: office.id, userId: null, driverId: null, channel: 'mail', recipient: email }]
}

async function findDriverRecipients(db: Reader, { fact, driverIds = [] }: News): Promise<Whereto[]> {
  if (findNoticeRule(fact).driver === undefined) return []
  const readers: Whereto[] = []
  for (const driverId of driverIds) readers.push(...(await findDriverRecipient(db, driverId)))
  return readers
}

async function findDriverRecipient(db: Reader, driverId: number): Promise<Whereto[]> {
  const found = await findDriverToNotify(db, driverId)
  if (found === null) return []
  const { email, phone, notifyBySms, operatorId } = found
  const isBySms = notifyBySms && phone !== null
  const recipient = isBySms ? phone : email
  if (recipient === null) return []
  return [{ toKind: 'driver', operatorId, userId: null, driverId, channel: isBySms ? 'sms' : 'mail', recipient }]
}
