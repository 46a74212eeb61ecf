import { refundAskedMs } from '../../domain/payment.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { type NoticeWords, short } from './letter.ts'

/** A trip as the operator may know it: before it is booked without anything of its customer. Times and amounts are spoken. */
export type JobFacts = { readonly ref: string; readonly summary: string; readonly departs: string }

export function jobOffered(job: JobFacts & { readonly quoteBy: string }): NoticeWords {
  return about(job, `New job ${job.ref}`, `You are asked for a quote until ${job.quoteBy}.`)
}

export function quoteReminder(job: JobFacts & { readonly quoteBy: string }): NoticeWords {
  return about(job, `${job.ref} still waits for your quote`, `You have neither quoted nor declined. Quoting ends ${job.quoteBy}.`)
}

export function bookingRequested(job: JobFacts & { readonly price: string; readonly respondBy: string }): NoticeWords {
  return about(
    job,
    `Booking request for ${job.ref}: answer until ${job.respondBy}`,
    `The customer wants to book for ${job.price}.`,
    `Please confirm or reject it until ${job.respondBy}; after that it lapses.`,
  )
}

export function requestReminder(job: JobFacts & { readonly price: string; readonly respondBy: string }): NoticeWords {
  return about(
    job,
    `Booking request for ${job.ref} lapses ${job.respondBy}`,
    `The customer still waits for your answer; they want to book for ${job.price}.`,
    `Half the time is over: please confirm or reject it until ${job.respondBy}.`,
  )
}

export function deskRequestLapsed(job: JobFacts): NoticeWords {
  return about(job, `The booking request for ${job.ref} has lapsed`, 'No one answered it in time.')
}

export function deskBooked(job: JobFacts & { readonly price: string; readonly payout: string }): NoticeWords {
  return about(
    job,
    `Booked: ${job.ref}`,
    `The trip is yours for ${job.price}; the payout is ${job.payout}.`,
    'It needs a driver and a vehicle now.',
  )
}

export function deskCancelled(
  job: JobFacts & { readonly by: 'customer' | 'operator' | 'platform'; readonly reason: string },
): NoticeWords {
  return about(job, `${job.ref} is cancelled`, `It was cancelled by the ${job.by}.`, `The reason given: ${job.reason}`)
}

export function deskBalanceOverdue(job: JobFacts & { readonly amount: string; readonly dueAt: string }): NoticeWords {
  return about(job, `${job.amount} for ${job.ref} is overdue`, `${job.amount} was due on ${job.dueAt} and has not been paid.`)
}

export function deskLatePayment(job: JobFacts & { readonly amount: string }): NoticeWords {
  const { amount, ref } = job
  const why = 'What it was for was paid already, was called off, or is no longer to be had. All of it goes back by itself.'
  return about(job, `A card was charged ${amount} for ${ref} too late`, why)
}

export function refundStuck(
  job: JobFacts & {
    readonly amount: string
    readonly why: 'insufficient_funds' | 'disputed' | 'unanswered' | 'no_charge' | 'failed'
  },
): NoticeWords {
  const { amount, ref, why } = job
  const said = {
    insufficient_funds: 'The account that takes cards holds too little. It is sent by itself once that is topped up.',
    disputed: 'The bank is already taking this money back, so nothing is to be sent.',
    unanswered: `For ${spanInWords(refundAskedMs)} its bank has not said what became of it. Look with your provider of card payments, and mark it sent.`,
    no_charge:
      'The account that takes cards does not know the payment; another account may have taken it. See there whether it has gone, or send it another way, and mark it sent.',
    failed: 'It could not be sent to the card. Send it another way, and mark it sent.',
  }
  const title = why === 'unanswered' || why === 'no_charge' ? 'may not have gone' : 'has not gone'
  return about(job, `A refund of ${amount} for ${ref} ${title}`, said[why])
}

/** `respondBy` is null where nothing is to be answered; `page` is where it is, without its scheme, lest a mail have a second link. */
export function disputeOpened(
  job: JobFacts & {
    readonly amount: string
    readonly reason: string
    readonly respondBy: string | null
    readonly page: string | null
  },
): NoticeWords {
  const { ref, amount, reason, respondBy, page } = job
  const words = about(
    job,
    `A card payment of ${amount} for ${ref} is disputed`,
    `The customer’s bank wants ${amount} back. The reason it gives: ${short(reason.replaceAll('_', ' '), 120)}.`,
    respondBy === null
      ? 'Nothing is to be answered for now; the bank decides.'
      : `Answer it with your provider of card payments until ${respondBy}, or the money is lost.`,
    'What has not been paid out for this trip waits until the bank has decided.',
  )
  return { ...words, facts: [...jobRows(job), ...disputeFacts(page)] }
}

