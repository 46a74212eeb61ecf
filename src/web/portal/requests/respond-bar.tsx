import { goneOf } from '../../plain/request-words.ts'
import { hasSaidYes } from '../../plain/words.ts'
import { Countdown, isUrgent } from '../parts/countdown.tsx'
import { Moment } from '../parts/moment.tsx'
import { useNow } from '../parts/now.ts'
import type { Request } from './accept.tsx'

/**
 * The time until which a request is to be answered, or waits after a yes, with a bar of how much of it is gone. The
 * text beside the bar says the same.
 */
export function RespondBar({ request }: { readonly request: Request }) {
  const { requested_at, respond_by } = request
  const now = useNow(10_000)
  const gone = goneOf(Date.parse(requested_at), Date.parse(respond_by), now)
  return (
    <span className="respond">
      <span className="respond-bar" data-urgent={isUrgent(respond_by, now) || undefined} aria-hidden="true">
        <span style={{ inlineSize: `${gone}%` }} />
      </span>
      <span>
        <Moment at={respond_by} /> <Countdown until={respond_by} />
      </span>
      <span className="second-line">
        {gone} % of {hasSaidYes(request) ? 'that time' : 'the time to answer'} is gone
      </span>
    </span>
  )
}
