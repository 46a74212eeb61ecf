import { useEffect, useRef } from 'react'
import type { DiaryRows } from '../../../domain/diary.ts'
import { useSession } from '../../office/api/session.ts'
import { downloadTable } from '../../office/parts/hand-out.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { useNarrow } from '../../office/parts/narrow.ts'
import { useClock } from '../../office/parts/now.ts'
import { useUrlState } from '../../office/parts/url-state.ts'
import { useKeys } from '../../office/shell/keys.ts'
import { fileColumns } from '../../plain/file-columns.ts'
import { addDays, findToday } from '../../plain/moment.ts'
import { findMonday, formatPeriod } from '../../plain/timeline.ts'
import { DiaryBar, type DiaryView, views } from './bar.tsx'
import { DaysShown } from './days-shown.tsx'
import { type DiaryFilters, findItemState, formatItemTitle, type Item, listDiaryItems, useDiary, type Whole } from './diary.ts'
import { FilterButton, noFilters } from './filters.tsx'
import './diary.css'

const defaults = { view: 'week', by: 'vehicles', from: '', ...noFilters }
const daysOf: Readonly<Record<DiaryView, number>> = { day: 1, week: 7, fortnight: 14, month: 31, list: 7 }
const scales: readonly DiaryView[] = ['day', 'week', 'fortnight']

/** The days that a view shows around a day: the day itself, its weeks from Monday, or its month. */
function findShownDays(view: DiaryView, day: string): { readonly from: string; readonly days: number } {
  if (view === 'day') return { from: day, days: 1 }
  if (view !== 'month') return { from: findMonday(day), days: daysOf[view] }
  const from = `${day.slice(0, 7)}-01`
  const next = `${addDays(from, 31).slice(0, 7)}-01`
  return { from, days: Math.round((Date.parse(next) - Date.parse(from)) / 86_400_000) }
}

/** The diary (`/portal/diary`): the times of drivers and vehicles. Dragging or the keyboard assigns trips. */
export function DiaryPage() {
  const [{ view: named, by, from, ...filters }, setUrl] = useUrlState(defaults)
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const isNarrow = useNarrow()
  const known = views.find((one) => one === named) ?? 'week'
  const view = isNarrow && known !== 'month' ? 'list' : known
  const rows: DiaryRows = by === 'drivers' ? 'driver' : 'vehicle'
  const shown = findShownDays(view, /^\d{4}-\d\d-\d\d$/.test(from) ? from : today)
  const query = useDiary(shown.from, shown.days, rows)
  // The earlier days stay until the answer, with their own counts.
  const drawn = useLast({ ...shown, view, by: rows }, !query.isPlaceholderData)
  const title = formatPeriod(shown.from, shown.days, view === 'month')
  useEffect(() => {
    document.title = `Diary: ${title} · Charabanc`
  }, [title])

  const shift = (to: 1 | -1) => setUrl({ from: addDays(shown.from, to > 0 ? shown.days : -(view === 'month' ? 1 : shown.days)) })
  const rescale = (to: 1 | -1) => {
    const at = scales.indexOf(view)
    if (at >= 0) setUrl({ view: scales[Math.max(0, Math.min(2, at + to))] ?? '' })
  }
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
  return (
    <>
      <DiaryBar
        title={title}
        view={view}
        by={by}
        isNarrow={isNarrow}
        isLoading={query.isPlaceholderData}
        set={setUrl}
        shift={shift}
        exportCsv={() => query.data && !query.isPlaceholderData && downloadDiary(query.data.data, filters, shown.from)}
        filter={<FilterButton filters={filters} from={shown.from} set={setUrl} />}
      />
      <ReadStates query={query}>{({ data }) => <DaysShown diary={data} {...drawn} filters={filters} />}</ReadStates>
    </>
  )
}

/** A React hook that returns the last value that was current. */
function useLast<T>(value: T, isCurrent: boolean): T {
  const last = useRef(value)
  useEffect(() => {
    if (isCurrent) last.current = value
  })
  return isCurrent ? value : last.current
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

function downloadDiary(diary: Whole, filters: DiaryFilters, from: string): void {
  const rows = listDiaryItems(diary, filters).map((item: Item) => [
    item.from,
    item.to,
    findItemState(item).word,
    item.ref,
    item.summary ?? formatItemTitle(item),
    item.customer_name,
    item.vehicle_reg,
    item.driver?.name ?? null,
    item.passenger_count,
  ])
  downloadTable(`diary-${from}`, fileColumns.diary, rows)
}