export function disputeClosed(
  job: JobFacts & { readonly amount: string; readonly isWon: boolean; readonly page: string | null },
): NoticeWords {
  const { ref, amount, isWon, page } = job
  const words = isWon
    ? about(job, `The dispute about ${ref} is won`, `The money is yours: the bank does not take ${amount} back.`)
    : about(
        job,
        `The dispute about ${ref} is lost`,
        `The bank has taken ${amount} back. The operator’s part of it comes off what has not been paid out for this trip.`,
      )
  return { ...words, facts: [...jobRows(job), ...disputeFacts(page)] }
}

function disputeFacts(page: string | null): [string, string][] {
  return page === null ? [] : [['Dispute', page]]
}

/** Address of a dispute for the account's holder, without its scheme; null where a provider's pages are not known. */
export function disputePage(provider: string, ref: string, isLive: boolean): string | null {
  return provider === 'stripe' ? `dashboard.stripe.com${isLive ? '' : '/test'}/disputes/${ref}` : null
}

export function driverDeclined(job: JobFacts): NoticeWords {
  return about(job, `${job.ref} needs a driver again`, 'Its driver has declined it. It needs another one.')
}

export function driverLeft(driverId: number, refs: readonly string[]): NoticeWords {
  const subject = `${refs.length === 1 ? 'A trip needs' : 'Trips need'} a driver again`
  const gone = `Driver #${driverId} has left and was erased at their own request.`
  return { subject, lines: [`${gone} These trips need another driver: ${refs.join(', ')}.`], sms: subject }
}

export function vehicleUnsafe(check: {
  readonly plate: string
  readonly checked: string
  readonly defects: readonly string[]
}): NoticeWords {
  const { plate, checked, defects } = check
  const found = defects.length === 0 ? 'The driver does not consider it safe.' : `Found: ${defects.join(', ')}.`
  return {
    subject: `${plate} is not safe to drive`,
    lines: [`A walkaround on ${checked} found ${plate} unsafe. ${found} It cannot set off until a check finds it fit.`],
    sms: `${short(plate, 20)} is not safe to drive`,
  }
}

/** Warns of a trip that leaves soon; `missing` is every driver, one on a coach or leg, or a driver's answer. */
export function crewMissing(job: JobFacts & { readonly missing: 'everybody' | 'somebody' | 'answer' }): NoticeWords {
  const { ref, missing } = job
  if (missing === 'everybody') {
    return about(job, `${ref} leaves soon and has no driver`, 'No one is to drive it. It needs a driver now.')
  }
  if (missing === 'somebody') {
    return about(job, `${ref} leaves soon and lacks a driver`, 'One of its coaches has no driver. It needs one now.')
  }
  return about(
    job,
    `${ref} leaves soon and is not acknowledged`,
    'Its driver has not said that they will drive. Please call them.',
  )
}

/** `vehicle` is the plate of the coach that is late, where there are several. */
export function deskDelayed(job: JobFacts & { readonly minutes: number; readonly vehicle: string | null }): NoticeWords {
  const { ref, minutes, vehicle } = job
  const late = vehicle === null ? ref : `${vehicle} of ${ref}`
  const coach = vehicle ?? 'The coach'
  return about(job, `${late} is ${minutes} minutes late`, `${coach} was reported about ${minutes} minutes late.`)
}

/** A paper that runs out; `what` names it, `until` is spoken. */
export type DocumentFacts = { readonly what: string; readonly until: string }

export function documentsExpiring(whose: string, papers: readonly DocumentFacts[]): NoticeWords {
  const subject = `${whose}: ${papers.map(({ what }) => what).join(' and ')} about to expire`
  return {
    subject,
    lines: papers.map(({ what, until }) => `The ${what} of ${whose} expires ${until}.`),
    sms: short(subject, 120),
  }
}

export function webhookParked(hook: { readonly label: string; readonly why: string }): NoticeWords {
  return {
    subject: `The webhook “${hook.label}” is parked`,
    lines: [
      `Nothing is sent to the webhook “${hook.label}” any more: ${hook.why}.`,
      'What happened since is in the API; a new subscription takes it up from here.',
    ],
    sms: `The webhook ${short(hook.label, 40)} is parked`,
  }
}

export function mailFailing(since: string): NoticeWords {
  const subject = 'No mail has left for an hour'
  return {
    subject,
    lines: [`No mail has left this server since ${since}. Nothing is lost: what waits is tried again.`, 'Run charabanc doctor.'],
    sms: `No mail has left since ${since}. Nothing is lost; run charabanc doctor`,
  }
}

export function backupFailed(): NoticeWords {
  const subject = 'The daily backup has failed'
  return {
    subject,
    lines: [
      'The daily backup failed, and is tried again every hour until it succeeds.',
      'Run charabanc doctor, and look at the log.',
    ],
    sms: `${subject}. Run charabanc doctor`,
  }
}

function about(job: JobFacts, subject: string, ...lines: string[]): NoticeWords {
  return { subject, lines, facts: jobRows(job), sms: short(subject, 120) || job.ref }
}

/** The facts that a mail to the people of an operator names: the job and its departure. */
export function jobRows({ ref, summary, departs }: JobFacts): [string, string][] {
  return [
    ['Job', `${ref}, ${summary}`],
    ['Departs', departs],
  ]
}
