import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import type { FollowUp } from '../../../domain/refusal-sentences.ts'
import { formatStepLabel } from '../../plain/refusal-words.ts'
import type { TripPageState } from './page-state.ts'
import { describeRequestCancelled } from './sentences.ts'
import type { TripView } from './shown.ts'

export const TripContext = createContext<TripPageState | null>(null)

/** The state of the page. */
export function usePage(): TripPageState {
  const page = useContext(TripContext)
  if (page === null) throw new Error('no page')
  return page
}

/** A hook that returns the trip's view. It throws outside a trip. */
export function useView(): TripView {
  const { view } = usePage()
  if (view === null) throw new Error('no trip')
  return view
}

export type FactRow = readonly [term: string, value: ComponentChildren]

/** A list of names and values, without empty ones. */
export function FactList({ id, rows }: { readonly id?: string; readonly rows: readonly FactRow[] }) {
  return (
    <dl id={id}>
      {rows
        .filter(([, value]) => Boolean(value))
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type SectionProps = {
  readonly id: string
  readonly title: string
  readonly isShown?: boolean
  readonly children: ComponentChildren
}

/** A section with the reply to its buttons. A hidden section shows the reply alone. */
export function TripSection({ id, title, isShown = true, children }: SectionProps) {
  if (!isShown) return <ReplyAt place={id} id={`${id}-answer`} />
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
      <ReplyAt place={id} />
    </section>
  )
}

/** The reply to a button of this place. It takes the focus, for screen readers and to scroll it into view. */
export function ReplyAt({ place, id }: { readonly place: string | ((place: string) => boolean); readonly id?: string }) {
  const { reply } = usePage()
  const line = useRef<HTMLParagraphElement>(null)
  const isHere = reply !== null && (typeof place === 'string' ? reply.place === place : place(reply.place))
  const nth = isHere ? reply.nth : null
  useEffect(() => {
    if (nth !== null) line.current?.focus()
  }, [nth])
  const said = isHere ? (
    <p id="answer" class={reply.isGrave ? 'note grave' : 'note'} role="status" tabIndex={-1} ref={line}>
      {reply.text}
    </p>
  ) : null
  const shown = isHere ? (
    <>
      {said}
      <Steps next={reply.next} place={reply.place} />
    </>
  ) : null
  return id === undefined ? shown : <div id={id}>{shown}</div>
}

/** The buttons for the steps after a refusal. */
function Steps({ next, place }: { readonly next: readonly FollowUp[]; readonly place: string }) {
  const { act, isBusy, view, hush } = usePage()
  if (view === null || next.length === 0) return null
  const show = (id: string) => () => {
    hush()
    setTimeout(() => document.getElementById(id)?.scrollIntoView())
  }
  const actions: Partial<Record<FollowUp, () => unknown>> = {
    offers: show('quotes'),
    see_offer: show(place),
    see_quote: show(place),
    cancel_request: () => act({ path: '/cancel-request', body: {}, place, done: () => describeRequestCancelled(view) }),
    new_request: async () => {
      const { openRequestForm } = await import('./request-again.ts')
      if (!(await openRequestForm(view.trip, true))) location.assign(`${document.documentElement.dataset.root ?? '/'}enquire`)
    },
  }
  return (
    <p class="fault-steps">
      {next.map((step) => {
        const run = actions[step]
        return (
          run !== undefined && (
            <button key={step} type="button" class="quiet" disabled={isBusy} onClick={run}>
              {formatStepLabel(step)}
            </button>
          )
        )
      })}
    </p>
  )
}

/** A registration plate. */
export function NumberPlate({ text }: { readonly text: string }) {
  return <span class="plate">{text}</span>
}

/** A place in one line, with its access note. */
export function placeLine(place: {
  readonly label: string
  readonly address_lines?: readonly string[]
  readonly locality?: string | null
  readonly postcode?: string | null
  readonly access_note?: string | null
}): string {
  const parts = [...new Set([place.label, ...(place.address_lines ?? []), place.locality, place.postcode])].filter(Boolean)
  return parts.join(', ') + (place.access_note ? ` (${place.access_note})` : '')
}
