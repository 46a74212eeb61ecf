import { type Ability, abilitiesOfRole, type PersonRole } from './ability.ts'
import { findNextLocalHour, findNextLocalTime, hourMs, isLocalTimeWithin, type LocalSpan } from './instant.ts'
import { faultAt, refuseFaults } from './refusal.ts'

/** Topics that a person can choose. */
export const topics = [
  'job_offered',
  'quote_reminder',
  'booking_request',
  'booking',
  'cancellation',
  'amendment',
  'driver',
  'balance',
  'compliance',
  'system',
] as const

export type Topic = (typeof topics)[number]

/** Ability that a role needs for a topic, or `admin` for admins only. */
const neededFor: Readonly<Record<Topic, Ability | 'admin'>> = {
  job_offered: 'jobs:read',
  quote_reminder: 'jobs:read',
  booking_request: 'jobs:read',
  booking: 'bookings:read',
  cancellation: 'bookings:read',
  amendment: 'bookings:read',
  balance: 'bookings:read',
  driver: 'drivers:read',
  compliance: 'drivers:read',
  system: 'admin',
}

/** The topic of a fact, and the channel for each reader; a reader without an entry receives nothing. */
type NoticeRule = {
  readonly topic: Topic
  /** The customer: by email, or by SMS to a mobile. A customer without an email address receives everything by SMS. */
  readonly customer?: 'mail' | 'sms'
  /**
   * The operator's people who have chosen the topic; with `office` the operator's own address too, with `phone` by SMS to a phone.
   * If no person of the account can receive the topic, the operator's own address does.
   */
  readonly people?: 'wanted' | 'office' | 'phone'
  /** The driver, by SMS or email as chosen. */
  readonly driver?: true
}

/** Facts with their topics and readers. The words of a message, and whether it still applies, are decided when it is due. */
export const facts = {
  trip_entered: { topic: 'job_offered', customer: 'mail' },
  link_asked: { topic: 'booking', customer: 'mail' },
  job_offered: { topic: 'job_offered', people: 'wanted' },
  quotes_changed: { topic: 'job_offered', customer: 'mail' },
  quote_reminder: { topic: 'quote_reminder', people: 'wanted' },
  booking_requested: { topic: 'booking_request', people: 'wanted' },
  request_reminder: { topic: 'booking_request', people: 'wanted' },
  request_rejected: { topic: 'booking_request', customer: 'mail' },
  request_lapsed: { topic: 'booking_request', customer: 'mail', people: 'wanted' },
  card_failed: { topic: 'booking', customer: 'mail' },
  transfer_awaited: { topic: 'booking', customer: 'mail' },
  payment_page: { topic: 'balance', customer: 'mail' },
  booked: { topic: 'booking', customer: 'mail', people: 'wanted' },
  crew_changed: { topic: 'driver', driver: true },
  driver_declined: { topic: 'driver', people: 'office' },
  driver_left: { topic: 'driver', people: 'office' },
  vehicle_unsafe: { topic: 'driver', people: 'office' },
  amendment_wished: { topic: 'amendment', people: 'wanted' },
  amendment_proposed: { topic: 'amendment', customer: 'mail' },
  amendment_refused: { topic: 'amendment', customer: 'mail' },
  amendment_declined: { topic: 'amendment', people: 'wanted' },
  amendment_withdrawn: { topic: 'amendment', customer: 'mail' },
  amendment_lapsed: { topic: 'amendment', customer: 'mail', people: 'wanted' },
  amended: { topic: 'amendment', customer: 'mail', people: 'wanted', driver: true },
  cancelled: { topic: 'cancellation', customer: 'mail', people: 'wanted' },
  balance_reminder: { topic: 'balance', customer: 'mail' },
  balance_due: { topic: 'balance', customer: 'mail' },
  balance_overdue: { topic: 'balance', customer: 'mail', people: 'wanted' },
  balance_declined: { topic: 'balance', customer: 'mail' },
  extra_added: { topic: 'balance', customer: 'mail' },
  refund_sent: { topic: 'balance', customer: 'mail' },
  late_payment: { topic: 'balance', customer: 'mail', people: 'wanted' },
  refund_stuck: { topic: 'balance', people: 'office' },
  dispute_opened: { topic: 'balance', people: 'office' },
  dispute_closed: { topic: 'balance', people: 'office' },
  day_before: { topic: 'driver', customer: 'mail', driver: true },
  crew_missing: { topic: 'driver', people: 'wanted' },
  on_the_way: { topic: 'driver', customer: 'sms' },
  delayed: { topic: 'driver', customer: 'sms', people: 'wanted' },
  driver_documents: { topic: 'compliance', people: 'wanted', driver: true },
  vehicle_documents: { topic: 'compliance', people: 'wanted' },
  webhook_parked: { topic: 'system', people: 'wanted' },
  mail_failing: { topic: 'system', people: 'phone' },
  backup_failed: { topic: 'system', people: 'wanted' },
} as const satisfies Record<string, NoticeRule>

