import { spokenWall, todayIn, wallOf } from '../../plain/moment.ts'
import { useSession } from '../api/session.ts'
import { useNow } from '../parts/now.ts'
import { clashWord, type Item, keyOf, titleOf } from './diary.ts'
import type { BarHandles } from './timeline.tsx'

/**
 * The items that want a driver, the first to leave first, to be dragged to a row or opened. Below them, the items that
 * clash.
 */
export function Pool(props: {
  readonly unassigned: readonly Item[]
  readonly clashes: readonly Item[]
  readonly handles: BarHandles
}) {
  const { unassigned, clashes, handles } = props
  return (
    <aside className="diary-pool" aria-label="Needs a driver">
      <h2>Needs a driver</h2>
      {unassigned.length === 0 ? (
        <p className="second-line">Everything has its driver.</p>
      ) : (
        <ul>
          {unassigned.map((item) => (
            <li key={keyOf(item)}>
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
              <li key={keyOf(item)}>
                <PoolItem item={item} handles={handles} note={item.warnings.map(clashWord).join(', ')} isClash />
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
  const today = todayIn(zone, useNow(60_000))
  return (
    <button
      type="button"
      className="diary-waiting"
      data-unstaffed={item.needs_driver || undefined}
      onClick={() => handles.open(item)}
      onPointerDown={handles.begin === null || item.what !== 'booking' ? undefined : handles.begin(item)}
    >
      <span>{titleOf(item)}</span>
      <span className="second-line">
        {spokenWall(wallOf(item.from), today)} · {item.ref}
        {item.vehicle_no !== null && item.vehicle_no > 1 && `, coach ${item.vehicle_no}`}
      </span>
      {props.note && <span className={props.isClash ? 'late' : 'second-line'}>{props.note}</span>}
    </button>
  )
}
