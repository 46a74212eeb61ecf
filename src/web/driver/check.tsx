import { useEffect, useState } from 'preact/hooks'
import { go, useApp } from './app.ts'
import { CheckItems } from './check-items.tsx'
import { keepDraft, readDraft } from './drafts.ts'
import { currentTrip } from './duty.ts'
import { Plate } from './parts.tsx'
import { decide, instantText } from './sending.ts'
import { type CheckDraft, checkBody, checkGroups, isStillGood, isUnfit, missingOf, newCheck, withAllFine } from './walkaround.ts'

type Result = { readonly plate: string; readonly isFit: boolean; readonly tripRef: string | null; readonly at: number }

/** Each trip has its own, so that none is lost to another. */
const nameOf = (tripRef: string | null) => `check.${tripRef ?? ''}`

/** The walkaround before a trip, or after it. Goes on where it was left. */
export function CheckPage() {
  const { trips, box, me } = useApp()
  const [draft, setDraft] = useState<CheckDraft | null>(null)
  const [result, setResult] = useState<Result | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was begun is not begun again when news come in
  useEffect(() => {
    const wanted = new URLSearchParams(location.search).get('trip')
    const duty = wanted === null ? currentTrip(trips, box, 15, Date.now())?.trip : trips[wanted]
    const kept = readDraft<CheckDraft>(nameOf(duty?.ref ?? null))
    const isOfNow = kept !== null && isStillGood(kept, Date.now())
    setDraft(isOfNow ? kept : newCheck(duty?.vehicle.registration ?? '', duty?.ref ?? null, Date.now()))
  }, [])

  const set = (changes: Partial<CheckDraft>) => {
    if (draft === null) return
    const changed = { ...draft, ...changes }
    setDraft(changed)
    keepDraft(nameOf(changed.tripRef), changed)
  }

  const submit = async (event: Event) => {
    event.preventDefault()
    if (draft === null || missingOf(draft).length > 0) return
    const { tripRef, plate } = draft
    const at = Date.now()
    await decide({
      path: '/vehicle-checks',
      title: 'Check',
      tripRef,
      body: checkBody(draft, instantText(at)),
      typed: { page: tripRef === null ? '/check' : `/check?trip=${tripRef}`, draft: nameOf(tripRef), value: draft },
    })
    keepDraft(nameOf(tripRef), null)
    setResult({ plate, isFit: !isUnfit(draft), tripRef, at })
    scrollTo(0, 0)
  }

  if (result !== null) return <CheckResult result={result} />
  if (draft === null) return <main class="page" />
  const missing = missingOf(draft).length
  return (
    <main class="page">
      <h1>Check</h1>
      <form onSubmit={submit}>
        <label>
          Registration
          <input
            required
            maxLength={16}
            autocapitalize="characters"
            value={draft.plate}
            onInput={({ currentTarget }) => set({ plate: currentTarget.value })}
          />
        </label>
        <fieldset>
          <legend>When</legend>
          <div class="grid">
            {(['pre_trip', 'post_trip'] as const).map((kind) => (
              <label key={kind} class="choice">
                <input type="radio" name="kind" checked={draft.kind === kind} onChange={() => set({ kind })} />
                {kind === 'pre_trip' ? 'Before' : 'After'}
              </label>
            ))}
          </div>
        </fieldset>
        <div class="grid">
          <label>
            Odometer
            <input
              type="number"
              inputMode="numeric"
              required
              min={0}
              max={9_999_999}
              value={draft.odometer}
              onInput={({ currentTarget }) => set({ odometer: currentTarget.value })}
            />
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
            type="checkbox"
            required
            checked={draft.isDeclared}
            onChange={({ currentTarget }) => set({ isDeclared: currentTarget.checked })}
          />
          <span>
            I{me === null ? '' : `, ${me.name},`} have walked round {draft.plate || 'this coach'} and looked at all of it.
          </span>
        </label>
        {missing > 0 && <p class="quiet">{missing === 1 ? '1 thing is' : `${missing} things are`} still to be looked at.</p>}
        <button type="submit" class="button main-button" disabled={missing > 0 || !draft.isDeclared}>
          {isUnfit(draft) ? 'Report it unfit' : 'Report it fit'}
        </button>
      </form>
    </main>
  )
}

function CheckResult({ result: { plate, isFit, tripRef, at } }: { readonly result: Result }) {
  const { box } = useApp()
  const entry = box.find((one) => one.path === '/vehicle-checks' && one.at >= at)
  return (
    <main class={`page result ${isFit ? 'good' : 'wrong'}`}>
      <h1>{isFit ? 'Fit' : 'Do not drive'}</h1>
      <p>
        <Plate registration={plate.toUpperCase()} />
      </p>
      {!isFit && entry === undefined && <p>The office has been told.</p>}
      {!isFit && entry?.refusal === null && <p>The office is told as soon as there is network. Ring them.</p>}
      {!isFit && typeof entry?.refusal === 'string' && <p>The office did not take it. Ring them.</p>}
      <button type="button" class="button quiet-button" onClick={() => go(tripRef === null ? '/' : `/trips/${tripRef}`)}>
        {tripRef === null ? 'Back' : 'Back to the trip'}
      </button>
    </main>
  )
}
