import { faultAt, Refusal, refuseFaults } from './refusal.ts'

/** Codes of the items of a daily walkaround check (DVSA, "Carry out bus and coach daily walkaround checks"). */
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
  /** Severity of a defect; null without a defect. */
  readonly severity: (typeof defectSeverities)[number] | null
  readonly note: string | null
}

/** Retention of a defect report in months: Guide to maintaining roadworthiness (DVSA), at least 15. */
export const checkKeptMonths = 15

/** The result of a walkaround check. One dangerous defect, or the driver's own judgement, makes the vehicle unsafe. */
export function findCheckResult(items: readonly CheckItem[], safeToDrive: boolean): CheckResult {
  if (!safeToDrive || items.some(({ severity }) => severity === 'dangerous')) return 'unsafe'
  return isNilDefect(items) ? 'safe' : 'safe_with_defects'
}

/** True without a defect. */
export function isNilDefect(items: readonly CheckItem[]): boolean {
  return items.every(({ result }) => result !== 'defect')
}

/** Refuses `validation_failed` for a defect without a severity, and for a severity without a defect. */
export function requireGradedDefects(items: readonly CheckItem[]): void {
  const faults = items.flatMap(({ result, severity }, nth) => {
    const path = ['items', nth, 'severity']
    if (result === 'defect') return severity === null ? [faultAt(path, 'gradedDefect')] : []
    return severity === null ? [] : [faultAt(path, 'ungraded')]
  })
  refuseFaults(faults)
}

/** A note on the repair of a check's defects, with its author; the odometer in the unit of the check. */
export type Resolution = { readonly note: string; readonly rectifiedBy: string; readonly odometer: number | null }

/** The fields of a check for its repair; `resolvedAt` in ms. */
export type CheckState = {
  readonly result: CheckResult
  readonly resolvedAt: number | null
  readonly resolution: Resolution | null
}

/**
 * Records the repair of a check, once. The same words again change nothing. A later check that found the vehicle fit keeps its
 * time as the resolution. Refuses `invalid_transition` without a defect, and for other words than before.
 */
export function resolveCheck(check: CheckState, said: Resolution, now: number): CheckState {
  if (check.result === 'safe') throw refusedMove('This check found no defect.', check.result)
  if (check.resolution === null) return { ...check, resolvedAt: check.resolvedAt ?? floorToSecond(now), resolution: said }
  const { note, rectifiedBy, odometer } = check.resolution
  if (note === said.note && rectifiedBy === said.rectifiedBy && odometer === said.odometer) return check
  throw refusedMove('The repair of this check is already recorded.', 'resolved')
}

/** Rounds down to a second, because phones report whole seconds and a departure in the second of the check must be accepted. */
function floorToSecond(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000
}

function refusedMove(sentence: string, currentStatus: string): Refusal {
  return new Refusal('invalid_transition', sentence, { currentStatus, allowed: [] })
}

/** The fields of a check for the decision whether its vehicle can be used. Instants in ms. */
export type CheckFacts = {
  readonly kind: CheckKind
  readonly result: CheckResult
  readonly checkedAt: number
  readonly resolvedAt: number | null
}

export type Fitness = 'fit' | 'unchecked' | 'unsafe'

/** The instant of a vehicle's departure, and its local day (`until` is the start of the next). Instants in ms. */
export type SettingOff = { readonly at: number; readonly from: number; readonly until: number }

/**
 * Whether a vehicle can set off, from its checks (newest first). The newest check at that time must not be unsafe, unless
 * resolved, and the day must have a pre-trip check. Later findings do not change an earlier departure.
 */
export function findFitness(checks: readonly CheckFacts[], { at, from, until }: SettingOff): Fitness {
  const newest = checks.find(({ checkedAt }) => checkedAt <= at)
  if (newest?.result === 'unsafe' && (newest.resolvedAt === null || newest.resolvedAt > at)) return 'unsafe'
  const isOfTheDay = ({ checkedAt }: CheckFacts) => checkedAt >= from && checkedAt < until
  return checks.some((check) => check.kind === 'pre_trip' && check.result !== 'unsafe' && isOfTheDay(check)) ? 'fit' : 'unchecked'
}

/** A plate for storage and comparison: trimmed, upper case, single inner spaces. */
export function normalisePlate(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, ' ')
}
