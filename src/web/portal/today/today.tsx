import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSession } from '../../office/api/session.ts'
import { DateField } from '../../office/form/time-fields.tsx'
import { Icon } from '../../office/parts/icon.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { useOneColumn } from '../../office/parts/narrow.ts'
import { useClock } from '../../office/parts/now.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { useHrefWith, useUrlState } from '../../office/parts/url-state.ts'
import { useKeys } from '../../office/shell/keys.ts'
import { addDays, findToday, formatDay, toWallDay, toWallTime } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { toWallAt } from '../../plain/zone.ts'
import { type DayBoard, useBoard, useTripsOn } from '../api/board.ts'
import { Departures } from './departures.tsx'
import { useLineTargets } from './line-targets.ts'
import { listNeeds } from './needs-you.tsx'
import { ReportStep } from './report-step.tsx'
import { SetupList } from './setup-list.tsx'
import './today.css'

const defaults = { day: '', report: '' }

/** The Today page (`/portal`): counts, open points, the departures of a day and of the next, and open setup steps. */
export function Today() {
  const [{ day, report }, setUrl] = useUrlState(defaults)
  const query = useBoard(day)
  useRowKeys()
  useAssignKey()
  const trips = query.data?.data.trips
  const targetOf = useLineTargets(query.data?.data.needs_you ?? [])
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const isToday = day === '' || day === today
  const isOneColumn = useOneColumn()
  const setReport = (ref: string) => setUrl({ report: ref })

  const arrange = (board: DayBoard) => {
    const parts = listNeeds(board, targetOf)
    const departures = board.trips !== undefined && (
      <section className="today-trips" aria-labelledby="today-trips">
        <DayHead board={board} isToday={isToday} setDay={(next) => setUrl({ day: next, report: '' }, true)} />
        <DayTrips board={board} trips={board.trips} report={setReport} />
      </section>
    )
    const tomorrow = isToday && board.trips !== undefined && <Tomorrow day={addDays(board.day, 1)} report={setReport} />
    if (isOneColumn) {
      return (
        <>
          {parts.urgent}
          {departures}
          {parts.todo}
          {parts.coming}
          {tomorrow}
        </>
      )
    }
    return (
      <>
        <div className="today-column">
          {parts.urgent}
          {parts.todo}
          {parts.coming}
        </div>
        {departures && (
          <div className="today-column">
            {departures}
            {tomorrow}
          </div>
        )}
      </>
    )
  }

  return (
    <>
      <PageHead title="Today" beside={<Now />}>
        {trips !== undefined && (
          <Button variant="default" size="sm" className="today-print" onClick={() => window.print()}>
            Print day sheet
          </Button>
        )}
      </PageHead>
      <ReadStates query={query}>
        {({ data: board }) => (
          <>
            <SetupList isNew />
            <Counts board={board} isToday={isToday} />
            <div className="today-columns">{arrange(board)}</div>
            <SetupList isNew={false} />
          </>
        )}
      </ReadStates>
      <ReportStep trip={useTripToReport(trips, isToday ? query.data?.data.day : undefined, report)} close={() => setReport('')} />
    </>
  )
}

/** A React hook that returns the trip of a report, among the shown days. */
function useTripToReport(trips: DayBoard['trips'], today: string | undefined, ref: string) {
  const tomorrow = useTripsOn(trips !== undefined && today !== undefined ? addDays(today, 1) : undefined)
  return [...(trips ?? []), ...(tomorrow.data?.data.trips ?? [])].find((trip) => trip.ref === ref) ?? null
}

/** The day and the time in the account's time zone. */
function Now() {
  const { zone } = useSession()
  const wall = toWallAt(useClock(10_000), zone)
  return <span className="quiet">{`${formatDay(wall, toWallDay(wall))}, ${toWallTime(wall)}`}</span>
}

const onTheRoad = new Set(['en_route', 'arrived', 'on_board', 'between_legs'])

