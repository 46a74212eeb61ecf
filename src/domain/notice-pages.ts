import type { FactName, facts } from './notices.ts'

/** A page of an app, below its root, and what the link to it says. */
export type NoticePage = { readonly path: string; readonly says: string }

/** The subject of news, as far as it decides where one reads more of it. */
export type NewsSubject = {
  /** The trip, where it is about one. */
  readonly ref: string | null
  /** The driver or the coach, by its number; of other things that have no page of their own it does not matter. */
  readonly subjectId: number | null
  /** Whether the trip is booked with the operator, or the driver's to drive. */
  readonly isTheirs: boolean
}

type ToldTo<Reader extends string> = {
  [Fact in FactName]: (typeof facts)[Fact] extends { readonly [Key in Reader]: unknown } ? Fact : never
}[FactName]

type PageOf = (news: NewsSubject) => NoticePage

/** The first page of each app: for news of which nothing is left, and for several at once. */
export const firstPages = {
  people: { path: '', says: 'Open the office' },
  driver: { path: '', says: 'Your trips' },
} as const satisfies Record<string, NoticePage>

const job: PageOf = ({ ref }) => ({ path: `/jobs/${ref}`, says: 'See the job' })
const booking: PageOf = ({ ref }) => ({ path: `/bookings/${ref}`, says: 'See the booking' })
const jobOrBooking: PageOf = (news) => (news.isTheirs ? booking(news) : job(news))
const page = (path: string, says: string) => () => ({ path, says })
const numbered =
  (path: string, says: string): PageOf =>
  ({ subjectId }) => ({ path: `${path}/${subjectId}`, says })

const coach = numbered('/vehicles', 'See the coach')

const pagesOfPeople: Readonly<Record<ToldTo<'people'>, PageOf>> = {
  job_offered: job,
  quote_reminder: job,
  booking_requested: job,
  request_reminder: job,
  request_lapsed: job,
  booked: booking,
  driver_declined: booking,
  driver_left: page('/diary', 'See the diary'),
  vehicle_unsafe: (news) => (news.subjectId === null ? { path: '/vehicles', says: 'See the coaches' } : coach(news)),
  amendment_wished: booking,
  amendment_declined: booking,
  amendment_lapsed: booking,
  amended: booking,
  cancelled: jobOrBooking,
  balance_overdue: booking,
  late_payment: jobOrBooking,
  refund_stuck: jobOrBooking,
  dispute_opened: jobOrBooking,
  dispute_closed: jobOrBooking,
  crew_missing: booking,
  delayed: booking,
  driver_documents: numbered('/drivers', 'See the driver'),
  vehicle_documents: coach,
  webhook_parked: page('/settings/webhooks', 'See the webhooks'),
  mail_failing: page('/settings/mail', 'See the mail server'),
  backup_failed: () => firstPages.people,
}

const ownTrip: PageOf = ({ ref, isTheirs }) =>
  isTheirs ? { path: `/trips/${ref}`, says: 'See the trip' } : { path: '/trips', says: 'Your trips' }

const pagesOfDriver: Readonly<Record<ToldTo<'driver'>, PageOf>> = {
  crew_changed: ownTrip,
  amended: ownTrip,
  day_before: ownTrip,
  driver_documents: page('/me', 'See your entry'),
}

/** The page of the portal on which the operator's people read more of a fact. */
export function pageForPeople(fact: FactName, news: NewsSubject): NoticePage {
  return fact in pagesOfPeople ? pagesOfPeople[fact as keyof typeof pagesOfPeople](news) : firstPages.people
}

/** The page of the driver's app on which a driver reads more of a fact. */
export function pageForDriver(fact: FactName, news: NewsSubject): NoticePage {
  return fact in pagesOfDriver ? pagesOfDriver[fact as keyof typeof pagesOfDriver](news) : firstPages.driver
}
