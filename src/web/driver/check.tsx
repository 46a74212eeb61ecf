import { useEffect, useState } from 'preact/hooks'
import { walkaroundWords } from '../../domain/walkaround-words.ts'
import { useApp } from './app.ts'
import { CheckItems, itemFault, itemId } from './check-items.tsx'
import { type CheckedCoach, CheckResult } from './check-result.tsx'
import { keepDraft, readDraft } from './drafts.ts'
import { currentTrip, lastEnded } from './duty.ts'
import { Fault, FaultCount, useCheckedForm } from './form.tsx'
import { type OpenCheck, openCheck, pageOf, typedLast } from './open-check.ts'
import { decide } from './sending.ts'
import { apiInstant, serverNow } from './server-time.ts'
import {
  type CheckDraft,
  checkBody,
  checkGroups,
  countDefects,
  hasMajor,
  isUnfit,
  missingOf,
  needsSeverity,
  plainPlate,
  withAllFine,
} from './walkaround.ts'

/** The walkaround before a trip, or after it. Goes on where it was left. */
export function CheckPage() {
  const { trips, box, me } = useApp()
  const [open, setOpen] = useState<OpenCheck | null>(null)
  const [result, setResult] = useState<CheckedCoach | null>(null)
  const wanted = new URLSearchParams(location.search).get('trip')
  const duty = wanted === null ? (currentTrip(trips, box, 15, serverNow())?.trip ?? null) : (trips[wanted] ?? null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was begun is not begun again when news come in
  useEffect(() => setOpen(openCheck(wanted, duty)), [])

  const draft = open?.draft ?? null
  const set = (changes: Partial<CheckDraft>) => {
    if (open === null) return
    const changed = { ...open.draft, ...changes }
    setOpen({ ...open, draft: changed })
    keepDraft(open.name, changed)
    keepDraft(typedLast, open.name)
  }

  // Opened before the duties were read: the coach is filled in once it is known, whatever else was typed meanwhile.
  const dutyRef = duty?.ref ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there are a check and a duty
  useEffect(() => {
    if (open === null || duty === null || open.draft.plate !== '' || open.draft.tripRef !== null) return
    if (readDraft(open.name) === null) setOpen(openCheck(wanted, duty))
    else set({ plate: duty.vehicle.registration, tripRef: duty.ref })
  }, [dutyRef, open === null])

  /** A check after a trip is of the coach that was driven last, not of the one that is next. */
  const turn = (kind: CheckDraft['kind']) => {
    if (draft === null) return
    const isPrefilled = draft.tripRef !== null || draft.plate === ''
    const isFree = wanted === null && Object.keys(draft.items).length === 0
    const trip = kind === 'post_trip' ? lastEnded(trips, box) : duty
    if (!isFree || !isPrefilled || trip === null) return set({ kind })
    set({ kind, plate: trip.vehicle.registration, tripRef: trip.ref })
  }

  /** The trip is named only together with the coach that drives it. */
  const setPlate = (plate: string) => {
    const own = draft === null || draft.tripRef === null ? undefined : trips[draft.tripRef]
    const isOther = own !== undefined && plainPlate(own.vehicle.registration) !== plainPlate(plate)
    set(isOther ? { plate, tripRef: null } : { plate })
  }

  const missing = draft === null ? [] : missingOf(draft)
  const rules = [
    ['plate', draft?.plate.trim() === '', 'Enter the registration.'],
    ['odometer', !/^\d{1,7}$/.test(draft?.odometer ?? ''), 'Enter the odometer reading as a whole number.'],
    ...missing.map((code) => [itemId(code), true, itemFault(code, draft?.items[code])] as const),
    ['declared', draft?.isDeclared !== true, 'Tick this once you have walked round the coach.'],
  ] as const
  const { form, field, saysOf, count } = useCheckedForm(rules, async () => {
    if (open === null) return
    const { name, draft: declared } = open
    const { tripRef, plate } = declared
    // A phone whose clock was ahead, or was set back meanwhile, began and ended no later than now.
    const at = Math.min(declared.at ?? Date.now(), Date.now())
    await decide({
      path: '/vehicle-checks',
      title: 'Check',
      tripRef,
      body: checkBody(declared, [apiInstant(Math.min(declared.startedAt, at)), apiInstant(at)]),
      typed: { page: pageOf(name), draft: name, value: declared },
      at,
    })
    keepDraft(name, null)
    keepDraft(typedLast, null)
    const outcome = { isFit: !isUnfit(declared), isMajor: hasMajor(declared), defects: countDefects(declared) }
    setResult({ plate, ...outcome, tripRef, at })
    scrollTo(0, 0)
  })

  if (result !== null) return <CheckResult result={result} />
  if (draft === null) return <main class="page" />
  const ungraded = Object.keys(draft.items).filter((code) => needsSeverity(draft.items[code]))
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
          <Fault id="plate" says={saysOf('plate')} />
        </label>
        <fieldset>
          <legend>When</legend>
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
            <Fault id="odometer" says={saysOf('odometer')} />
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
            onAllFine={() => set(withAllFine(draft, nth))}
          />
        ))}
        <label class="tick">
          <input
            type="checkbox"
            checked={!draft.mayDrive}
            onChange={({ currentTarget }) => set({ mayDrive: !currentTarget.checked })}
          />
          It must not be driven
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
            I{me === null ? '' : `, ${me.name},`} have walked round {draft.plate || 'this coach'} and looked at all of it.
          </span>
        </label>
        <Fault id="declared" says={saysOf('declared')} />
        {missing.length > 0 && count === 0 && (
          <p class="quiet">{missing.length === 1 ? '1 thing is' : `${missing.length} things are`} still to be looked at.</p>
        )}
        {ungraded.length > 0 && <p class="fault">Choose a severity for {ungraded.map(nameOfItem).join(', ')}.</p>}
        <FaultCount count={count} />
        <button type="submit" class="button main-button">
          {isUnfit(draft) ? 'Report it unfit' : 'Report it fit'}
        </button>
      </form>
    </main>
  )
}

function nameOfItem(code: string): string {
  return (walkaroundWords[code] ?? code).toLowerCase()
}
