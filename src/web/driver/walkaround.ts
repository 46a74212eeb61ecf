/** Items of a daily walkaround check, in the order of the walk. */
export const checkGroups = [
  {
    name: 'In the cab',
    items: ['brakes', 'steering', 'horn', 'windscreen_glass', 'wipers_washers', 'mirrors_cameras', 'tachograph', 'speed_limiter'],
  },
  {
    name: 'Round the outside',
    items: [
      'lights_indicators',
      'tyres_wheel_nuts',
      'body_doors',
      'luggage_lockers',
      'fuel_cap',
      'fluids_leaks',
      'exhaust',
      'number_plates',
    ],
  },
  {
    name: 'Inside',
    items: ['seats_seat_belts', 'emergency_exits', 'fire_extinguisher', 'first_aid_kit', 'wheelchair_lift', 'interior_steps'],
  },
] as const

/** Severities of a defect, with their meaning for the driver. */
export const severityWords = [
  ['minor', 'Minor: drive and report'],
  ['major', 'Major: call the workshop first'],
  ['dangerous', 'Dangerous: do not drive'],
] as const

/** The driver's finding on one item. */
export type FoundItem = { readonly result: 'ok' | 'defect' | 'not_applicable'; readonly severity: string; readonly note: string }

/** An unfinished walkaround check, stored on the phone so that it survives a reload. */
export type CheckDraft = {
  readonly tripRef: string | null
  readonly plate: string
  readonly odometer: string
  readonly unit: 'mi' | 'km'
  readonly kind: 'pre_trip' | 'post_trip'
  readonly items: Readonly<Record<string, FoundItem>>
  readonly isDeclared: boolean
  readonly mayDrive: boolean
  readonly startedAt: number
  /** Instant (ms) of its declaration, if the office refused it. */
  readonly at?: number | null
}

/** A new walkaround check. */
export function createCheck(plate: string, tripRef: string | null, now: number): CheckDraft {
  return {
    tripRef,
    plate,
    odometer: '',
    unit: 'mi',
    kind: 'pre_trip',
    items: {},
    isDeclared: false,
    mayDrive: true,
    startedAt: now,
  }
}

/** Milliseconds for which the results of a check are valid. */
const goodMs = 12 * 3_600_000

/** Whether an unfinished check can be continued. A check from yesterday begins again, unless it was already declared. */
export function isDraftFresh({ startedAt, at = null }: CheckDraft, now: number): boolean {
  return at !== null || now - startedAt < goodMs
}

const codes: readonly string[] = checkGroups.flatMap(({ items }) => [...items])

/** Whether an item has a result, and a defect its severity. */
export function isItemComplete(found: FoundItem | undefined): boolean {
  return found !== undefined && (found.result !== 'defect' || found.severity !== '')
}

/** The codes of items without a result, or with a defect without a severity. */
export function listMissingItems({ items }: CheckDraft): readonly string[] {
  return codes.filter((code) => !isItemComplete(items[code]))
}

/** Whether an item is a defect without a severity. */
export function isSeverityMissing(found: FoundItem | null | undefined): boolean {
  return found?.result === 'defect' && found.severity === ''
}

export function countDefects({ items }: CheckDraft): number {
  return Object.values(items).filter(({ result }) => result === 'defect').length
}

/** Whether a major defect needs a call to the workshop first. */
export function hasMajor({ items }: CheckDraft): boolean {
  return Object.values(items).some(({ result, severity }) => result === 'defect' && severity === 'major')
}

/** Marks all unchecked items of a group as fine; other results stay. */
export function markAllFine(draft: CheckDraft, group: number): CheckDraft {
  const sound = (checkGroups[group]?.items ?? []).map((code) => [code, { result: 'ok', severity: '', note: '' }] as const)
  return { ...draft, items: { ...Object.fromEntries(sound), ...draft.items } }
}

/** Whether the vehicle must not be driven. */
export function isUnfit({ items, mayDrive }: CheckDraft): boolean {
  return !mayDrive || Object.values(items).some(({ result, severity }) => result === 'defect' && severity === 'dangerous')
}

/** The check as a request body, with its start and end. */
export function buildCheckBody(
  draft: CheckDraft,
  [startedAt, checkedAt]: readonly [string, string],
): Readonly<Record<string, unknown>> {
  return {
    vehicle_reg: draft.plate.trim(),
    trip_ref: draft.tripRef,
    kind: draft.kind,
    odometer: draft.odometer === '' ? null : Number(draft.odometer),
    odometer_unit: draft.unit,
    started_at: startedAt,
    checked_at: checkedAt,
    items: codes.flatMap((code): Readonly<Record<string, unknown>>[] => {
      const found = draft.items[code]
      if (found === undefined) return []
      if (found.result !== 'defect') return [{ code, result: found.result }]
      return [{ code, result: 'defect', severity: found.severity, note: found.note.trim() || null }]
    }),
    safe_to_drive: !isUnfit(draft),
    declaration: true,
  }
}

/** A plate without its spaces, in capitals. */
export function normalizePlate(text: string): string {
  return text.replaceAll(/[^a-z0-9]/gi, '').toUpperCase()
}
