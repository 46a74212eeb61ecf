import { faultAt, Refusal, refuseFaults } from './refusal.ts'

/** Codes of what a daily walkaround looks at (DVSA, "Carry out bus and coach daily walkaround checks"). */
export const checkCodes = [
  'brakes',
  'steering',
  'lights_indicators',
  'tyres_wheel_nuts',
  'mirrors_cameras',
  'windscreen_glass',
  'wipers_washers',
  'horn',
  'body_doors',
  'emergency_exits',
  'seats_seat_belts',
  'fire_extinguisher',
  'first_aid_kit',
  'wheelchair_lift',
  'fluids_leaks',
  'exhaust',
  'tachograph',
  'speed_limiter',
  'number_plates',
  'fuel_cap',
  'luggage_lockers',
  'interior_steps',
] as const

export const checkKinds = ['pre_trip', 'post_trip'] as const
export const odometerUnits = ['mi', 'km'] as const
export const itemResults = ['ok', 'defect', 'not_applicable'] as const
export const defectSeverities = ['minor', 'major', 'dangerous'] as const
export const checkResults = ['safe', 'safe_with_defects', 'unsafe'] as const

export type CheckKind = (typeof checkKinds)[number]
export type OdometerUnit = (typeof odometerUnits)[number]
export type CheckResult = (typeof checkResults)[number]

export type CheckItem = {
  readonly code: (typeof checkCodes)[number]
  readonly result: (typeof itemResults)[number]
  /** Severity of a defect; null for anything else. */
  readonly severity: (typeof defectSeverities)[number] | null
  readonly note: string | null
}

/** Months that a defect report is kept: Guide to maintaining roadworthiness (DVSA), at least 15. */
export const checkKeptMonths = 15

/** The result of a walkaround. One dangerous defect, or the driver's own word, keeps the vehicle where it is. */
export function checkResult(items: readonly CheckItem[], safeToDrive: boolean): CheckResult {
  if (!safeToDrive || items.some(({ severity }) => severity === 'dangerous')) return 'unsafe'
  return isNilDefect(items) ? 'safe' : 'safe_with_defects'
}

/** True when nothing was found. */
export function isNilDefect(items: readonly CheckItem[]): boolean {
  return items.every(({ result }) => result !== 'defect')
}

/** A defect says how bad it is, and only a defect does. Refuses `validation_failed`. */
export function mustBeGraded(items: readonly CheckItem[]): void {
  const faults = items.flatMap(({ result, severity }, nth) => {
    const path = ['items', nth, 'severity']
    if (result === 'defect') return severity === null ? [faultAt(path, 'gradedDefect')] : []
    return severity === null ? [] : [faultAt(path, 'ungraded')]
  })
  refuseFaults(faults)
}

/** A note on how a check's finds were put right, and by whom; the odometer in the unit of the check. */
export type Resolution = { readonly note: string; readonly rectifiedBy: string; readonly odometer: number | null }

/** The part of a check that putting it right looks at; `resolvedAt` in ms. */
export type CheckState = {
  readonly result: CheckResult
  readonly resolvedAt: number | null
  readonly resolution: Resolution | null
}

/**
 * Somebody says how a check was put right, once; in the same words again nothing changes. A vehicle that was found fit since
 * stays resolved from then. Refuses `invalid_transition` where nothing was found, and for other words than before.
 */
export function resolveCheck(check: CheckState, said: Resolution, now: number): CheckState {
  if (check.result === 'safe') throw refusedMove('This check found nothing to put right.', check.result)
  if (check.resolution === null) return { ...check, resolvedAt: check.resolvedAt ?? secondOf(now), resolution: said }
  const { note, rectifiedBy, odometer } = check.resolution
  if (note === said.note && rectifiedBy === said.rectifiedBy && odometer === said.odometer) return check
  throw refusedMove('It has been said already how this was put right.', 'resolved')
}

/** Phones report in whole seconds: who sets off in the second of it must not be held back. */
function secondOf(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000
}

function refusedMove(sentence: string, currentStatus: string): Refusal {
  return new Refusal('invalid_transition', sentence, { currentStatus, allowed: [] })
}

/** The part of a check that decides whether its vehicle may go. Instants in ms. */
export type CheckFacts = {
  readonly kind: CheckKind
  readonly result: CheckResult
  readonly checkedAt: number
  readonly resolvedAt: number | null
}

export type Fitness = 'fit' | 'unchecked' | 'unsafe'

/** The instant at which a vehicle set off, and its local day (`until` is the beginning of the next). Instants in ms. */
export type SettingOff = { readonly at: number; readonly from: number; readonly until: number }

/**
 * Whether a vehicle may set off, from its checks (newest first): the newest made by then must not be unsafe, unless that was
 * resolved by then, and some check before a trip must be of the day. What is found out later unmakes no departure.
 */
export function fitness(checks: readonly CheckFacts[], { at, from, until }: SettingOff): Fitness {
  const newest = checks.find(({ checkedAt }) => checkedAt <= at)
  if (newest?.result === 'unsafe' && (newest.resolvedAt === null || newest.resolvedAt > at)) return 'unsafe'
  const isOfTheDay = ({ checkedAt }: CheckFacts) => checkedAt >= from && checkedAt < until
  return checks.some((check) => check.kind === 'pre_trip' && check.result !== 'unsafe' && isOfTheDay(check)) ? 'fit' : 'unchecked'
}

/** A plate as it is kept and compared: trimmed, upper case, inner spaces single. */
export function plate(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, ' ')
}
