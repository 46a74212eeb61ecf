import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { findShownEnd } from '../../plain/trip-end.ts'
import { findJobState } from '../../plain/words.ts'
import { LocalTime } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { useClock } from '../parts/now.ts'
import { StateBadge } from '../parts/state-badge.tsx'
import { useHrefWith } from '../parts/url-state.ts'
import { findFreeFor, type TakenMonths } from './free.ts'
import { JobRowMenu } from './job-row-menu.tsx'
import { formatRequestedVehicles, isOneCoach, listJobNeeds } from './job-words.ts'
import type { InboxJob } from './jobs.ts'

/** A job of the inbox in four short lines: state, trip, time and free vehicles. */
export function InboxRow(props: {
  readonly job: InboxJob
  readonly isOpen: boolean
  readonly isLeaving: boolean
  readonly taken: TakenMonths | undefined
  /** Whether the row is selected for a bulk decline. Null if it cannot be selected. */
  readonly isPicked: boolean | null
  readonly pick: (isPicked: boolean) => void
}) {
  const { job, isOpen, isLeaving, taken, isPicked } = props
  const now = useClock(10_000)
  const hrefWith = useHrefWith()
  const quote = job.my_quote
  const needs = listJobNeeds(job)
  return (
    <li className="inbox-row" data-row data-chosen={isOpen || undefined} data-leaving={isLeaving || undefined}>
      {isPicked !== null && (
        <input
          type="checkbox"
          aria-label={`Select ${job.ref}`}
          checked={isPicked}
          onChange={({ currentTarget }) => props.pick(currentTarget.checked)}
        />
      )}
      <div className="inbox-what">
        <Link className="row-link" href={hrefWith({ ref: job.ref, request: '' })} aria-current={isOpen || undefined}>
          {job.summary}
        </Link>
        <span className="second-line">
          <LocalTime at={job.departs_at} until={findShownEnd(job)} /> · {formatCount(job.passenger_count, 'passenger')}
          {!isOneCoach(job) && ` · ${formatRequestedVehicles(job)}`}
        </span>
        {needs.length > 0 && <span className="second-line">{needs.join(' · ')}</span>}
      </div>
      <div className="inbox-state">
        <StateBadge state={isLeaving ? { word: 'Declining…', tone: 'over', until: null } : findJobState(job, now)} />
        {quote !== null && <Money amount={quote.price_amount} currency={quote.currency_code} />}
        <Free job={job} taken={taken} />
      </div>
      <JobRowMenu job={job} />
    </li>
  )
}

const reachMs = 61 * 24 * 3_600_000

/** The first clash of the quote, else the number of free vehicles. */
function Free({ job, taken }: { readonly job: InboxJob; readonly taken: TakenMonths | undefined }) {
  const now = useClock(60_000)
  const [clash] = job.my_quote?.warnings ?? []
  if (clash !== undefined) return <span className="late">{clash.message}</span>
  if (job.my_quote !== null || taken === undefined || taken.vehicles.length === 0) return null
  const free = findFreeFor(taken, job, now + reachMs)
  if (free === null) return null
  return free.coaches.length === 0 ? (
    <span className="late">No vehicle free</span>
  ) : (
    <span className="quiet">{formatCount(free.coaches.length, 'vehicle')} free</span>
  )
}
