import { type Ability, abilitiesOfRole, type PersonRole } from './ability.ts'
import { hourMs, isLocalTimeWithin, type LocalSpan, nextLocalHour, nextLocalTime } from './instant.ts'
import { faultAt, refuseFaults } from './refusal.ts'

/** Topics that a person may choose to hear of. */
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

/** Ability that a role needs to hear of a topic, or `admin` for admins alone. */
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

/** The topic of a fact, and how each reader hears of it; a reader who is left out is not told. */
type Telling = {
  readonly topic: Topic
  /** The customer: by mail, or by SMS where they have a mobile; who has no address hears everything by SMS. */
  readonly customer?: 'mail' | 'sms'
  /**
   * The operator's people who want the topic; with `office` the operator's own address as well, with `phone` by SMS where they have
   * a phone. Where no one on the account may hear of it, its own address does.
   */
  readonly people?: 'wanted' | 'office' | 'phone'
  /** The driver, by SMS or mail as they wish. */
  readonly driver?: true
}

/**
 * Facts, each with its topic and the people it is told to. What each says, and when it is over, is for its text to
 * decide as it falls due.
 */
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
} as const satisfies Record<string, Telling>

export type FactName = keyof typeof facts

export const factNames = Object.keys(facts) as FactName[]

/** The topic of a fact, and how each reader hears of it. */
export function tellingOf(fact: FactName): Telling {
  return facts[fact]
}

/** Whether what happens is told as it happens, or gathered until the hour or the morning. */
export const digests = ['at_once', 'hourly', 'daily'] as const

type Digest = (typeof digests)[number]

/** The choices of a person: what to hear of, on which way and when. */
export type Wishes = {
  readonly mail: readonly Topic[]
  readonly sms: readonly Topic[]
  readonly digest: Digest
  /** Stretch of the day in which nothing is to come, on the clocks of the operator. */
  readonly quiet: LocalSpan | null
}

/** The person who is told, as far as it decides what they hear. */
export type NoticeReader = { readonly role: PersonRole; readonly phone: string | null; readonly notifications: Wishes | null }

/** The topics that somebody of this role may hear of. */
export function topicsOf(role: PersonRole): Topic[] {
  return topics.filter((topic) => mayHear(role, topic))
}

/** Whether somebody of this role may hear of a topic. */
export function mayHear(role: PersonRole, topic: Topic): boolean {
  const needed = neededFor[topic]
  return needed === 'admin' ? role === 'admin' : abilitiesOfRole[role].includes(needed)
}

/**
 * The wishes of somebody, less the topics that their role may not read any more. Somebody who has chosen nothing hears
 * everything by mail, and of booking requests by SMS as well.
 */
export function wishesOf({ role, notifications }: Pick<NoticeReader, 'role' | 'notifications'>): Wishes {
  const wished = notifications ?? { mail: topics, sms: ['booking_request' as const], digest: 'at_once', quiet: null }
  const heard = (chosen: readonly Topic[]) => topics.filter((topic) => chosen.includes(topic) && mayHear(role, topic))
  return { ...wished, mail: heard(wished.mail), sms: heard(wished.sms) }
}

/** The wishes of somebody of this role from now on. Refuses `validation_failed` for a topic they may not hear of. */
export function chooseWishes(role: PersonRole, wished: Wishes): Wishes {
  refuseFaults(
    channels.flatMap((way) =>
      wished[way].flatMap((topic, nth) => (mayHear(role, topic) ? [] : [faultAt([way, nth], 'notForRole')])),
    ),
  )
  return wishesOf({ role, notifications: wished })
}

export const channels = ['mail', 'sms'] as const

export type Channel = (typeof channels)[number]

/** The ways on which a person hears of a topic; none where they may not, or do not want to. */
export function channelsTo(reader: NoticeReader, topic: Topic): Channel[] {
  if (!mayHear(reader.role, topic)) return []
  const { mail, sms } = wishesOf(reader)
  return [
    ...(mail.includes(topic) ? ['mail' as const] : []),
    ...(sms.includes(topic) && reader.phone !== null ? ['sms' as const] : []),
  ]
}

/** Offers come in one after another; a customer's next mail about them waits until the last one is so long ago. */
export const quoteMailsEveryMs = hourMs

/** A coach that is later than this is worth a message (minutes). */
export const toldDelayMinutes = 15

/** Hour at which what gathers through the day is told, on the clocks of the operator. */
const dailyAt = '07:00'

/**
 * The first instant (ms) at which what was queued at `queuedAt` (ms) may go to somebody: at the hour or in the morning where they
 * want a digest, and never while they want quiet. A booking request waits for neither.
 */
export function heldUntil({ digest, quiet }: Wishes, topic: Topic, queuedAt: number, timezone: string): number {
  if (topic === 'booking_request') return queuedAt
  const slot =
    digest === 'at_once'
      ? queuedAt
      : digest === 'hourly'
        ? nextLocalHour(queuedAt, timezone)
        : nextLocalTime(queuedAt, timezone, dailyAt)
  return quiet !== null && isLocalTimeWithin(slot, timezone, quiet) ? nextLocalTime(slot, timezone, quiet.to) : slot
}
