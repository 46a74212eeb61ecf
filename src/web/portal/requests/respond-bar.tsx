import { Countdown } from '../../office/parts/countdown.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { useClock } from '../../office/parts/now.ts'
import { isUrgent } from '../../plain/moment.ts'
import { elapsedPercent } from '../../plain/request-words.ts'
import { hasAcceptedQuote } from '../../plain/words.ts'
import type { Request } from './accept.tsx'

/**
 * The deadline of a request, for the answer or for the payment after it, with a bar of the elapsed time and the same in words.
 */
export function RespondBar({ request }: { readonly request: Request }) {
  const { requested_at, respond_by } = request
  const now = useClock(10_000)
  const gone = elapsedPercent(Date.parse(requested_at), Date.parse(respond_by), now)
  return (
    <span className="respond">
      <span className="respond-bar" data-urgent={isUrgent(respond_by, now) || undefined} aria-hidden="true">
        <span style={{ inlineSize: `${gone}%` }} />
      </span>
      <span>
        <Moment at={respond_by} /> <Countdown until={respond_by} />
      </span>
      <span className="second-line">
        {gone} % of the time to {hasAcceptedQuote(request) ? 'pay' : 'answer'} has passed
      </span>
    </span>
  )
}
