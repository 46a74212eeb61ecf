import { findFirstName } from '../../domain/driver.ts'
import { formatCount } from '../../domain/spoken.ts'
import { formatTripInSubject } from './customer-words.ts'
import { type NoticeWords, shortenForSms } from './letter.ts'

/** A trip in a message to the operator, before the booking without data of its customer. Times and amounts are formatted. */
export type JobFacts = {
  readonly ref: string
  readonly summary: string
  readonly departs: string
  /** Towns at both ends, `Leeds → York`. */
  readonly route: string
  /** Day of departure, `Sat 1 May`, and without its weekday, `1 May`. */
  readonly day: string
  readonly date: string
  readonly passengerCount: number
  /** `one way`, `return`, `multi-day`. */
  readonly tripType: string
}

/** A deadline: short for a subject (`12:27`, `Tue 05:15`), and in full with its day. */
export type Deadline = { readonly inShort: string; readonly inFull: string }

export function composeJobOffered(job: JobFacts & { readonly quoteBy: Deadline }): NoticeWords {
  const { quoteBy, passengerCount, tripType } = job
  return composeJobNotice(
    job,
    `Quote by ${quoteBy.inShort}: ${formatJobInSubject(job)}`,
    `A customer wants a price for ${formatCount(passengerCount, 'passenger')}, ${tripType}; quoting closes ${quoteBy.inFull}.`,
  )
}

export function composeQuoteReminder(job: JobFacts & { readonly quoteBy: Deadline }): NoticeWords {
  const { quoteBy } = job
  return composeJobNotice(
    job,
    `Still to quote by ${quoteBy.inShort}: ${formatJobInSubject(job)}`,
    `You have not answered this job; quote or decline before quoting closes ${quoteBy.inFull}.`,
  )
}

type AskedJob = JobFacts & { readonly price: string; readonly respondBy: Deadline }

export function composeBookingRequested(job: AskedJob): NoticeWords {
  const { price, respondBy, route, date } = job
  return composeJobNotice(
    job,
    `Answer by ${respondBy.inShort}: ${price}, ${route}, ${date}`,
    `A customer wants to book your quote of ${price}; accept or decline by ${respondBy.inFull}.`,
  )
}

export function composeRequestReminder(job: AskedJob): NoticeWords {
  const { price, respondBy, route, date } = job
  return composeJobNotice(
    job,
    `Still to answer by ${respondBy.inShort}: ${price}, ${route}, ${date}`,
    `A customer is waiting to book your quote of ${price}; accept or decline by ${respondBy.inFull}.`,
    'Half of the time to answer has passed.',
  )
}

export function composeDeskRequestExpired(job: JobFacts): NoticeWords {
  return composeJobNotice(
    job,
    `Request expired: ${formatTripInSubject(job)}`,
    'The booking request expired because you did not answer in time.',
  )
}

export function composeDeskBooked(job: JobFacts & { readonly price: string; readonly payout: string }): NoticeWords {
  return composeJobNotice(
    job,
    `Booked: ${formatTripInSubject(job)}`,
    `The trip is booked with you for ${job.price}; your payout is ${job.payout}.`,
    'Assign a driver and a vehicle.',
  )
}

export function composeDeskCancelled(
  job: JobFacts & { readonly by: 'customer' | 'operator' | 'platform'; readonly reason: string },
): NoticeWords {
  const who = { customer: 'The customer', operator: 'Your office', platform: 'The marketplace' }[job.by]
  return composeJobNotice(job, `Cancelled: ${formatTripInSubject(job)}`, `${who} cancelled this trip.`, `Reason: ${job.reason}`)
}

export function composeDriverDeclined(job: JobFacts): NoticeWords {
  return composeJobNotice(job, `No driver: ${formatTripInSubject(job)}`, 'The driver declined this job; assign another driver.')
}

export function composeDriverLeft(driverId: number, refs: readonly string[]): NoticeWords {
  const subject = `Driver left: ${formatCount(refs.length, 'job')} without a driver`
  return {
    subject,
    lines: [`Driver #${driverId} has left, and their data is erased.`, `Assign another driver to ${refs.join(', ')}.`],
    sms: subject,
  }
}

export function composeVehicleUnsafe(check: {
  readonly plate: string
  readonly checked: string
  readonly defects: readonly string[]
}): NoticeWords {
  const { plate, checked, defects } = check
  const found = defects.length === 0 ? 'The driver does not consider it safe.' : `Defects: ${defects.join(', ')}.`
  return {
    subject: `${plate} is unsafe`,
    lines: [`A vehicle check on ${checked} found ${plate} unsafe. ${found}`, `${plate} cannot set off until it passes a check.`],
    sms: `${shortenForSms(plate, 20)} is unsafe`,
  }
}

