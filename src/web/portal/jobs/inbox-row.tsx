import { Link } from 'wouter'
import { counted } from '../../../domain/spoken.ts'
import { endOf } from '../../plain/trip-end.ts'
import { jobState } from '../../plain/words.ts'
import { LocalTime } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { useNow } from '../parts/now.ts'
import { StateBadge } from '../parts/state-badge.tsx'
import { useHrefWith } from '../parts/url-state.ts'
import { freeFor, type TakenMonths } from './free.ts'
import { JobRowMenu } from './job-row-menu.tsx'
import { isOneCoach, needsOf, vehiclesAsked } from './job-words.ts'
import type { InboxJob } from './jobs.ts'

/** A job of the inbox in four short lines: where it stands, what it is, when, and whether a coach is free. */
export function InboxRow(props: {
  readonly job: InboxJob
  readonly isOpen: boolean
  readonly isLeaving: boolean
  readonly taken: TakenMonths | undefined
  /** Picked to be declined with others; null where it cannot be. */
  readonly isPicked: boolean | null
  readonly pick: (isPicked: boolean) => void
}) {
  const { job, isOpen, isLeaving, taken, isPicked } = props
  const now = useNow(10_000)
  const hrefWith = useHrefWith()
  const quote = job.my_quote
  const needs = needsOf(job)
  return (
    <li className="inbox-row" data-row data-chosen={isOpen || undefined} data-leaving={isLeaving || undefined}>
      {isPicked !== null && (
        <input
          type="checkbox"
          aria-label={`Pick ${job.ref}`}
          checked={isPicked}
          onChange={({ currentTarget }) => props.pick(currentTarget.checked)}
        />
      )}
      <div className="inbox-what">
        <Link className="row-link" href={hrefWith({ ref: job.ref, request: '' })} aria-current={isOpen || undefined}>
          {job.summary}
        </Link>
        <span className="second-line">
          <LocalTime at={job.departs_at} until={endOf(job)} /> · {counted(job.passenger_count, 'passenger')}
          {!isOneCoach(job) && ` · ${vehiclesAsked(job)}`}
        </span>
        {needs.length > 0 && <span className="second-line">{needs.join(' · ')}</span>}
      </div>
      <div className="inbox-state">
        <StateBadge state={isLeaving ? { word: 'Declining…', tone: 'over', until: null } : jobState(job, now)} />
        {quote !== null && <Money amount={quote.price_amount} currency={quote.currency_code} />}
        <Free job={job} taken={taken} />
      </div>
      <JobRowMenu job={job} />
    </li>
  )
}

const reachMs = 61 * 24 * 3_600_000

/** A clash of what was quoted in words; else how many coaches are free. */
function Free({ job, taken }: { readonly job: InboxJob; readonly taken: TakenMonths | undefined }) {
  const now = useNow(60_000)
  const [clash] = job.my_quote?.warnings ?? []
  if (clash !== undefined) return <span className="late">{clash.message}</span>
  if (job.my_quote !== null || taken === undefined || taken.vehicles.length === 0) return null
  const free = freeFor(taken, job, now + reachMs)
  if (free === null) return null
  return free.coaches.length === 0 ? (
    <span className="late">No coach free</span>
  ) : (
    <span className="quiet">{counted(free.coaches.length, 'coach', 'coaches')} free</span>
  )
}
