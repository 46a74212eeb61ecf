import { Button } from '@mantine/core'
import { useSession } from '../../office/api/session.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { useNarrow } from '../../office/parts/narrow.ts'
import { useClock } from '../../office/parts/now.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { UrlTabs } from '../../office/parts/tabs.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { useKeys } from '../../office/shell/keys.ts'
import { addDays, findToday } from '../../plain/moment.ts'
import { DaysShown } from './days-shown.tsx'
import { useDiary } from './diary.ts'
import { FilterBar } from './filters.tsx'
import './diary.css'

const defaults = { view: 'vehicles', from: '', days: '7', seats: '', type: '', driver: '', customer: '', purpose: '' }
const scales = [1, 3, 7, 14] as const
const scaleWords = { 1: 'Day', 3: '3 days', 7: 'Week', 14: '2 weeks' } as const

const tabs = [
  { value: 'vehicles', label: 'Vehicles' },
  { value: 'drivers', label: 'Drivers' },
  { value: 'list', label: 'List' },
  { value: 'month', label: 'Month' },
]

/** Tabs for a narrow screen: the list and the month. */
function listNarrowTabs(value: string): typeof tabs {
  return [
    { value, label: 'List' },
    { value: 'month', label: 'Month' },
  ]
}

/** The first day of a month and its number of days: `2026-11-24` → `2026-11-01`, 30. */
function findMonth(day: string): { readonly from: string; readonly days: number } {
  const from = `${day.slice(0, 7)}-01`
  const next = `${addDays(from, 31).slice(0, 7)}-01`
  return { from, days: Math.round((Date.parse(next) - Date.parse(from)) / 86_400_000) }
}

/** The diary (`/portal/diary`): the times of drivers and vehicles. Dragging or the keyboard assigns trips. */
export function DiaryPage() {
  const [state, setUrl] = useUrlState(defaults)
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const isMonth = state.view === 'month'
  const isNarrow = useNarrow()
  const scale = scales.find((one) => String(one) === state.days) ?? 7
  const day = /^\d{4}-\d\d-\d\d$/.test(state.from) ? state.from : today
  const shown = isMonth ? findMonth(day) : { from: day, days: scale }
  const query = useDiary(shown.from, shown.days, state.view === 'drivers' ? 'driver' : 'vehicle')

  const shift = (by: number) => {
    const next = isMonth ? addDays(shown.from, by > 0 ? 31 : -1) : addDays(day, by * scale)
    setUrl({ from: next })
  }
  const rescale = (by: number) => setUrl({ days: String(scales[Math.max(0, Math.min(3, scales.indexOf(scale) + by))]) })
  useKeys({
    ArrowLeft: { says: 'Earlier', run: () => shift(-1) },
    ArrowRight: { says: 'Later', run: () => shift(1) },
    'Shift+ArrowLeft': { says: 'Scroll timeline left', run: () => scrollTimeline(-1) },
    'Shift+ArrowRight': { says: 'Scroll timeline right', run: () => scrollTimeline(1) },
    t: { says: 'Today', run: () => setUrl({ from: '' }) },
    '+': { says: 'Fewer days', run: () => rescale(-1) },
    '-': { says: 'More days', run: () => rescale(1) },
    u: { says: 'Next unallocated', run: toNextUnstaffed },
  })
  const { view: _view, from: _from, days: _days, ...filters } = state
  return (
    <>
      <PageHead title="Diary" />
      <UrlTabs name="view" label="Diary view" tabs={isNarrow ? listNarrowTabs(isMonth ? 'list' : state.view) : tabs} />
      <div className="diary-bar-of-days">
        <Button variant="default" size="sm" onClick={() => shift(-1)}>
          Earlier
        </Button>
        <Button variant="default" size="sm" onClick={() => setUrl({ from: '' })}>
          Today
        </Button>
        <Button variant="default" size="sm" onClick={() => shift(1)}>
          Later
        </Button>
        <label>
          <span className="unseen">From</span>
          <input type="date" value={shown.from} onChange={({ currentTarget }) => setUrl({ from: currentTarget.value })} />
        </label>
        {!isMonth && (
          <label>
            <span className="unseen">Number of days</span>
            <select value={String(scale)} onChange={({ currentTarget }) => setUrl({ days: currentTarget.value })}>
              {scales.map((one) => (
                <option key={one} value={one}>
                  {scaleWords[one]}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <FilterBar filters={filters} set={setUrl} />
      <ReadStates query={query}>
        {({ data }) => <DaysShown diary={data} view={state.view} from={shown.from} days={shown.days} filters={filters} />}
      </ReadStates>
    </>
  )
}

/** Scrolls the timeline by keyboard, since the plain arrow keys change the days. */
function scrollTimeline(by: 1 | -1): void {
  const frame = document.querySelector('.diary-frame')
  frame?.scrollBy({ left: (by * frame.clientWidth) / 2 })
}

/** Focuses the next item without a driver, and after the last one the first. */
function toNextUnstaffed(): void {
  const waiting = [...document.querySelectorAll<HTMLElement>('[data-unstaffed]')].filter((one) => one.checkVisibility())
  const at = waiting.indexOf(document.activeElement as HTMLElement)
  waiting[(at + 1) % waiting.length]?.focus()
}
