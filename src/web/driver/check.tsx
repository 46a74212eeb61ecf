import { useState } from 'preact/hooks'
import { walkaroundWords } from '../../domain/walkaround-words.ts'
import { useApp } from './app.ts'
import { buildItemId, CheckItems, describeItemFault } from './check-items.tsx'
import { type CheckedCoach, CheckResult } from './check-result.tsx'
import { saveDraft } from './drafts.ts'
import { useOpenCheck } from './edited-check.ts'
import { type CheckedFields, DriverFaultCount, DriverFieldFault, useCheckedForm } from './form.tsx'
import { buildCheckPath, type OpenCheck, typedLast } from './open-check.ts'
import { decideEntry } from './sending.ts'
import { toApiInstant } from './server-time.ts'
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
} from './walkaround.ts'

/** The vehicle check before or after a trip. It continues an open check. */
export function CheckPage() {
  const { open, ...edits } = useOpenCheck()
  const [result, setResult] = useState<CheckedCoach | null>(null)
  if (result !== null) return <CheckResult result={result} />
  if (open === null) return <main class="page" />
  const send = async () => {
    setResult(await sendCheck(open))
    scrollTo(0, 0)
  }
  return (
    <main class="page">
      <h1>Check</h1>
      <CheckForm draft={open.draft} send={send} {...edits} />
    </main>
  )
}

/** Reports a check to the office, and removes it from this phone. */
async function sendCheck({ name, draft: declared }: OpenCheck): Promise<CheckedCoach> {
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
  return { plate, ...outcome, tripRef, at }
}

type CheckEdits = Omit<ReturnType<typeof useOpenCheck>, 'open'>
type FormProps = CheckEdits & { readonly draft: CheckDraft; readonly send: () => Promise<void> }
type PartProps = { readonly draft: CheckDraft; readonly checked: CheckedFields; readonly set: CheckEdits['set'] }

function CheckForm({ draft, send, set, turn, setPlate }: FormProps) {
  const missing = listMissingItems(draft)
  const rules = [
    ['plate', draft.plate.trim() === '', 'Enter the registration.'],
    ['odometer', !/^\d{1,7}$/.test(draft.odometer), 'Enter the odometer reading as a whole number.'],
    ...missing.map((code) => [buildItemId(code), true, describeItemFault(code, draft.items[code])] as const),
    ['declared', !draft.isDeclared, 'Tick this after you have checked the vehicle.'],
  ] as const
  const checked = useCheckedForm(rules, send)
  const { form, field, saysOf, count } = checked
  const ungraded = Object.keys(draft.items).filter((code) => isSeverityMissing(draft.items[code]))
  return (
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
      <Odometer draft={draft} checked={checked} set={set} />
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
      <Declaration draft={draft} checked={checked} set={set} />
      {missing.length > 0 && count === 0 && (
        <p class="quiet">{missing.length === 1 ? '1 item is' : `${missing.length} items are`} not checked yet.</p>
      )}
      {ungraded.length > 0 && <p class="fault">Choose a severity for {ungraded.map(formatItemName).join(', ')}.</p>}
      <DriverFaultCount count={count} />
      <button type="submit" class="button main-button">
        {isUnfit(draft) ? 'Report unsafe' : 'Report safe'}
      </button>
    </form>
  )
}

function Odometer({ draft, checked: { field, saysOf }, set }: PartProps) {
  return (
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
  )
}

/** The driver's judgement of the whole vehicle, and the declaration with their name. */
function Declaration({ draft, checked: { field, saysOf }, set }: PartProps) {
  const { me } = useApp()
  return (
    <>
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
    </>
  )
}

function formatItemName(code: string): string {
  return (walkaroundWords[code] ?? code).toLowerCase()
}
