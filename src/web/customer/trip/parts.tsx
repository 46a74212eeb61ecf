import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { stepLabel } from '../../plain/refusal-words.ts'
import type { FollowUp } from '../../plain/refusals.ts'
import type { TripPageState } from './page-state.ts'
import { lettingGo } from './sentences.ts'
import type { TripView } from './shown.ts'

export const TripContext = createContext<TripPageState | null>(null)

/** The state of the page that this is on. */
export function usePage(): TripPageState {
  const page = useContext(TripContext)
  if (page === null) throw new Error('no page')
  return page
}

/** A hook that returns what sentences are made of. Only for use below the trip, where there is one. */
export function useView(): TripView {
  const { view } = usePage()
  if (view === null) throw new Error('no trip')
  return view
}

export type FactRow = readonly [term: string, value: ComponentChildren]

/** Things and what they are; a row without a value is left out. */
export function Facts({ id, rows }: { readonly id?: string; readonly rows: readonly FactRow[] }) {
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

/** A part of the page, with what came of a press on it; where it has gone meanwhile, that stands in its place. */
export function Section({ id, title, isShown = true, children }: SectionProps) {
  if (!isShown) return <ReplyAt place={id} id={`${id}-answer`} />
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
      <ReplyAt place={id} />
    </section>
  )
}

/** The reply to a press here. It takes the focus, so that it is read out and in sight. */
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

/** The buttons for what the customer can do after a refusal. */
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
    cancel_request: () => act({ path: '/cancel-request', body: {}, place, done: () => lettingGo(view) }),
    new_request: async () => {
      const { requestAgain } = await import('./request-again.ts')
      if (!(await requestAgain(view.trip, true))) location.assign(`${document.documentElement.dataset.root ?? '/'}enquire`)
    },
  }
  return (
    <p class="fault-steps">
      {next.map((step) => {
        const run = actions[step]
        return (
          run !== undefined && (
            <button key={step} type="button" class="quiet" disabled={isBusy} onClick={run}>
              {stepLabel(step)}
            </button>
          )
        )
      })}
    </p>
  )
}

/** A registration as it stands on the coach. */
export function Plate({ text }: { readonly text: string }) {
  return <span class="plate">{text}</span>
}

/** A place in one line, and how to get at it. */
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
