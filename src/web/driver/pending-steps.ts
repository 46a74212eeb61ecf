import { setOffAheadMs, waitMinutesAt } from '../../domain/step-times.ts'
import { type BoxEntry, listWaiting } from './outbox.ts'
import type { CabTrip } from './records.ts'
import { normalizePlate } from './walkaround.ts'

type StepAhead = CabTrip['next_steps'][number]

/** Milliseconds for which a step can be undone. */
const undoMs = 120_000

/** Steps that may follow each step on the same leg. */
const following: Readonly<Record<string, readonly string[]>> = {
  pending: ['en_route'],
  en_route: ['arrived'],
  arrived: ['on_board', 'no_show'],
  on_board: ['completed'],
}

const before: Readonly<Record<string, string>> = {
  en_route: 'pending',
  arrived: 'en_route',
  on_board: 'arrived',
  completed: 'on_board',
  no_show: 'arrived',
}

/** A trip for its driver, including unsent reports. */
export type TripAhead = {
  readonly trip: CabTrip
  /** Whether its newest report is unsent. */
  readonly isSaved: boolean
  /** The step that can be undone now, if any, and the end of that time (ms). */
  readonly undo: { readonly status: string; readonly leg: number; readonly until: number } | null
  /** Whether the driver has declined it here. */
  readonly isDeclined: boolean
  /** Minutes of delay in the driver's last report for the present leg; 0 on time. */
  readonly lateMinutes: number
}

/** The trip after all waiting reports of the box. `waitMinutes` is the operator's waiting time for a group. */
export function buildTripAhead(trip: CabTrip, box: readonly BoxEntry[], waitMinutes: number): TripAhead {
  const queued = listWaiting(box)
    .filter(({ tripRef, at }) => tripRef === trip.ref && !Number.isNaN(at))
    .map(toServerClock)
  let current = trip
  let undo = findUndo(trip)
  const earlier: CabTrip[] = []
  for (const entry of queued) {
    if (entry.path.endsWith('/acknowledge')) current = withAcknowledgement(current, entry.at)
    if (entry.path === '/vehicle-checks') current = withCheck(current, entry)
    if (!entry.path.endsWith('/progress')) continue
    const status = String(entry.body?.status)
    const leg = Number(entry.body?.leg)
    if (before[status] === undefined) continue
    if (entry.body?.undo === true) {
      current = earlier.pop() ?? withStatus(current, leg, before[status], waitMinutes, entry.at)
      undo = null
      continue
    }
    earlier.push(current)
    current = withStatus(withAcknowledgement(current, entry.at), leg, status, waitMinutes, entry.at)
    undo = { status, leg, until: entry.at + undoMs }
  }
  const isDeclined = queued.some(({ path }) => path.endsWith('/decline'))
  return { trip: current, isSaved: queued.length > 0, undo, isDeclined, lateMinutes: findLateMinutes(current, queued) }
}

/** Minutes of the newest delay on the present leg, sent or unsent. */
function findLateMinutes({ events, next_steps: [next] }: CabTrip, queued: readonly BoxEntry[]): number {
  const isOf = (one: { readonly status?: unknown; readonly leg?: unknown; readonly undo?: unknown }) =>
    one.status === 'delayed' && one.leg === next?.leg && one.undo !== true
  const reverted = new Set(events.map(({ reverts_event_id: id }) => id))
  const sent = events.filter((event) => isOf(event) && !reverted.has(event.id)).sort((one, other) => one.id - other.id)
  const last = queued.findLast(({ body }) => body !== null && isOf(body))?.body ?? sent.at(-1)
  return Number(last?.delay_minutes ?? 0)
}

/** The entry with its instant on the server's clock, like all other times of a trip. */
function toServerClock(entry: BoxEntry): BoxEntry {
  return { ...entry, at: entry.at - (entry.aheadMs ?? 0) }
}

function findUndo({ undo_until: until, events }: CabTrip): TripAhead['undo'] {
  if (until === null) return null
  const last = findLastStep(events)
  return last === null ? null : { status: last.status, leg: last.leg, until: Date.parse(until) }
}

/**
 * The newest step of the log that was not undone. A `reverted` from an earlier app does not name its step, and undoes the
 * previous one.
 */
function findLastStep(events: CabTrip['events']): CabTrip['events'][number] | null {
  const reverted = new Set<number>()
  let unnamed = 0
  for (const event of [...events].sort((one, other) => other.id - one.id)) {
    if (event.status === 'reverted' && event.reverts_event_id != null) reverted.add(event.reverts_event_id)
    else if (event.status === 'reverted') unnamed += 1
    else if (before[event.status] !== undefined && !reverted.has(event.id)) {
      if (unnamed === 0) return event
      unnamed -= 1
    }
  }
  return null
}

function withAcknowledgement(trip: CabTrip, at: number): CabTrip {
  return trip.acknowledged_at === null ? { ...trip, acknowledged_at: new Date(at).toISOString() } : trip
}

function withCheck(trip: CabTrip, { body, at }: BoxEntry): CabTrip {
  const check = body as unknown as NonNullable<CabTrip['vehicle_check']>
  if (normalizePlate(check.vehicle_reg) !== normalizePlate(trip.vehicle.registration)) return trip
  const isUnsafe = !check.safe_to_drive || check.items.some(({ severity }) => severity === 'dangerous')
  return {
    ...trip,
    vehicle_check: {
      ...check,
      id: 0,
      checked_at: new Date(at).toISOString(),
      nil_defect: check.items.every(({ result }) => result !== 'defect'),
      result: isUnsafe ? 'unsafe' : 'safe',
      resolved_at: null,
    },
  }
}

/** The trip after a change of a leg's status. */
function withStatus(trip: CabTrip, leg: number, status: string, waitMinutes: number, at: number): CabTrip {
  const legs = trip.legs.map((one) => (one.sequence === leg ? { ...one, status } : one))
  const ahead = (following[status] ?? []).map((next): StepAhead => ({ status: next, leg, not_before: null }))
  const own = trip.duty.legs
  const onward = legs.find(
    ({ sequence, kind, status: stands }) =>
      kind === 'transfer' && stands === 'pending' && sequence > leg && (own === null || own.includes(sequence)),
  )
  const isOver = status === 'completed' || status === 'no_show'
  const next = isOver && onward !== undefined ? [buildSetOffStep(onward)] : ahead
  const minutes = waitMinutesAt(legs.find(({ sequence }) => sequence === leg)?.pickup.kind === 'airport', waitMinutes)
  return {
    ...trip,
    legs,
    next_steps: next,
    trip_status: status === 'pending' ? 'acknowledged' : isOver && onward !== undefined ? 'between_legs' : status,
    no_show_allowed_at: status === 'arrived' ? (trip.no_show_allowed_at ?? new Date(at + minutes * 60_000).toISOString()) : null,
  }
}

/** The step that begins the next leg, from the earliest allowed time. */
function buildSetOffStep({ sequence, departs_at: departs }: CabTrip['legs'][number]): StepAhead {
  return { status: 'en_route', leg: sequence, not_before: new Date(Date.parse(departs) - setOffAheadMs).toISOString() }
}
