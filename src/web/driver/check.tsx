import { useEffect, useRef, useState } from 'preact/hooks'
import { plainPlate } from './ahead.ts'
import { go, useApp } from './app.ts'
import { CheckItems } from './check-items.tsx'
import { keepDraft, readDraft } from './drafts.ts'
import { currentTrip, lastEnded } from './duty.ts'
import { Plate, Ring, useSubmit } from './parts.tsx'
import type { CabTrip } from './records.ts'
import { decide, instantText } from './sending.ts'
import {
  type CheckDraft,
  checkBody,
  checkGroups,
  hasMajor,
  isStillGood,
  isUnfit,
  missingOf,
  newCheck,
  withAllFine,
} from './walkaround.ts'

type Result = {
  readonly plate: string
  readonly isFit: boolean
  readonly isMajor: boolean
  readonly tripRef: string | null
  /** From when (ms) on its entry is in the outbox. */
  readonly at: number
}

/** Each trip has its own, so that none is lost to another. */
const nameOf = (tripRef: string | null) => `check.${tripRef ?? ''}`

/** The page on which a walkaround is found under its name. */
const pageOf = (name: string) => (name === nameOf(null) ? '/check' : `/check?trip=${name.slice(nameOf(null).length)}`)

/** Under which it is kept which walkaround was typed into last. */
const typedLast = 'typed-last'

type OpenCheck = { readonly name: string; readonly draft: CheckDraft }

/** What was begun and goes on, or a new one; `wanted` is the trip that was asked for, `duty` the one it is for. */
function openCheck(wanted: string | null, duty: CabTrip | null): OpenCheck {
  const own = nameOf(wanted ?? duty?.ref ?? null)
  const names = wanted === null ? [readDraft<string>(typedLast), own, nameOf(null)] : [own]
  const begun = names.flatMap((name) => {
    const draft = name === null ? null : readDraft<CheckDraft>(name)
    return name !== null && draft !== null && isStillGood(draft, Date.now()) ? [{ name, draft }] : []
  })
  // What was sent back to be mended is what somebody came for.
  const found = begun.find(({ draft }) => draft.at != null) ?? begun[0]
  return found ?? { name: own, draft: newCheck(duty?.vehicle.registration ?? '', duty?.ref ?? null, Date.now()) }
}

/** The walkaround before a trip, or after it. Goes on where it was left. */
export function CheckPage() {
  const { trips, box, me } = useApp()
  const [open, setOpen] = useState<OpenCheck | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const wanted = new URLSearchParams(location.search).get('trip')
  const duty = wanted === null ? (currentTrip(trips, box, 15, Date.now())?.trip ?? null) : (trips[wanted] ?? null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was begun is not begun again when news come in
  useEffect(() => setOpen(openCheck(wanted, duty)), [])

  // Opened before the duties were read, and nothing typed yet: the coach is filled in once it is known.
  const isBlank = open !== null && open.draft.plate === '' && open.draft.tripRef === null && readDraft(open.name) === null
  const dutyRef = duty?.ref ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is a duty
  useEffect(() => {
    if (isBlank && dutyRef !== null) setOpen(openCheck(wanted, duty))
  }, [isBlank, dutyRef])

  const draft = open?.draft ?? null
  const set = (changes: Partial<CheckDraft>) => {
    if (open === null) return
    const changed = { ...open.draft, ...changes }
    setOpen({ ...open, draft: changed })
    keepDraft(open.name, changed)
    keepDraft(typedLast, open.name)
  }

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

  const submit = useSubmit(async () => {
    if (open === null || missingOf(open.draft).length > 0) return
    const { name, draft: declared } = open
    const { tripRef, plate } = declared
    const decidedAt = Date.now()
    // A phone whose clock was ahead, or was set back meanwhile, began and ended no later than now.
    const at = Math.min(declared.at ?? decidedAt, decidedAt)
    await decide({
      path: '/vehicle-checks',
      title: 'Check',
      tripRef,
      body: checkBody(declared, [instantText(Math.min(declared.startedAt, at)), instantText(at)]),
      typed: { page: pageOf(name), draft: name, value: declared },
    })
    keepDraft(name, null)
    keepDraft(typedLast, null)
    setResult({ plate, isFit: !isUnfit(declared), isMajor: hasMajor(declared), tripRef, at: decidedAt })
    scrollTo(0, 0)
  })

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
            onInput={({ currentTarget }) => setPlate(currentTarget.value)}
          />
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

function CheckResult({ result: { plate, isFit, isMajor, tripRef, at } }: { readonly result: Result }) {
  const { box, me } = useApp()
  const head = useRef<HTMLHeadingElement>(null)
  /** Once it was refused it stays so, also when the entry is taken out of the box. */
  const wasRefused = useRef(false)
  const entry = box.find((one) => one.path === '/vehicle-checks' && one.at >= at)
  if (typeof entry?.refusal === 'string') wasRefused.current = true
  useEffect(() => head.current?.focus(), [])
  const isTold = entry === undefined && !wasRefused.current
  const mustRing = isMajor || wasRefused.current || (!isFit && !isTold)
  return (
    <main class={`page result ${isFit ? 'good' : 'wrong'}`}>
      <h1 ref={head} tabIndex={-1}>
        {isFit ? 'Fit' : 'Do not drive'}
      </h1>
      <p>
        <Plate registration={plate.toUpperCase()} />
      </p>
      <div role="status">
        {isFit && isMajor && <p>A major defect: ring the office before you drive.</p>}
        {!isFit && isTold && <p>The office has been told.</p>}
        {!isTold && wasRefused.current && <p>The office did not take it. Ring them.</p>}
        {!isFit && !isTold && !wasRefused.current && <p>The office is told as soon as there is network. Ring them.</p>}
      </div>
      {mustRing && me !== null && <Ring name="the office" phone={me.operator.phone} />}
      <button type="button" class="button quiet-button" onClick={() => go(tripRef === null ? '/' : `/trips/${tripRef}`)}>
        {tripRef === null ? 'Back' : 'Back to the trip'}
      </button>
    </main>
  )
}
