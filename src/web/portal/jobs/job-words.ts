import { formatCount } from '../../../domain/spoken.ts'
import { formatWord } from '../../plain/words.ts'
import type { InboxJob, SentQuote } from './jobs.ts'

/** Reasons to decline a job. The marketplace counts them. The customer never sees them. */
export const declineChoices = [
  { code: 'no_vehicle', words: 'No vehicle free' },
  { code: 'no_driver', words: 'No driver free' },
  { code: 'driver_hours', words: 'Drivers’ hours too long' },
  { code: 'too_far', words: 'Too far away' },
  { code: 'too_small', words: 'Job too small' },
  { code: 'requirements', words: 'Requirements cannot be met' },
  { code: 'dates', words: 'Dates do not suit' },
  { code: 'other', words: 'Another reason' },
] as const

export type DeclineCode = (typeof declineChoices)[number]['code']

/** Requirements of a trip beyond seats, a few words each. */
export function listJobNeeds(job: InboxJob): readonly string[] {
  const { accessibility } = job
  const nights = job.ends_at.slice(0, 10) > job.departs_at.slice(0, 10)
  return [
    job.purpose === 'school' ? 'School' : null,
    job.dbs_required === 'none' ? null : `DBS ${job.dbs_required.replaceAll('_', ' ')}`,
    accessibility !== null && accessibility.wheelchair_spaces > 0
      ? formatCount(accessibility.wheelchair_spaces, 'wheelchair')
      : null,
    job.coach_stays_with_group ? 'Coach stays' : null,
    nights ? 'Overnight' : null,
  ].filter((word) => word !== null)
}

/** The requested vehicles: `Coach, 49 seats` or `2 × Coach, 49 seats`. */
export function formatRequestedVehicles(job: InboxJob): string {
  return job.vehicles_requested.map(({ type, count }) => `${count > 1 ? `${count} × ` : ''}${formatWord(type)}`).join(', ')
}

/** Whether the customer requested one coach or no particular vehicle. */
export function isOneCoach({ vehicles_requested }: InboxJob): boolean {
  return vehicles_requested.length <= 1 && vehicles_requested.every(({ type, count }) => count === 1 && type.startsWith('coach'))
}

/** The route of a job: `York Station → Liverpool Cruise Terminal`. */
export function formatJobRoute({ pickup, dropoff }: Pick<InboxJob, 'pickup' | 'dropoff'>): string {
  return `${pickup.label} → ${dropoff.label}`
}

/** Reason why a job accepts no quotes. Null for an open job. */
export function describeClosedJob(job: InboxJob): string | null {
  switch (job.status) {
    case 'won':
      return 'The customer booked this job with you.'
    case 'lost':
      return 'The customer booked another operator.'
    case 'cancelled':
      return 'The customer cancelled the trip.'
    case 'expired':
      return 'Quoting has closed.'
    default:
      return null
  }
}

/** Whether the customer can still accept the quote. */
export function isQuoteLive(quote: SentQuote | null): quote is SentQuote {
  return quote !== null && ['likely', 'confirmed', 'requested'].includes(quote.status)
}

/** The choice between a quote that the customer can book now, and one that they request. */
export const availabilityCards = [
  { value: 'confirmed', label: 'Bookable now', help: 'The customer can book and pay now.' },
  { value: 'likely', label: 'On request', help: 'The customer asks, you accept.' },
] as const
