import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { LocalTime } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { useClock } from '../../office/parts/now.ts'
import { StateBadge } from '../../office/parts/state-badge.tsx'
import { useHrefWith } from '../../office/parts/url-state.ts'
import { formatTimeLeft } from '../../plain/board-words.ts'
import { isUrgent } from '../../plain/moment.ts'
import { findShownEnd } from '../../plain/trip-end.ts'
import { findJobState, formatWord } from '../../plain/words.ts'
import { findFreeFor, type TakenMonths } from './free.ts'
import { JobRowMenu } from './job-row-menu.tsx'
import { formatJobRoute, formatRequestedVehicles, isOneCoach, listJobNeeds } from './job-words.ts'
import type { InboxJob } from './jobs.ts'

/** The state of the jobs of a tab. Rows show only other states. */
const ownStates = new Map([
  ['requests', 'Booking request'],
  ['fresh', 'New'],
  ['closing', 'Quote closing'],
  ['expired', 'Expired'],
])

/** A job of the inbox: its route and price, then the facts of the trip and the time left. */
export function InboxRow(props: {
  readonly job: InboxJob
  /** The list that shows the row. */
  readonly list: string
  readonly isOpen: boolean
  readonly isLeaving: boolean
  readonly taken: TakenMonths | undefined
  /** Whether the row is selected for a bulk decline. Null if it cannot be selected. */
  readonly isPicked: boolean | null
  readonly pick: (isPicked: boolean) => void
}) {
  const { job, list, isOpen, isLeaving, taken, isPicked } = props
  const now = useClock(10_000)
  const hrefWith = useHrefWith()
  const quote = job.my_quote
  const state = isLeaving ? { word: 'Declining…', tone: 'over' as const, until: null } : findJobState(job, now)
  return (
    <li className="inbox-row" data-row data-chosen={isOpen || undefined} data-leaving={isLeaving || undefined}>
      {isPicked !== null && (
        <input
          type="checkbox"
          aria-label={`Select ${formatJobRoute(job)}, ${job.ref}`}
          checked={isPicked}
          onChange={({ currentTarget }) => props.pick(currentTarget.checked)}
        />
      )}
      <div className="inbox-what">
        <Link className="row-link" href={hrefWith({ ref: job.ref, request: '' })} aria-current={isOpen || undefined}>
          {formatJobRoute(job)}
        </Link>
        <span className="second-line">
          <LocalTime at={job.departs_at} until={findShownEnd(job)} /> · {listRowFacts(job).join(' · ')}
        </span>
        <Clash job={job} taken={taken} />
      </div>
      <div className="inbox-state">
        {quote !== null && <Money amount={quote.price_amount} currency={quote.currency_code} />}
        {state.word !== ownStates.get(list) && <StateBadge state={state} hasCountdown={false} />}
        <span className="inbox-left">
          <JobRowMenu job={job} />
          {state.until !== null && <TimeLeft until={state.until} now={now} />}
        </span>
      </div>
    </li>
  )
}

/** Type of trip, passengers, vehicles and requirements, a few words each. */
function listRowFacts(job: InboxJob): readonly string[] {
  return [
    formatWord(job.trip_type).toLowerCase(),
    formatCount(job.passenger_count, 'passenger'),
    ...(isOneCoach(job) ? [] : [formatRequestedVehicles(job)]),
    ...listJobNeeds(job),
  ]
}

function TimeLeft({ until, now }: { readonly until: string; readonly now: number }) {
  return (
    <time className="second-line" dateTime={until} data-urgent={isUrgent(until, now) || undefined}>
      {formatTimeLeft(Date.parse(until) - now)}
    </time>
  )
}

const reachMs = 61 * 24 * 3_600_000

/** The first clash of the quote, or that no vehicle is free. Nothing without a problem. */
function Clash({ job, taken }: { readonly job: InboxJob; readonly taken: TakenMonths | undefined }) {
  const now = useClock(60_000)
  const [clash] = job.my_quote?.warnings ?? []
  if (clash !== undefined) return <span className="late">{clash.message}</span>
  if (job.my_quote !== null || taken === undefined || taken.vehicles.length === 0) return null
  return findFreeFor(taken, job, now + reachMs)?.coaches.length === 0 ? <span className="late">No vehicle free</span> : null
}
