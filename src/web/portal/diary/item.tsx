import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { DiaryRows } from '../../../domain/diary.ts'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { formatInstant } from '../../plain/moment.ts'
import { buildItemName, type DiaryLine, describeItem, findItemStart, findItemState, type Item, isUnderWay } from './diary.ts'
import type { ItemHandles } from './handles.ts'
import { ItemCard } from './item-card.tsx'

const hoverMs = 400
const leaveMs = 150

/** An item of the diary as a button, with the card of its facts and actions while it is open or under the pointer. */
export function ItemButton(props: {
  readonly item: Item
  readonly row: DiaryLine | null
  readonly handles: ItemHandles
  readonly style?: CSSProperties
  readonly isCut?: boolean
  readonly children: ReactNode
}) {
  const { item, row, handles } = props
  const button = useRef<HTMLButtonElement>(null)
  const { isHovered, enter, leave } = useHover()
  const isOpen = handles.openName === buildItemName(item)
  const isShown = isOpen || (isHovered && handles.openName === '' && !handles.isDragging)
  const mustRefocus = useRef(false)
  const close = () => {
    leave(0)
    if (!isOpen) return
    mustRefocus.current = true
    handles.close()
  }
  // An open card may still take the focus, so the button gets it back afterwards.
  useEffect(() => {
    if (isOpen || !mustRefocus.current) return
    mustRefocus.current = false
    button.current?.focus()
  }, [isOpen])
  useEscape(isShown, close)
  return (
    // The card is drawn elsewhere in the page, but its pointer events come here.
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer shows what the button inside opens
    <div className="diary-item" style={props.style} onMouseMove={isOpen ? undefined : enter} onMouseLeave={() => leave(leaveMs)}>
      <button
        ref={button}
        type="button"
        className="diary-card"
        data-what={item.what}
        data-tone={findItemState(item).tone}
        data-live={isUnderWay(item) || undefined}
        data-clash={item.warnings.length > 0 || undefined}
        data-cut={props.isCut || undefined}
        data-unstaffed={item.needs_driver || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={useItemText(item, row)}
        onClick={() => {
          leave(0)
          handles.open(item)
        }}
        onPointerDown={item.what === 'booking' && handles.begin !== null ? handles.begin(item) : undefined}
      >
        {props.children}
      </button>
      {isShown && <ItemCard item={item} row={row} handles={handles} isOpen={isOpen} close={close} hide={() => leave(0)} />}
    </div>
  )
}

/** A React hook that returns whether the pointer has rested on an element, after a movement. */
function useHover() {
  const [isHovered, setHovered] = useState(false)
  const wanted = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const change = (to: boolean, afterMs: number) => {
    if (wanted.current === to) return
    wanted.current = to
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHovered(to), afterMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // A page that changes under a resting pointer also sends events, without a movement.
  const enter = ({ movementX, movementY }: MouseEvent) => (movementX !== 0 || movementY !== 0) && change(true, hoverMs)
  return { isHovered, enter, leave: (afterMs: number) => change(false, afterMs) }
}

/** A React hook that runs an action on Escape, wherever the focus is. */
function useEscape(isWanted: boolean, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!isWanted) return
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && latest.current()
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isWanted])
}

/** A React hook that returns the whole text of an item, for its tooltip. */
function useItemText(item: Item, row: DiaryLine | null): string {
  const { zone } = useSession()
  const now = useClock(60_000)
  const { days, time, until, route, who, crew, clash } = describeItem(item, row, null)
  const report = findItemStart(item) === item.from ? '' : `report ${formatInstant(findItemStart(item), zone, now)}`
  return [`${days ?? time + until} ${route}`, who, findItemState(item).word, crew, clash, report].filter(Boolean).join(', ')
}

/** The lines of an item: time, route, customer with passengers, driver or state, and its clash. */
export function ItemLines({
  item,
  row,
  by,
}: {
  readonly item: Item
  readonly row: DiaryLine | null
  readonly by: DiaryRows | null
}) {
  const { days, time, until, route, who, crew, clash } = describeItem(item, row, by)
  return (
    <>
      {item.what !== 'block' && (
        <span className="diary-time">
          {days ?? (
            <>
              {time}
              <span className="diary-until">{until}</span>
            </>
          )}{' '}
        </span>
      )}
      <span className="diary-route">{route} </span>
      <ItemFacts who={who} crew={crew} clash={clash} />
    </>
  )
}

/** The muted lines of an item, without the empty ones. */
export function ItemFacts({ who, crew, clash }: { readonly who: string; readonly crew: string; readonly clash: string }) {
  return (
    <>
      {who !== '' && <span className="diary-who">{who} </span>}
      {crew !== '' && <span className="diary-crew">{crew} </span>}
      {clash !== '' && <span className="diary-clash">{clash} </span>}
    </>
  )
}
