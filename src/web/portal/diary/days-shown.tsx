import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { useSession } from '../../office/api/session.ts'
import { downloadTable } from '../../office/parts/hand-out.ts'
import { useNarrow } from '../../office/parts/narrow.ts'
import { useClock } from '../../office/parts/now.ts'
import { useUrlState } from '../../office/parts/url-state.ts'
import { fileColumns } from '../../plain/file-columns.ts'
import { findToday, formatDay } from '../../plain/moment.ts'
import { findTimeWindow } from '../../plain/timeline.ts'
import { AssignDrawer } from '../duties/assign-drawer.tsx'
import { useUnsafeCoaches } from '../duties/crew.ts'
import { UnsafeCoach } from '../duties/unsafe-coach.tsx'
import {
  buildItemName,
  formatItemState,
  formatItemTitle,
  type Item,
  isShown,
  listDiaryItems,
  useJobsLeaving,
  type Whole,
} from './diary.ts'
import { useDragging } from './dragging.ts'
import { ItemDrawer } from './item-drawer.tsx'
import { DiaryList } from './list.tsx'
import { type HalfGiven, MissingHalf } from './missing-half.tsx'
import { DiaryMonth } from './month.tsx'
import { assignWithUndo, type CrewGiven, redoMove, undoMove, useUndoable } from './moves.ts'
import { Pool } from './pool.tsx'
import { Timeline } from './timeline.tsx'

const drawers = { open: '', assign: '' }

/** An assignment of an unsafe vehicle that the office has to confirm. */
type UnsafeGiven = CrewGiven & { readonly item: Item }

