import { useRef, useState } from 'preact/hooks'
import { spokenLength } from '../plain/moment.ts'
import type { TripAhead } from './ahead.ts'
import { useApp } from './app.ts'
import { Boarding } from './boarding.tsx'
import { instantOn, isOver, mainAction, stepWords } from './duty.ts'
import { NoShow } from './no-show.tsx'
import { Link } from './parts.tsx'
import { positionOfStep } from './positions.ts'
import { decide, instantText, undoStep } from './sending.ts'
import { Slide } from './slide.tsx'

type DeedsProps = { readonly ahead: TripAhead; readonly now: number }

/** After a tap the button that comes next is deaf for this long (ms): the second of two taps was meant for the first. */
const deafMs = 900

/** The one button of a trip, and what else can be told of it. */
export function TripDeeds({ ahead, now }: DeedsProps) {
  const { me, box } = useApp()
  const { trip, undo } = ahead
  const tapped = useRef(0)
  const deed = mainAction(trip, me?.settings.vehicle_check_required ?? true, now)
  const leg = trip.next_steps[0]?.leg ?? null
  const hasSmall = leg !== null && deed?.kind !== 'acknowledge'
  const isDeaf = Date.now() - tapped.current < deafMs

  const once = (work: () => unknown) => () => {
    if (Date.now() - tapped.current < deafMs) return
    tapped.current = Date.now()
    work()
  }
  const step = (status: string, onLeg: number, more: Readonly<Record<string, unknown>> = {}) =>
    decide({
      path: `/trips/${trip.ref}/progress`,
      title: stepWords[status] ?? status,
      tripRef: trip.ref,
      body: { status, leg: onLeg, occurred_at: instantText(Date.now()), ...positionOfStep(), ...more },
    })
  const acknowledge = () => decide({ path: `/trips/${trip.ref}/acknowledge`, title: 'Acknowledge', tripRef: trip.ref })

  return (
    <section class="deeds" aria-label="What to do">
      {deed?.kind === 'acknowledge' && (
        <>
          <p>Answer by {instantOn(trip.acknowledge_by, trip.timezone, now)}.</p>
          <button type="button" class="button main-button" onClick={once(acknowledge)}>
            Acknowledge
          </button>
        </>
      )}
      {deed?.kind === 'check' && (
        <Link to={`/check?trip=${trip.ref}`} className="button main-button">
          Start check
        </Link>
      )}
      {deed?.kind === 'unsafe' && (
        <>
          <p class="box wrong">
            Do not drive. The last check found {trip.vehicle.registration} unfit;{' '}
            {box.some(({ path }) => path === '/vehicle-checks') ? 'ring the office.' : 'the office has been told.'}
          </p>
          <Link to={`/check?trip=${trip.ref}`} className="button main-button">
            Check it again
          </Link>
        </>
      )}
      {deed?.kind === 'wait' && (
        <button type="button" class="button main-button" disabled>
          {stepWords[deed.status]} from {instantOn(deed.notBefore, trip.timezone, now)}
        </button>
      )}
      {deed?.kind === 'step' && deed.status === 'on_board' && (
        <Boarding
          key={`${trip.ref} ${deed.leg}`}
          draft={`people.${trip.ref}.${deed.leg}`}
          usual={trip.legs.find(({ sequence }) => sequence === deed.leg)?.passenger_count ?? trip.passenger_count}
          onBoard={(people) => once(() => step('on_board', deed.leg, { passenger_count: people }))()}
        />
      )}
      {deed?.kind === 'step' && deed.status !== 'on_board' && deed.status !== 'completed' && (
        <button type="button" class="button main-button" onClick={once(() => step(deed.status, deed.leg))}>
          {stepWords[deed.status]}
        </button>
      )}
      {deed?.kind === 'step' && deed.status === 'completed' && (
        <Slide
          label="Done"
          question="Is everybody off, and nothing left on the coach?"
          onDone={once(() => step('completed', deed.leg))}
          isDisabled={isDeaf}
        />
      )}
      {undo !== null && undo.until > now && (
        <button type="button" class="button quiet-button" onClick={once(() => undoStep(trip.ref, undo.status, undo.leg))}>
          Undo “{stepWords[undo.status]}” ({Math.min(120, Math.ceil((undo.until - now) / 1000))} s)
        </button>
      )}
      {hasSmall && <SmallDeeds ahead={ahead} leg={leg} step={step} now={now} />}
      {!hasSmall && !isOver(trip) && <ProblemLink tripRef={trip.ref} />}
    </section>
  )
}

type SmallProps = DeedsProps & {
  readonly leg: number
  readonly step: (status: string, leg: number, more?: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Remarks, which move nothing, and what went wrong. */
function SmallDeeds({ ahead: { trip }, leg, step, now }: SmallProps) {
  const [told, setTold] = useState<string | null>(null)
  const status = trip.legs.find(({ sequence }) => sequence === leg)?.status ?? 'pending'
  const tell = (words: string, work: () => Promise<void>) => () => {
    setTold(words)
    void work()
  }
  return (
    <>
      <details class="fold">
        <summary>Late?</summary>
        <div class="grid">
          {[5, 10, 20, 30].map((minutes) => (
            <button
              key={minutes}
              type="button"
              class="button quiet-button"
              onClick={tell(`${spokenLength(minutes * 60_000)} late: written down.`, () =>
                step('delayed', leg, { delay_minutes: minutes }),
              )}
            >
              {minutes} min
            </button>
          ))}
        </div>
      </details>
      <div class="grid">
        {status !== 'pending' && (
          <button
            type="button"
            class="button quiet-button"
            onClick={tell('Stop reached: written down.', () => step('stop_reached', leg))}
          >
            Stop reached
          </button>
        )}
        <ProblemLink tripRef={trip.ref} />
      </div>
      <div role="status">{told !== null && <p class="quiet">{told}</p>}</div>
      {status === 'arrived' && <NoShow trip={trip} now={now} onDone={() => step('no_show', leg, { contact_attempted: true })} />}
    </>
  )
}

function ProblemLink({ tripRef }: { readonly tripRef: string }) {
  return (
    <Link to={`/trips/${tripRef}/problem`} className="button quiet-button">
      Problem
    </Link>
  )
}
