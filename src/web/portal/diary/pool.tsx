import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { findToday, formatWall, toWall } from '../../plain/moment.ts'
import { buildItemKey, formatClash, formatItemTitle, type Item } from './diary.ts'
import type { BarHandles } from './timeline.tsx'

/**
 * The unallocated items by departure, to be dragged to a row or opened. The items that clash are below them.
 */
export function Pool(props: {
  readonly unassigned: readonly Item[]
  readonly clashes: readonly Item[]
  readonly handles: BarHandles
}) {
  const { unassigned, clashes, handles } = props
  return (
    <aside className="diary-pool" aria-label="Unallocated">
      <h2>Unallocated</h2>
      {unassigned.length === 0 ? (
        <p className="second-line">All jobs are allocated.</p>
      ) : (
        <ul>
          {unassigned.map((item) => (
            <li key={buildItemKey(item)}>
              <PoolItem item={item} handles={handles} note={item.vehicle_reg} />
            </li>
          ))}
        </ul>
      )}
      {clashes.length > 0 && (
        <>
          <h2>Clashes</h2>
          <ul>
            {clashes.map((item) => (
              <li key={buildItemKey(item)}>
                <PoolItem item={item} handles={handles} note={item.warnings.map(formatClash).join(', ')} isClash />
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}

function PoolItem(props: {
  readonly item: Item
  readonly handles: BarHandles
  readonly note: string | null
  readonly isClash?: boolean
}) {
  const { item, handles } = props
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  return (
    <button
      type="button"
      className="diary-waiting"
      data-unstaffed={item.needs_driver || undefined}
      onClick={() => handles.open(item)}
      onPointerDown={handles.begin === null || item.what !== 'booking' ? undefined : handles.begin(item)}
    >
      <span>{formatItemTitle(item)}</span>
      <span className="second-line">
        {formatWall(toWall(item.from), today)} · {item.ref}
        {item.vehicle_no !== null && item.vehicle_no > 1 && `, vehicle ${item.vehicle_no}`}
      </span>
      {props.note && <span className={props.isClash ? 'late' : 'second-line'}>{props.note}</span>}
    </button>
  )
}
