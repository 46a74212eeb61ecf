/** Items that a daily walkaround looks at, in the order a driver walks. */
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

/** Severities of a defect, and what each means for the driver. */
export const severityWords = [
  ['minor', 'Minor: drive, and report it'],
  ['major', 'Major: ring the workshop first'],
  ['dangerous', 'Dangerous: do not drive'],
] as const

/** One thing as the driver found it. */
export type FoundItem = { readonly result: 'ok' | 'defect' | 'not_applicable'; readonly severity: string; readonly note: string }

/** A walkaround that goes on. Kept on the phone, so that it goes on after a reload. */
export type CheckDraft = {
  readonly tripRef: string | null
  readonly plate: string
  readonly odometer: string
  readonly unit: 'mi' | 'km'
  readonly kind: 'pre_trip' | 'post_trip'
  readonly items: Readonly<Record<string, FoundItem>>
  readonly isDeclared: boolean
  readonly mayDrive: boolean
  /** Instant (ms) at which it was begun. */
  readonly startedAt: number
  /** Instant (ms) at which it was declared, where the office did not take it as it was. */
  readonly at?: number | null
}

/** A walkaround that begins now. */
export function newCheck(plate: string, tripRef: string | null, now: number): CheckDraft {
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

/** Milliseconds after which what was looked at may have changed. */
const goodMs = 12 * 3_600_000

/** Whether a walkaround that was left half done can be gone on with: one of yesterday is begun again, unless it was declared then. */
export function isStillGood({ startedAt, at = null }: CheckDraft, now: number): boolean {
  return at !== null || now - startedAt < goodMs
}

const codes: readonly string[] = checkGroups.flatMap(({ items }) => [...items])

/** Whether somebody has looked at it, and said of a defect how bad it is. */
export function isFound(found: FoundItem | undefined): boolean {
  return found !== undefined && (found.result !== 'defect' || found.severity !== '')
}

/** The codes of items still to be looked at, or whose defect has no severity yet. */
export function missingOf({ items }: CheckDraft): readonly string[] {
  return codes.filter((code) => !isFound(items[code]))
}

/** Whether an item is a defect that has no severity yet. */
export function needsSeverity(found: FoundItem | null | undefined): boolean {
  return found?.result === 'defect' && found.severity === ''
}

/** The number of defects that were found. */
export function countDefects({ items }: CheckDraft): number {
  return Object.values(items).filter(({ result }) => result === 'defect').length
}

/** Whether the workshop is to be asked before the coach moves. */
export function hasMajor({ items }: CheckDraft): boolean {
  return Object.values(items).some(({ result, severity }) => result === 'defect' && severity === 'major')
}

/** Everything of a group that was not looked at is fine; what was found stays. */
export function withAllFine(draft: CheckDraft, group: number): CheckDraft {
  const sound = (checkGroups[group]?.items ?? []).map((code) => [code, { result: 'ok', severity: '', note: '' }] as const)
  return { ...draft, items: { ...Object.fromEntries(sound), ...draft.items } }
}

/** Whether the coach must stay where it is. */
export function isUnfit({ items, mayDrive }: CheckDraft): boolean {
  return !mayDrive || Object.values(items).some(({ result, severity }) => result === 'defect' && severity === 'dangerous')
}

/** The check as the API takes it, begun and ended at these instants. */
export function checkBody(
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
export function plainPlate(text: string): string {
  return text.replaceAll(/[^a-z0-9]/gi, '').toUpperCase()
}
