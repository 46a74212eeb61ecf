import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { addDays, findToday, formatDay } from '../../plain/moment.ts'
import { type DayBoard, useBoard } from '../api/board.ts'
import { useSession } from '../api/session.ts'
import { Icon } from '../parts/icon.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { useClock } from '../parts/now.ts'
import { PageHead, PrimaryBar } from '../parts/page-head.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { useHrefWith, useUrlState } from '../parts/url-state.ts'
import { useKeys } from '../shell/keys.ts'
import { useLineTargets } from './line-targets.ts'
import { NeedsYou } from './needs-you.tsx'
import { ReportStep } from './report-step.tsx'
import { SetupList } from './setup-list.tsx'
import './today.css'
import { TripTable } from './trip-table.tsx'

const defaults = { day: '', report: '' }

/** The Today page (`/portal`): open points, the departures of a day, and open setup steps. */
export function Today() {
  const [{ day, report }, setUrl] = useUrlState(defaults)
  const query = useBoard(day)
  useRowKeys()
  useAssignKey()
  const trips = query.data?.data.trips
  const lines = query.data?.data.needs_you ?? []
  const [first] = lines
  const targetOf = useLineTargets(lines)
  const target = first === undefined ? null : targetOf(first)

  return (
    <>
      <PageHead title="Today" />
      <ReadStates query={query}>
        {({ data: board }) => (
          <>
            <SetupList isNew />
            <NeedsYou board={board} targetOf={targetOf} />
            {board.trips !== undefined && (
              <section className="today-trips" aria-labelledby="today-trips">
                <DayHead board={board} isToday={day === ''} setDay={(next) => setUrl({ day: next, report: '' }, true)} />
                <DayTrips board={board} trips={board.trips} report={(ref) => setUrl({ report: ref })} />
              </section>
            )}
            <SetupList isNew={false} />
          </>
        )}
      </ReadStates>
      {first !== undefined && target !== null && (
        <PrimaryBar>
          <Button component={Link} href={target.href}>
            {target.button}
            {first.ref !== null && ` ${first.ref}`}
          </Button>
        </PrimaryBar>
      )}
      <ReportStep trip={trips?.find(({ ref }) => ref === report) ?? null} close={() => setUrl({ report: '' })} />
    </>
  )
}

/** A React hook for the key `a`: assigns a driver to the focused trip, else to the first unallocated trip. */
function useAssignKey(): void {
  const { can } = useSession()
  const [, navigate] = useLocation()
  const run = () => {
    const row = document.activeElement?.closest('[data-row]') ?? document.querySelector('[data-row][data-kind="unstaffed"]')
    const href = row?.querySelector('a[href*="/bookings/"]')?.getAttribute('href')
    const ref = href && /\/bookings\/([^/?]+)/.exec(href)?.[1]
    if (ref) navigate(`/bookings/${ref}?assign=1`)
  }
  useKeys(can('drivers:write') ? { a: { says: 'Assign driver', run } } : {})
}

function DayHead(props: { readonly board: DayBoard; readonly isToday: boolean; readonly setDay: (day: string) => void }) {
  const { board, isToday, setDay } = props
  const hrefWith = useHrefWith()
  const said = useDayWords(board.day)
  return (
    <header className="today-day">
      <h2 id="today-trips">{isToday ? `Departures today, ${said}` : `Departures ${said}`}</h2>
      <nav className="today-days" aria-label="Other days">
        <Link className="icon-link" href={hrefWith({ day: addDays(board.day, -1), report: '' })} aria-label="Previous day">
          <Icon name="left" />
        </Link>
        <DayField day={board.day} setDay={setDay} />
        <Link className="icon-link" href={hrefWith({ day: addDays(board.day, 1), report: '' })} aria-label="Next day">
          <Icon name="right" />
        </Link>
        {!isToday && <Link href={hrefWith({ day: '', report: '' })}>Today</Link>}
        <Button variant="default" size="xs" onClick={() => window.print()}>
          Print
        </Button>
      </nav>
    </header>
  )
}

/** The date field of the page. A typed date applies on Enter or blur, because a half-typed date is another date. */
function DayField({ day, setDay }: { readonly day: string; readonly setDay: (day: string) => void }) {
  const [picked, setPicked] = useState(day)
  const isTyped = useRef(false)
  useEffect(() => setPicked(day), [day])
  const take = (value: string) => {
    isTyped.current = false
    if (value !== '' && value !== day) setDay(value)
  }
  return (
    <input
      type="date"
      className="today-date"
      aria-label="Day"
      min="2000-01-01"
      max="2099-12-31"
      value={picked}
      onKeyDown={({ key }) => {
        isTyped.current = true
        if (key === 'Enter') take(picked)
      }}
      onBlur={() => take(picked)}
      onChange={({ currentTarget: { value } }) => {
        setPicked(value)
        if (!isTyped.current) take(value)
      }}
    />
  )
}

function useDayWords(day: string): string {
  const { zone } = useSession()
  return formatDay(day, findToday(zone, useClock(60_000)))
}

function DayTrips(props: {
  readonly board: DayBoard
  readonly trips: NonNullable<DayBoard['trips']>
  readonly report: (ref: string) => void
}) {
  const { board, trips, report } = props
  const { can } = useSession()
  const said = useDayWords(board.day)
  if (trips.length === 0) {
    return (
      <div className="empty">
        <p>No departures on {said}.</p>
        {can('quotes:write') ? (
          <Button component={Link} href="/new" variant="default">
            New booking
          </Button>
        ) : (
          <Link href="/diary">Open diary</Link>
        )}
      </div>
    )
  }
  return <TripTable board={board} trips={trips} caption={`Departures ${said}`} report={report} />
}
