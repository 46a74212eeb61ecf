import { formatDuration } from '../../../domain/spoken.ts'
import { formatInstant, isUrgent } from '../../plain/moment.ts'
import { useSession } from '../api/session.ts'
import { useClock } from './now.ts'

/**
 * The time left until an instant of the API. Red under two hours, “overdue” after it. The title shows the instant.
 */
export function Countdown({ until }: { readonly until: string }) {
  const now = useClock(10_000)
  const { zone } = useSession()
  const left = Date.parse(until) - now
  return (
    <time
      className="countdown"
      dateTime={until}
      title={formatInstant(until, zone, now)}
      data-urgent={isUrgent(until, now) || undefined}
    >
      {left > 0 ? `${formatDuration(left)} left` : `${formatDuration(left)} overdue`}
    </time>
  )
}