/** The figures of the day, each a link to its list. */
function Counts({ board, isToday }: { readonly board: DayBoard; readonly isToday: boolean }) {
  const { counts, trips, needs_you } = board
  const overdue = needs_you.filter(({ kind }) => kind === 'balance_overdue')
  const [first] = overdue
  const sum = overdue.reduce((all, { amount }) => all + (amount ?? 0), 0)
  const isWhole =
    overdue.length === counts.overdue && overdue.every(({ currency_code }) => currency_code === first?.currency_code)
  const underway = trips?.filter(({ trip_status }) => onTheRoad.has(trip_status)).length
  const figures: readonly (readonly [figure: string | number | undefined, label: string, href: string, isWrong?: boolean])[] = [
    [trips?.length, `${trips?.length === 1 ? 'departure' : 'departures'}${isToday ? ' today' : ''}`, '#today-trips'],
    [underway, 'on the road', '#today-trips'],
    [counts.unstaffed_48h, 'no driver, 48 h', '/diary', (counts.unstaffed_48h ?? 0) > 0],
    [counts.requests, counts.requests === 1 ? 'booking request' : 'booking requests', '/inbox?filter=requests'],
    [counts.fresh, counts.fresh === 1 ? 'quote to send' : 'quotes to send', '/inbox?filter=fresh'],
    first?.currency_code && isWhole
      ? [formatMoney(sum, first.currency_code), 'overdue', '/money']
      : [counts.overdue, 'overdue', '/money'],
  ]
  return (
    <nav className="today-counts" aria-label="Counts">
      {figures.map(([figure, label, href, isWrong = false]) => {
        if (figure === undefined) return null
        const shown = (
          <>
            <strong data-wrong={isWrong || undefined}>{figure}</strong> <span>{label}</span>
          </>
        )
        return href.startsWith('#') ? (
          <a key={label} href={href}>
            {shown}
          </a>
        ) : (
          <Link key={label} href={href}>
            {shown}
          </Link>
        )
      })}
    </nav>
  )
}

/** The departures of the next day. */
function Tomorrow({ day, report }: { readonly day: string; readonly report: (ref: string) => void }) {
  const { data } = useTripsOn(day)
  const board = data?.data
  const trips = board?.trips ?? []
  if (board === undefined || trips.length === 0) return null
  const lacking = trips.filter(({ needs_driver }) => needs_driver).length
  return (
    <section className="today-trips today-tomorrow" aria-labelledby="today-tomorrow">
      <h2 id="today-tomorrow">
        Tomorrow
        <span className="count">
          {trips.length}, {lacking === 0 ? 'all allocated' : `${lacking} without a driver`}
        </span>
      </h2>
      <Departures board={board} trips={trips} report={report} />
    </section>
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
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const dayInAddress = (day: string) => (day === today ? '' : day)
  return (
    <header className="today-day">
      <h2 id="today-trips">
        {isToday ? 'Departures today' : `Departures ${said}`}
        {board.trips !== undefined && board.trips.length > 0 && <span className="count">{board.trips.length}</span>}
      </h2>
      <nav className="today-days" aria-label="Other days">
        <Link
          className="icon-link"
          href={hrefWith({ day: dayInAddress(addDays(board.day, -1)), report: '' })}
          aria-label="Previous day"
        >
          <Icon name="left" />
        </Link>
        <DayField day={board.day} setDay={(day) => setDay(dayInAddress(day))} />
        <Link
          className="icon-link"
          href={hrefWith({ day: dayInAddress(addDays(board.day, 1)), report: '' })}
          aria-label="Next day"
        >
          <Icon name="right" />
        </Link>
        {!isToday && <Link href={hrefWith({ day: '', report: '' })}>Today</Link>}
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
    if (value !== day && value >= '2000-01-01' && value <= '2099-12-31') setDay(value)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are those of the field inside
    <div
      className="today-date"
      onBlur={() => take(picked)}
      onKeyDown={({ key, target }) => {
        if (!(target instanceof HTMLInputElement)) return
        isTyped.current = true
        if (key === 'Enter') take(picked)
      }}
    >
      <DateField
        path="day"
        label="Day"
        value={picked}
        onValue={(value) => {
          setPicked(value)
          // A day of the calendar is chosen while the field has no focus.
          if (!isTyped.current || !(document.activeElement instanceof HTMLInputElement)) take(value)
        }}
        isCompact
      />
    </div>
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
  return <Departures board={board} trips={trips} report={report} />
}
