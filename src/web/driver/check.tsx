import { useEffect, useState } from 'preact/hooks'
import { walkaroundWords } from '../../domain/walkaround-words.ts'
import { useApp } from './app.ts'
import { buildItemId, CheckItems, describeItemFault } from './check-items.tsx'
import { type CheckedCoach, CheckResult } from './check-result.tsx'
import { readDraft, saveDraft } from './drafts.ts'
import { findCurrentTrip, findLastEnded } from './duty.ts'
import { DriverFaultCount, DriverFieldFault, useCheckedForm } from './form.tsx'
import { buildCheckPath, type OpenCheck, openCheck, typedLast } from './open-check.ts'
import { decideEntry } from './sending.ts'
import { findServerTime, toApiInstant } from './server-time.ts'
import {
  buildCheckBody,
  type CheckDraft,
  checkGroups,
  countDefects,
  hasMajor,
  isSeverityMissing,
  isUnfit,
  listMissingItems,
  markAllFine,
  normalizePlate,
} from './walkaround.ts'

/** The vehicle check before or after a trip. It continues an open check. */
export function CheckPage() {
  const { trips, box, me } = useApp()
  const [open, setOpen] = useState<OpenCheck | null>(null)
  const [result, setResult] = useState<CheckedCoach | null>(null)
  const wanted = new URLSearchParams(location.search).get('trip')
  const duty = wanted === null ? (findCurrentTrip(trips, box, 15, findServerTime())?.trip ?? null) : (trips[wanted] ?? null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an update does not restart a started check
  useEffect(() => setOpen(openCheck(wanted, duty)), [])

  const draft = open?.draft ?? null
  const set = (changes: Partial<CheckDraft>) => {
    if (open === null) return
    const changed = { ...open.draft, ...changes }
    setOpen({ ...open, draft: changed })
    saveDraft(open.name, changed)
    saveDraft(typedLast, open.name)
  }

  // The page may open before the duties are read. The vehicle is then filled in later, whatever else was typed.
  const dutyRef = duty?.ref ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the check and the duty have loaded
  useEffect(() => {
    if (open === null || duty === null || open.draft.plate !== '' || open.draft.tripRef !== null) return
    if (readDraft(open.name) === null) setOpen(openCheck(wanted, duty))
    else set({ plate: duty.vehicle.registration, tripRef: duty.ref })
  }, [dutyRef, open === null])

  /** A check after a trip is of the last driven vehicle, not of the next one. */
  const turn = (kind: CheckDraft['kind']) => {
    if (draft === null) return
    const isPrefilled = draft.tripRef !== null || draft.plate === ''
    const isFree = wanted === null && Object.keys(draft.items).length === 0
    const trip = kind === 'post_trip' ? findLastEnded(trips, box) : duty
    if (!isFree || !isPrefilled || trip === null) return set({ kind })
    set({ kind, plate: trip.vehicle.registration, tripRef: trip.ref })
  }

  /** The check names the trip only together with its vehicle. */
  const setPlate = (plate: string) => {
    const own = draft === null || draft.tripRef === null ? undefined : trips[draft.tripRef]
    const isOther = own !== undefined && normalizePlate(own.vehicle.registration) !== normalizePlate(plate)
    set(isOther ? { plate, tripRef: null } : { plate })
  }

  const missing = draft === null ? [] : listMissingItems(draft)
  const rules = [
    ['plate', draft?.plate.trim() === '', 'Enter the registration.'],
    ['odometer', !/^\d{1,7}$/.test(draft?.odometer ?? ''), 'Enter the odometer reading as a whole number.'],
    ...missing.map((code) => [buildItemId(code), true, describeItemFault(code, draft?.items[code])] as const),
    ['declared', draft?.isDeclared !== true, 'Tick this after you have checked the vehicle.'],
  ] as const
  const { form, field, saysOf, count } = useCheckedForm(rules, async () => {
    if (open === null) return
    const { name, draft: declared } = open
    const { tripRef, plate } = declared
    // After a change of the phone's clock, the start and end are at most now.
    const at = Math.min(declared.at ?? Date.now(), Date.now())
    await decideEntry({
      path: '/vehicle-checks',
      title: 'Check',
      tripRef,
      body: buildCheckBody(declared, [toApiInstant(Math.min(declared.startedAt, at)), toApiInstant(at)]),
      typed: { page: buildCheckPath(name), draft: name, value: declared },
      at,
    })
    saveDraft(name, null)
    saveDraft(typedLast, null)
    const outcome = { isFit: !isUnfit(declared), isMajor: hasMajor(declared), defects: countDefects(declared) }
    setResult({ plate, ...outcome, tripRef, at })
    scrollTo(0, 0)
  })

  if (result !== null) return <CheckResult result={result} />
  if (draft === null) return <main class="page" />
  const ungraded = Object.keys(draft.items).filter((code) => isSeverityMissing(draft.items[code]))
  return (
    <main class="page">
      <h1>Check</h1>
      <form {...form}>
        <label>
          Registration
          <input
            {...field('plate')}
            required
            maxLength={16}
            autocapitalize="characters"
            value={draft.plate}
            onInput={({ currentTarget }) => setPlate(currentTarget.value)}
          />
          <DriverFieldFault id="plate" says={saysOf('plate')} />
        </label>
        <fieldset>
          <legend>Time of check</legend>
          <div class="grid">
            {(['pre_trip', 'post_trip'] as const).map((kind) => (
              <label key={kind} class="choice">
                <input type="radio" name="kind" checked={draft.kind === kind} onChange={() => turn(kind)} />
                {kind === 'pre_trip' ? 'Before' : 'After'}
              </label>
            ))}
          </div>
        </fieldset>
        <div class="grid">
          <label>
            Odometer
            <input
              {...field('odometer')}
              type="number"
              inputMode="numeric"
              required
              min={0}
              max={9_999_999}
              value={draft.odometer}
              onInput={({ currentTarget }) => set({ odometer: currentTarget.value })}
            />
            <DriverFieldFault id="odometer" says={saysOf('odometer')} />
          </label>
          <label>
            Unit
            <select value={draft.unit} onChange={({ currentTarget }) => set({ unit: currentTarget.value as 'mi' | 'km' })}>
              <option value="mi">miles</option>
              <option value="km">km</option>
            </select>
          </label>
        </div>
        {checkGroups.map(({ name }, nth) => (
          <CheckItems
            key={name}
            group={nth}
            draft={draft}
            isAsked={count > 0}
            onFound={(items) => set({ items })}
            onAllFine={() => set(markAllFine(draft, nth))}
          />
        ))}
        <label class="tick">
          <input
            type="checkbox"
            checked={!draft.mayDrive}
            onChange={({ currentTarget }) => set({ mayDrive: !currentTarget.checked })}
          />
          Vehicle must not be driven
        </label>
        <label class="tick">
          <input
            {...field('declared')}
            type="checkbox"
            required
            checked={draft.isDeclared}
            onChange={({ currentTarget }) => set({ isDeclared: currentTarget.checked })}
          />
          <span>
            I{me === null ? '' : `, ${me.name},`} have walked round {draft.plate || 'this coach'} and checked every item.
          </span>
        </label>
        <DriverFieldFault id="declared" says={saysOf('declared')} />
        {missing.length > 0 && count === 0 && (
          <p class="quiet">{missing.length === 1 ? '1 item is' : `${missing.length} items are`} not checked yet.</p>
        )}
        {ungraded.length > 0 && <p class="fault">Choose a severity for {ungraded.map(formatItemName).join(', ')}.</p>}
        <DriverFaultCount count={count} />
        <button type="submit" class="button main-button">
          {isUnfit(draft) ? 'Report unsafe' : 'Report safe'}
        </button>
      </form>
    </main>
  )
}

function formatItemName(code: string): string {
  return (walkaroundWords[code] ?? code).toLowerCase()
}
