import type { FactName, facts } from './notices.ts'

/** A page of an app, below its root, and the label of the link to it. */
export type NoticePage = { readonly path: string; readonly says: string }

/** The subject of a notice, which determines its page. */
export type NewsSubject = {
  /** The trip, if the notice is about one. */
  readonly ref: string | null
  /** The number of the driver or vehicle; unused for subjects without their own page. */
  readonly subjectId: number | null
  /** Whether the trip is booked with the operator, or assigned to the driver. */
  readonly isTheirs: boolean
}

type FactFor<Reader extends string> = {
  [Fact in FactName]: (typeof facts)[Fact] extends { readonly [Key in Reader]: unknown } ? Fact : never
}[FactName]

type PageOf = (news: NewsSubject) => NoticePage

/** The first page of each app: for several notices in one message, and for subjects without a page. */
export const firstPages = {
  people: { path: '', says: 'Open the portal' },
  driver: { path: '', says: 'See your jobs' },
} as const satisfies Record<string, NoticePage>

const job: PageOf = ({ ref }) => ({ path: `/jobs/${ref}`, says: 'See the job' })
const booking: PageOf = ({ ref }) => ({ path: `/bookings/${ref}`, says: 'See the booking' })
const jobOrBooking: PageOf = (news) => (news.isTheirs ? booking(news) : job(news))
const page = (path: string, says: string) => () => ({ path, says })
const numbered =
  (path: string, says: string): PageOf =>
  ({ subjectId }) => ({ path: `${path}/${subjectId}`, says })

const coach = numbered('/vehicles', 'See the vehicle')

const pagesOfPeople: Readonly<Record<FactFor<'people'>, PageOf>> = {
  job_offered: job,
  quote_reminder: job,
  booking_requested: job,
  request_reminder: job,
  request_lapsed: job,
  booked: booking,
  driver_declined: booking,
  driver_left: page('/diary', 'See the diary'),
  vehicle_unsafe: (news) => (news.subjectId === null ? { path: '/vehicles', says: 'See the vehicles' } : coach(news)),
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

const findOwnTripPage: PageOf = ({ ref, isTheirs }) =>
  isTheirs ? { path: `/trips/${ref}`, says: 'See the job' } : { path: '/trips', says: 'See your jobs' }

const pagesOfDriver: Readonly<Record<FactFor<'driver'>, PageOf>> = {
  crew_changed: findOwnTripPage,
  amended: findOwnTripPage,
  day_before: findOwnTripPage,
  driver_documents: page('/me', 'See your details'),
}

/** The portal page about a fact. */
export function findPortalPage(fact: FactName, news: NewsSubject): NoticePage {
  return fact in pagesOfPeople ? pagesOfPeople[fact as keyof typeof pagesOfPeople](news) : firstPages.people
}

/** The page of the driver's app about a fact. */
export function findDriverPage(fact: FactName, news: NewsSubject): NoticePage {
  return fact in pagesOfDriver ? pagesOfDriver[fact as keyof typeof pagesOfDriver](news) : firstPages.driver
}
