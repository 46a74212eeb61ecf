import { counted } from '../../../domain/spoken.ts'
import { spokenWord } from '../../plain/words.ts'
import type { InboxJob, SentQuote } from './jobs.ts'

/** Reasons for which a job is declined. The marketplace counts them, the customer never sees them. */
export const declineChoices = [
  { code: 'no_vehicle', words: 'No coach free' },
  { code: 'no_driver', words: 'No driver free' },
  { code: 'driver_hours', words: 'Too long for the drivers’ hours' },
  { code: 'too_far', words: 'Too far away' },
  { code: 'too_small', words: 'Not worth the trip' },
  { code: 'requirements', words: 'We cannot meet what they need' },
  { code: 'dates', words: 'The dates do not suit' },
  { code: 'other', words: 'Another reason' },
] as const

export type DeclineCode = (typeof declineChoices)[number]['code']

/** Needs of a trip beyond seats, a few words each. */
export function needsOf(job: InboxJob): readonly string[] {
  const { accessibility } = job
  const nights = job.ends_at.slice(0, 10) > job.departs_at.slice(0, 10)
  return [
    job.purpose === 'school' ? 'School' : null,
    job.dbs_required === 'none' ? null : `DBS ${job.dbs_required.replaceAll('_', ' ')}`,
    accessibility !== null && accessibility.wheelchair_spaces > 0 ? counted(accessibility.wheelchair_spaces, 'wheelchair') : null,
    job.coach_stays_with_group ? 'Coach stays' : null,
    nights ? 'Overnight' : null,
  ].filter((word) => word !== null)
}

/** The coaches that were asked for: `Coach, 49 seats` or `2 × Coach, 49 seats`. */
export function vehiclesAsked(job: InboxJob): string {
  return job.vehicles_requested.map(({ type, count }) => `${count > 1 ? `${count} × ` : ''}${spokenWord(type)}`).join(', ')
}

/** True where one coach was asked for, or nothing said of it: what everybody expects. */
export function isOneCoach({ vehicles_requested }: InboxJob): boolean {
  return vehicles_requested.length <= 1 && vehicles_requested.every(({ type, count }) => count === 1 && type.startsWith('coach'))
}

/** Reason for which a job takes no more quotes, or none now; null where there is none. */
export function closedBecause(job: InboxJob): string | null {
  switch (job.status) {
    case 'won':
      return 'The customer has booked it with you.'
    case 'lost':
      return 'The customer has booked with somebody else.'
    case 'cancelled':
      return 'The customer no longer travels.'
    case 'expired':
      return 'The time for quotes is over.'
    default:
      return null
  }
}

/** True while the customer could still take the quote. */
export function isQuoteLive(quote: SentQuote | null): quote is SentQuote {
  return quote !== null && ['likely', 'confirmed', 'requested'].includes(quote.status)
}
