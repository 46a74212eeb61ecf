import { useEffect } from 'react'
import { Link } from 'wouter'
import type { DiaryRows } from '../../../domain/diary.ts'
import { formatCount } from '../../../domain/spoken.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { useSession } from '../../office/api/session.ts'
import { useUrlState } from '../../office/parts/url-state.ts'
import { addDays } from '../../plain/moment.ts'
import { AssignDrawer } from '../duties/assign-drawer.tsx'
import type { DiaryView } from './bar.tsx'
import { DayBoard, dayKey } from './day.tsx'
import {
  buildItemName,
  type DiaryFilters,
  formatItemTitle,
  type Item,
  listDiaryItems,
  useJobsLeaving,
  type Whole,
} from './diary.ts'
import { useDragging } from './dragging.ts'
import { useGiving } from './giving.tsx'
import type { ItemHandles } from './handles.ts'
import { DiaryList } from './list.tsx'
import { DiaryMonth } from './month.tsx'
import { redoMove, undoMove } from './moves.ts'
import { DiaryKey } from './rows.tsx'
import { WeekBoard, weekKey } from './week.tsx'

const drawers = { open: '', assign: '' }

/** The chosen days to scale, as cells, as a list or as a month, with the actions of each item. */
export function DaysShown(props: {
  readonly diary: Whole
  readonly view: DiaryView
  readonly by: DiaryRows
  readonly from: string
  readonly days: number
  readonly filters: DiaryFilters
}) {
  const { diary, view, by, from, filters } = props
  const { can } = useSession()
  const [{ open: openName, assign: assignName }, setUrl] = useUrlState(drawers)
  const isOffline = useLostAt() !== null
  useUndoKeys()

  const lines = listDiaryItems(diary, filters)
  const everything = [...lines, ...diary.unassigned, ...diary.rows.flatMap(({ items }) => items)]
  // The first assignment of a vehicle gives its item another name.
  const assigned = everything.find(
    (item) => assignName !== '' && findPlaceName(buildItemName(item)) === findPlaceName(assignName),
  )
  const close = () => setUrl({ open: '', assign: '' })
  const { give, dialogs } = useGiving(diary, () => openName !== '' && close())
  const { dragged, ghost, begin, wasDragged } = useDragging(give)
  const isBoard = view !== 'list' && view !== 'month'
  const handles: ItemHandles = {
    by: isBoard ? by : null,
    rows: isBoard ? diary.rows : [],
    openName: everything.some((item) => buildItemName(item) === openName) ? openName : '',
    open: (item: Item) => {
      if (!wasDragged()) setUrl({ open: buildItemName(item) })
    },
    close,
    give,
    assign: (item: Item) => setUrl({ open: '', assign: buildItemName(item) }),
    begin: isBoard && can('drivers:write') && !isOffline ? begin : null,
    isDragging: dragged !== null,
    overRow: dragged?.rowId ?? null,
  }
  const days = Array.from({ length: props.days }, (_, nth) => addDays(from, nth))
  const board = { diary, filters, handles, items: lines }
  return (
    <>
      {lines.length === 0 && <NothingThen from={from} days={props.days} isNarrowed={Object.values(filters).some(Boolean)} />}
      {view === 'month' && <DiaryMonth from={from} days={props.days} items={lines} />}
      {view === 'list' && <DiaryList days={days} items={lines} handles={handles} />}
      {isBoard && (
        <>
          {view === 'day' ? <DayBoard {...board} day={from} /> : <WeekBoard {...board} days={days} />}
          <DiaryKey words={view === 'day' ? dayKey : weekKey} isDay={view === 'day'} />
          <DiaryList days={days} items={lines} handles={null} />
        </>
      )}
      {dragged !== null && (
        <span
          ref={ghost}
          className="diary-ghost"
          style={{ transform: `translate(${dragged.x + 8}px, ${dragged.y + 8}px)` }}
          aria-hidden="true"
        >
          {formatItemTitle(dragged.item)}
        </span>
      )}
      {dialogs}
      {assigned?.ref && (
        <AssignDrawer
          tripRef={assigned.ref}
          isOpen
          close={close}
          place={{ vehicleNo: assigned.vehicle_no ?? 1, role: 'driver' }}
        />
      )}
    </>
  )
}

/** The part of an item's name that says the trip and the vehicle. */
function findPlaceName(name: string): string {
  return name.slice(0, name.lastIndexOf('.'))
}

/** The empty state of the diary, with a link to jobs in the inbox for these days. */
function NothingThen(props: { readonly from: string; readonly days: number; readonly isNarrowed: boolean }) {
  const { from, days, isNarrowed } = props
  const jobs = useJobsLeaving(from, days, !isNarrowed)
  const when = days === 1 ? 'this day' : 'this period'
  return (
    <p className="diary-nothing">
      {isNarrowed ? 'No matching jobs.' : 'No jobs.'}{' '}
      {jobs !== null && jobs > 0 && (
        <Link href="/inbox">{`${formatCount(jobs, 'request')} in the inbox ${jobs === 1 ? 'is' : 'are'} for ${when}.`}</Link>
      )}
    </p>
  )
}

/** Ctrl+Z undoes the last assignment, Ctrl+Shift+Z repeats it. Neither works inside a field. */
function useUndoKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]') !== null) return
      event.preventDefault()
      void (event.shiftKey ? redoMove() : undoMove())
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
