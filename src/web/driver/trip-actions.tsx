import { useRef, useState } from 'preact/hooks'
import { formatDuration } from '../../domain/spoken.ts'
import { useApp } from './app.ts'
import { Boarding } from './boarding.tsx'
import { findMainAction, formatTripInstant, isTripDone, stepWords } from './duty.ts'
import { NoShow } from './no-show.tsx'
import { Link } from './parts.tsx'
import type { TripAhead } from './pending-steps.ts'
import { findStepPosition } from './positions.ts'
import { decideEntry, reportOnTime, undoDriverStep } from './sending.ts'
import { toApiInstant } from './server-time.ts'
import { Slide } from './slide.tsx'

type ActionProps = { readonly ahead: TripAhead; readonly now: number }

/** Time after a tap in which the next button ignores taps (ms), because a double tap means the first button. */
const deafMs = 900

/** The next step of a trip, and its other reports. */
export function DriverTripActions({ ahead, now }: ActionProps) {
  const { me, box } = useApp()
  const { trip, undo } = ahead
  const tapped = useRef(0)
  const action = findMainAction(trip, me?.settings.vehicle_check_required ?? true, now)
  const leg = trip.next_steps[0]?.leg ?? null
  const hasSmall = leg !== null && action?.kind !== 'acknowledge'
  const isDeaf = Date.now() - tapped.current < deafMs

  const once = (work: () => unknown) => () => {
    if (Date.now() - tapped.current < deafMs) return
    tapped.current = Date.now()
    work()
  }
  const step = (status: string, onLeg: number, more: Readonly<Record<string, unknown>> = {}) =>
    decideEntry({
      path: `/trips/${trip.ref}/progress`,
      title: stepWords[status] ?? status,
      tripRef: trip.ref,
      body: { status, leg: onLeg, occurred_at: toApiInstant(Date.now()), ...findStepPosition(), ...more },
    })
  const acknowledge = () => decideEntry({ path: `/trips/${trip.ref}/acknowledge`, title: 'Accept job', tripRef: trip.ref })

  return (
    <section class="actions" aria-label="Next step">
      {action?.kind === 'acknowledge' && (
        <>
          <p>Accept by {formatTripInstant(trip.acknowledge_by, trip.timezone, now)}.</p>
          <button type="button" class="button main-button" onClick={once(acknowledge)}>
            Accept job
          </button>
        </>
      )}
      {action?.kind === 'check' && (
        <Link to={`/check?trip=${trip.ref}`} className="button main-button">
          Start check
        </Link>
      )}
      {action?.kind === 'unsafe' && (
        <>
          <p class="box wrong">
            Do not drive. The last check found {trip.vehicle.registration} unsafe.{' '}
            {box.some(({ path }) => path === '/vehicle-checks') ? 'Call the office.' : 'The office has the report.'}
          </p>
          <Link to={`/check?trip=${trip.ref}`} className="button main-button">
            Check again
          </Link>
        </>
      )}
      {action?.kind === 'wait' && (
        <button type="button" class="button main-button" disabled>
          {stepWords[action.status]} from {formatTripInstant(action.notBefore, trip.timezone, now)}
        </button>
      )}
      {action?.kind === 'step' && action.status === 'on_board' && (
        <Boarding
          key={`${trip.ref} ${action.leg}`}
          draft={`people.${trip.ref}.${action.leg}`}
          usual={trip.legs.find(({ sequence }) => sequence === action.leg)?.passenger_count ?? trip.passenger_count}
          onBoard={(people) => once(() => step('on_board', action.leg, { passenger_count: people }))()}
        />
      )}
      {action?.kind === 'step' && action.status !== 'on_board' && action.status !== 'completed' && (
        <button type="button" class="button main-button" onClick={once(() => step(action.status, action.leg))}>
          {stepWords[action.status]}
        </button>
      )}
      {action?.kind === 'step' && action.status === 'completed' && (
        <Slide
          label="Complete"
          question="Is everybody off, and is the coach empty?"
          onDone={once(() => step('completed', action.leg))}
          isDisabled={isDeaf}
        />
      )}
      {undo !== null && undo.until > now && (
        <button type="button" class="button quiet-button" onClick={once(() => undoDriverStep(trip.ref, undo.status, undo.leg))}>
          Undo “{stepWords[undo.status]}” ({Math.min(120, Math.ceil((undo.until - now) / 1000))} s)
        </button>
      )}
      {hasSmall && <SmallActions ahead={ahead} leg={leg} step={step} now={now} />}
      {!hasSmall && !isTripDone(trip) && <ProblemLink tripRef={trip.ref} />}
    </section>
  )
}

type SmallProps = ActionProps & {
  readonly leg: number
  readonly step: (status: string, leg: number, more?: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Reports other than steps: delay, stop, problem, no-show. */
function SmallActions({ ahead: { trip, lateMinutes }, leg, step, now }: SmallProps) {
  const [told, setTold] = useState<string | null>(null)
  const status = trip.legs.find(({ sequence }) => sequence === leg)?.status ?? 'pending'
  const tell = (words: string, work: () => Promise<void>) => () => {
    setTold(words)
    void work()
  }
  return (
    <>
      {lateMinutes > 0 && (
        <>
          <p class="note">You reported {formatDuration(lateMinutes * 60_000)} late.</p>
          <button
            type="button"
            class="button quiet-button"
            onClick={tell('On time again: saved.', () =>
              reportOnTime(trip.ref, leg, () => step('delayed', leg, { delay_minutes: 0 })),
            )}
          >
            On time again
          </button>
        </>
      )}
      <details class="fold">
        <summary>Running late?</summary>
        <div class="grid">
          {[5, 10, 20, 30].map((minutes) => (
            <button
              key={minutes}
              type="button"
              class="button quiet-button"
              onClick={tell(`${formatDuration(minutes * 60_000)} late: saved.`, () =>
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
            onClick={tell('Stop reached: saved.', () => step('stop_reached', leg))}
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