/** The chosen days as a timeline, a list or a month, with the actions of each item. */
export function DaysShown(props: {
  readonly diary: Whole
  readonly view: string
  readonly from: string
  readonly days: number
  readonly filters: Parameters<typeof listDiaryItems>[1]
}) {
  const { diary, view, from, days, filters } = props
  const { zone, can } = useSession()
  const [{ open: openKey, assign: assignKey }, setUrl] = useUrlState(drawers)
  const [half, setHalf] = useState<HalfGiven | null>(null)
  const [unsafe, setUnsafe] = useState<UnsafeGiven | null>(null)
  const { data: unsafePlates } = useUnsafeCoaches()
  const undoable = useUndoable()
  const isNarrow = useNarrow()
  const isOffline = useLostAt() !== null
  useUndoKeys()

  const mayAssign = can('drivers:write')
  const lines = listDiaryItems(diary, filters)
  const everything = [...lines, ...diary.unassigned, ...diary.rows.flatMap(({ items }) => items)]
  const itemAt = (key: string) => (key === '' ? null : (everything.find((item) => buildItemName(item) === key) ?? null))
  const [open, assigned] = [itemAt(openKey), itemAt(assignKey)]
  const show = (item: Item) => setUrl({ open: buildItemName(item) })
  const giveCrew = (item: Item) => setUrl({ open: '', assign: buildItemName(item) })
  const close = () => setUrl({ open: '', assign: '' })
  const move = (item: Item, driver: CrewGiven['driver'], vehicle: CrewGiven['vehicle'], isAsked = false) => {
    if (openKey !== '') close()
    setHalf(null)
    const isUnsafe = vehicle.registration !== item.vehicle_reg && unsafePlates?.has(vehicle.registration)
    setUnsafe(isUnsafe && !isAsked ? { item, driver, vehicle } : null)
    if (!isUnsafe || isAsked) void assignWithUndo(item, { driver, vehicle })
  }
  const give = (item: Item, rowId: number) => {
    const row = diary.rows.find(({ id }) => id === rowId)
    if (row === undefined) return
    if (row.registration !== undefined) {
      const vehicle = { id: row.id, registration: row.registration }
      if (item.driver === null) setHalf({ item, vehicle, driver: null })
      else if (item.vehicle_id !== row.id) move(item, item.driver, vehicle)
      return
    }
    const driver = { id: row.id, name: row.name ?? '' }
    if (item.vehicle_reg === null) setHalf({ item, vehicle: null, driver })
    else if (item.driver?.id !== row.id) move(item, driver, { id: item.vehicle_id, registration: item.vehicle_reg })
  }
  const { dragged, ghost, begin, wasDragged } = useDragging(give)
  const handles = {
    open: (item: Item) => {
      if (!wasDragged()) show(item)
    },
    begin: mayAssign && !isOffline ? begin : null,
    overRow: dragged?.rowId ?? null,
  }
  const isTimeline = (view === 'vehicles' || view === 'drivers') && !isNarrow
  const unassigned = diary.unassigned
    .filter((item) => isShown(item, null, filters))
    .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  return (
    <>
      {lines.length === 0 && <NothingThen from={from} days={days} isNarrowed={Object.values(filters).some(Boolean)} />}
      {view === 'month' ? (
        <DiaryMonth from={from} days={days} items={lines} />
      ) : (
        <>
          {isTimeline && (
            <div className="diary-board">
              <Pool unassigned={unassigned} clashes={lines.filter(({ warnings }) => warnings.length > 0)} handles={handles} />
              <Timeline rows={diary.rows} within={findTimeWindow(from, days, zone)} filters={filters} handles={handles} />
            </div>
          )}
          {lines.length > 0 && (
            <div className={isTimeline ? 'diary-paper' : 'diary-listed'}>
              <DiaryList items={lines} open={isTimeline ? null : show} assign={isTimeline || !mayAssign ? null : giveCrew} />
            </div>
          )}
          <p className="diary-foot">
            {undoable > 0 && (
              <Button variant="default" size="xs" disabled={isOffline} onClick={() => void undoMove()}>
                Undo last assignment
              </Button>
            )}
            {lines.length > 0 && (
              <Button variant="default" size="xs" onClick={() => downloadDiary(lines, from)}>
                Download CSV
              </Button>
            )}
            <Button variant="default" size="xs" onClick={() => window.print()}>
              Print
            </Button>
          </p>
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
      <ItemDrawer item={open} rows={isTimeline ? diary.rows : []} give={give} assign={giveCrew} close={close} />
      <MissingHalf
        given={half}
        close={() => setHalf(null)}
        done={(driver, vehicle) => half && move(half.item, driver, vehicle)}
      />
      <UnsafeCoach
        registration={unsafe?.vehicle.registration ?? ''}
        tripRef={unsafe?.item.ref ?? ''}
        isOpen={unsafe !== null}
        close={() => setUnsafe(null)}
        confirm={() => unsafe && move(unsafe.item, unsafe.driver, unsafe.vehicle, true)}
      />
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

/** The empty state of the diary, with a link to jobs in the inbox for these days. */
function NothingThen(props: { readonly from: string; readonly days: number; readonly isNarrowed: boolean }) {
  const { from, days, isNarrowed } = props
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const jobs = useJobsLeaving(from, days, !isNarrowed)
  const what = isNarrowed ? 'No matching jobs' : 'No jobs'
  const when = days === 1 ? `on ${formatDay(from, today)}` : 'in this period'
  return (
    <p>
      {what} {when}.{' '}
      {jobs !== null && jobs > 0 && (
        <Link href="/inbox">{`${formatCount(jobs, 'job')} in the inbox ${jobs === 1 ? 'is' : 'are'} for ${days === 1 ? 'this day' : 'this period'}.`}</Link>
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

function downloadDiary(items: readonly Item[], from: string): void {
  const rows = items.map((item) => [
    item.from,
    item.to,
    formatItemState(item),
    item.ref,
    item.summary ?? formatItemTitle(item),
    item.customer_name,
    item.vehicle_reg,
    item.driver?.name ?? null,
    item.passenger_count,
  ])
  downloadTable(`diary-${from}`, fileColumns.diary, rows)
}
