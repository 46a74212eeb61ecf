import { spokenLength } from '../../../domain/spoken.ts'
import { spokenInstant } from '../../plain/moment.ts'
import { useSession } from '../api/session.ts'
import { useNow } from './now.ts'

const urgentMs = 2 * 3_600_000

/** Whether it is under two hours until an instant of the API. */
export function isUrgent(until: string, now: number): boolean {
  return Date.parse(until) - now < urgentMs
}

/**
 * The time left until an instant of the API, as text; red under two hours, and “over” after it. The instant itself is
 * its title.
 */
export function Countdown({ until }: { readonly until: string }) {
  const now = useNow(10_000)
  const { zone } = useSession()
  const left = Date.parse(until) - now
  return (
    <time
      className="countdown"
      dateTime={until}
      title={spokenInstant(until, zone, now)}
      data-urgent={isUrgent(until, now) || undefined}
    >
      {left > 0 ? `${spokenLength(left)} left` : `over for ${spokenLength(left)}`}
    </time>
  )
}
