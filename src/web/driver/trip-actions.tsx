import { useRef, useState } from 'preact/hooks'
import { formatDuration } from '../../domain/spoken.ts'
import { useApp } from './app.ts'
import { Boarding } from './boarding.tsx'
import { findMainAction, formatTripInstant, isTripDone, stepWords } from './duty.ts'
import { NoShow } from './no-show.tsx'
import { Link } from './parts.tsx'
import type { TripAhead } from './pending-steps.ts'
import { findStepPosition } from './positions.ts'
import type { CabTrip } from './records.ts'
import { decideEntry, reportOnTime, undoDriverStep } from './sending.ts'
import { toApiInstant } from './server-time.ts'
import { Slide } from './slide.tsx'

type ActionProps = { readonly ahead: TripAhead; readonly now: number }

/** Time after a tap in which the next button ignores taps (ms), because a double tap means the first button. */
const deafMs = 900

/** Sends a step of a trip with the phone's time and, if shared, its position. */
function sendStep(trip: TripAhead['trip'], status: string, leg: number, more: Readonly<Record<string, unknown>> = {}) {
  return decideEntry({
    path: `/trips/${trip.ref}/progress`,
    title: stepWords[status] ?? status,
    tripRef: trip.ref,
    body: { status, leg, occurred_at: toApiInstant(Date.now()), ...findStepPosition(), ...more },
  })
}

/** The next step of a trip with its Undo, and the ways to a delay and a problem. */
export function NextStep({ ahead, now }: ActionProps) {
  const { trip, undo } = ahead
  const tapped = useRef(0)
  const once = (work: () => unknown) => () => {
    if (Date.now() - tapped.current < deafMs) return
    tapped.current = Date.now()
    work()
  }
  return (
    <section class="actions next-step" aria-label="Next step">
      <MainButton ahead={ahead} now={now} once={once} isDeaf={Date.now() - tapped.current < deafMs} />
      {undo !== null && undo.until > now && (
        <button type="button" class="button quiet-button" onClick={once(() => undoDriverStep(trip.ref, undo.status, undo.leg))}>
          Undo “{stepWords[undo.status]}” ({Math.min(120, Math.ceil((undo.until - now) / 1000))} s)
        </button>
      )}
      {!isTripDone(trip) && (
        <div class="grid">
          {findReportedLeg(ahead) !== null && (
            <button type="button" class="button quiet-button" onClick={openLate}>
              Running late
            </button>
          )}
          <Link to={`/trips/${trip.ref}/problem`} className="button quiet-button">
            Problem
          </Link>
        </div>
      )}
    </section>
  )
}

type MainProps = ActionProps & {
  /** Makes a handler that ignores a second tap. */
  readonly once: (work: () => unknown) => () => void
  readonly isDeaf: boolean
}

/** The one main button of a trip: accept, check, wait or report the next step. */
function MainButton({ ahead: { trip }, now, once, isDeaf }: MainProps) {
  const { me } = useApp()
  const action = findMainAction(trip, me?.settings.vehicle_check_required ?? true, now)
  switch (action?.kind) {
    case 'acknowledge':
      return (
        <>
          <p>Accept by {formatTripInstant(trip.acknowledge_by, trip.timezone, now)}.</p>
          <button
            type="button"
            class="button main-button"
            onClick={once(() => decideEntry({ path: `/trips/${trip.ref}/acknowledge`, title: 'Accept job', tripRef: trip.ref }))}
          >
            Accept job
          </button>
        </>
      )
    case 'check':
      return (
        <Link to={`/check?trip=${trip.ref}`} className="button main-button">
          Start check
        </Link>
      )
    case 'unsafe':
      return <UnsafeCoach trip={trip} />
    case 'wait':
      return (
        <button type="button" class="button main-button" disabled>
          {stepWords[action.status]} from {formatTripInstant(action.notBefore, trip.timezone, now)}
        </button>
      )
    case 'step':
      return <StepAction trip={trip} action={action} once={once} isDeaf={isDeaf} />
    default:
      return null
  }
}

function UnsafeCoach({ trip }: { readonly trip: CabTrip }) {
  const { box } = useApp()
  return (
    <>
      <p class="box wrong">
        Do not drive. The last check found {trip.vehicle.registration} unsafe.{' '}
        {box.some(({ path }) => path === '/vehicle-checks') ? 'Call the office.' : 'The office has the report.'}
      </p>
      <Link to={`/check?trip=${trip.ref}`} className="button main-button">
        Check again
      </Link>
    </>
  )
}

type StepProps = Pick<MainProps, 'once' | 'isDeaf'> & {
  readonly trip: CabTrip
  readonly action: { readonly status: string; readonly leg: number }
}

/** The button that reports the next step. Boarding has a number of passengers, and the completion a question. */
function StepAction({ trip, action: { status, leg }, once, isDeaf }: StepProps) {
  if (status === 'on_board') {
    return (
      <Boarding
        key={`${trip.ref} ${leg}`}
        draft={`people.${trip.ref}.${leg}`}
        usual={trip.legs.find(({ sequence }) => sequence === leg)?.passenger_count ?? trip.passenger_count}
        onBoard={(people) => once(() => sendStep(trip, status, leg, { passenger_count: people }))()}
      />
    )
  }
  if (status === 'completed') {
    return (
      <Slide
        label="Complete"
        question="Is everybody off, and is the coach empty?"
        onDone={once(() => sendStep(trip, status, leg))}
        isDisabled={isDeaf}
      />
    )
  }
  return (
    <button type="button" class="button main-button" onClick={once(() => sendStep(trip, status, leg))}>
      {stepWords[status]}
    </button>
  )
}

/** Opens the choices of a delay and moves to them. */
function openLate(): void {
  const fold = document.querySelector<HTMLDetailsElement>('#running-late')
  if (fold === null) return
  fold.open = true
  fold.scrollIntoView({ block: 'center' })
  fold.querySelector('summary')?.focus({ preventScroll: true })
}

/** Whether a trip can have other reports than its next step: it is accepted and not done. */
function findReportedLeg({ trip }: TripAhead): number | null {
  return trip.acknowledged_at === null ? null : (trip.next_steps[0]?.leg ?? null)
}

/** Reports other than steps: delay, stop, no-show. Nothing before the acceptance and after the end. */
export function OtherReports({ ahead, now }: ActionProps) {
  const { trip, lateMinutes } = ahead
  const leg = findReportedLeg(ahead)
  const step = (status: string, onLeg: number, more = {}) => sendStep(trip, status, onLeg, more)
  const [told, setTold] = useState<string | null>(null)
  const status = trip.legs.find(({ sequence }) => sequence === leg)?.status ?? 'pending'
  const tell = (words: string, work: () => Promise<void>) => () => {
    setTold(words)
    void work()
  }
  if (leg === null) return null
  return (
    <section class="actions" aria-label="Other reports">
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
      <details class="fold" id="running-late">
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
      {status !== 'pending' && (
        <button type="button" class="button quiet-button" onClick={tell('Stop reached: saved.', () => step('stop_reached', leg))}>
          Stop reached
        </button>
      )}
      <div role="status">{told !== null && <p class="quiet">{told}</p>}</div>
      {status === 'arrived' && <NoShow trip={trip} now={now} onDone={() => step('no_show', leg, { contact_attempted: true })} />}
    </section>
  )
}