export type FactName = keyof typeof facts

export const factNames = Object.keys(facts) as FactName[]

/** The topic and the readers of a fact. */
export function findNoticeRule(fact: FactName): NoticeRule {
  return facts[fact]
}

/** Whether messages are sent immediately, or collected until the hour or the morning. */
export const digests = ['at_once', 'hourly', 'daily'] as const

type Digest = (typeof digests)[number]

/** The notification choices of a person: topics, channels and times. */
export type NotificationChoices = {
  readonly mail: readonly Topic[]
  readonly sms: readonly Topic[]
  readonly digest: Digest
  /** Quiet hours, on the operator's clocks. */
  readonly quiet: LocalSpan | null
}

/** The part of a person that decides which messages they receive. */
export type NoticeReader = {
  readonly role: PersonRole
  readonly phone: string | null
  readonly notifications: NotificationChoices | null
}

/** The topics that a role can receive. */
export function listTopicsOfRole(role: PersonRole): Topic[] {
  return topics.filter((topic) => isTopicAllowed(role, topic))
}

/** Whether a role can receive a topic. */
export function isTopicAllowed(role: PersonRole, topic: Topic): boolean {
  const needed = neededFor[topic]
  return needed === 'admin' ? role === 'admin' : abilitiesOfRole[role].includes(needed)
}

/**
 * The choices of a person, without topics that the role can no longer read. The default is every topic by email, and booking
 * requests by SMS too.
 */
export function readNotificationChoices({
  role,
  notifications,
}: Pick<NoticeReader, 'role' | 'notifications'>): NotificationChoices {
  const wished = notifications ?? { mail: topics, sms: ['booking_request' as const], digest: 'at_once', quiet: null }
  const heard = (chosen: readonly Topic[]) => topics.filter((topic) => chosen.includes(topic) && isTopicAllowed(role, topic))
  return { ...wished, mail: heard(wished.mail), sms: heard(wished.sms) }
}

/** Checks new choices of a person. Refuses `validation_failed` for a topic that the role cannot receive. */
export function mergeNotificationChoices(role: PersonRole, wished: NotificationChoices): NotificationChoices {
  refuseFaults(
    channels.flatMap((way) =>
      wished[way].flatMap((topic, nth) => (isTopicAllowed(role, topic) ? [] : [faultAt([way, nth], 'notForRole')])),
    ),
  )
  return readNotificationChoices({ role, notifications: wished })
}

export const channels = ['mail', 'sms'] as const

export type Channel = (typeof channels)[number]

/** The channels on which a person receives a topic; none if the role or the choices exclude it. */
export function listChannelsTo(reader: NoticeReader, topic: Topic): Channel[] {
  if (!isTopicAllowed(reader.role, topic)) return []
  const { mail, sms } = readNotificationChoices(reader)
  return [
    ...(mail.includes(topic) ? ['mail' as const] : []),
    ...(sms.includes(topic) && reader.phone !== null ? ['sms' as const] : []),
  ]
}

/** Least time between two emails to a customer about offers. */
export const quoteMailsEveryMs = hourMs

/** A longer delay than this causes a message (minutes). */
export const noticeDelayMinutes = 15

/** Time of the daily digest, on the operator's clocks. */
const dailyAt = '07:00'

/**
 * The first instant (ms) at which a message queued at `queuedAt` (ms) can be sent: the hour or the morning for a digest, and
 * never in quiet hours. A booking request is sent immediately.
 */
export function computeSendTime(
  { digest, quiet }: NotificationChoices,
  topic: Topic,
  queuedAt: number,
  timezone: string,
): number {
  if (topic === 'booking_request') return queuedAt
  const slot =
    digest === 'at_once'
      ? queuedAt
      : digest === 'hourly'
        ? findNextLocalHour(queuedAt, timezone)
        : findNextLocalTime(queuedAt, timezone, dailyAt)
  return quiet !== null && isLocalTimeWithin(slot, timezone, quiet) ? findNextLocalTime(slot, timezone, quiet.to) : slot
}