/** Warns of a trip that departs soon; `missing` is every driver, one of several, or a driver's answer. */
export function composeCrewMissing(job: JobFacts & { readonly missing: 'all' | 'some' | 'answer' }): NoticeWords {
  const { missing, route, departs } = job
  const trip = `${route}, ${departs}`
  if (missing === 'all') {
    return composeJobNotice(job, `No driver: ${trip}`, `This job departs ${departs} and has no driver; assign a driver now.`)
  }
  if (missing === 'some') {
    return composeJobNotice(
      job,
      `Driver missing: ${trip}`,
      `This job departs ${departs} and one coach has no driver; assign a driver now.`,
    )
  }
  return composeJobNotice(
    job,
    `Driver not confirmed: ${trip}`,
    `This job departs ${departs} and its driver has not accepted it; call the driver.`,
  )
}

/** `vehicle` is the plate of the late coach if the trip has several. */
export function composeDeskDelayed(job: JobFacts & { readonly minutes: number; readonly vehicle: string | null }): NoticeWords {
  const { minutes, vehicle } = job
  const subject = `${vehicle === null ? '' : `${vehicle} is `}${minutes} minutes late: ${formatTripInSubject(job)}`
  return composeJobNotice(job, subject, `${vehicle ?? 'The coach'} is about ${minutes} minutes late.`)
}

/** An expiring document; `what` names it, `until` is its day. */
export type DocumentFacts = { readonly what: string; readonly until: string }

/** `driving licence expires Tue 17 Nov, DBS check Fri 20 Nov`. */
export function formatDocumentList(papers: readonly DocumentFacts[]): string {
  return papers.map(({ what, until }, nth) => `${what}${nth === 0 ? ' expires' : ''} ${until}`).join(', ')
}

/** The jobs of a driver after a document has expired; `first` is the day and route of the earliest, null if there are none. */
export type JobsAfter = { readonly count: number; readonly first: string | null }

export function composeDriverDocuments(name: string, papers: readonly DocumentFacts[], { count, first }: JobsAfter): NoticeWords {
  const shortName = findFirstName(name)
  const next = count === 1 ? first : `first ${first}`
  const subject = `${name}: ${formatDocumentList(papers)}`
  return {
    subject,
    lines: [
      count === 0 || first === null
        ? `${shortName} has no jobs after that date.`
        : `${shortName} is down for ${formatCount(count, 'job')} after that date: ${next}.`,
      'Enter the new date in the driver’s record.',
    ],
    sms: shortenForSms(subject, 120) || 'Driver document expires',
  }
}

export function composeVehicleDocuments(plate: string, papers: readonly DocumentFacts[]): NoticeWords {
  const subject = `${plate}: ${formatDocumentList(papers)}`
  return {
    subject,
    lines: [
      ...papers.map(({ what, until }) => `The ${what} of ${plate} expires ${until}.`),
      'Enter the new date in the vehicle’s record.',
    ],
    sms: shortenForSms(subject, 120) || 'Vehicle document expires',
  }
}

export function composeWebhookStopped(hook: { readonly label: string; readonly why: string }): NoticeWords {
  return {
    subject: `Webhook stopped: ${hook.label}`,
    lines: [
      `The server has stopped sending to the webhook “${hook.label}” because ${hook.why}.`,
      'The API lists every event since then. Create a new subscription to receive events again.',
    ],
    sms: `Webhook stopped: ${shortenForSms(hook.label, 40)}`,
  }
}

export function composeMailFailing(since: string): NoticeWords {
  return {
    subject: 'No email sent for an hour',
    lines: [`The server has sent no email since ${since}. It keeps every email and tries again.`, 'Run charabanc doctor.'],
    sms: `No email sent since ${since}. Every email is kept; run charabanc doctor`,
  }
}

export function composeBackupFailed(): NoticeWords {
  const subject = 'The daily backup failed'
  return {
    subject,
    lines: ['The daily backup failed; the server tries again every hour.', 'Run charabanc doctor and check the log.'],
    sms: `${subject}. Run charabanc doctor`,
  }
}

/** A notice about a job, with its facts. */
export function composeJobNotice(job: JobFacts, subject: string, ...lines: string[]): NoticeWords {
  return { subject, lines, facts: listJobRows(job), sms: shortenForSms(subject, 140) || job.ref }
}

/** Route, passengers and day of a job that waits for a quote. */
function formatJobInSubject({ route, passengerCount, day }: JobFacts): string {
  return `${route}, ${passengerCount}, ${day}`
}

/** The facts in a mail to the people of an operator: the job, its departure and its reference. */
export function listJobRows({ ref, summary, departs }: JobFacts): [string, string][] {
  return [
    ['Job', summary],
    ['Departs', departs],
    ['Reference', ref],
  ]
}
