import { useState } from 'preact/hooks'
import { walkaroundWords } from '../../domain/walkaround-words.ts'
import { DriverFieldFault } from './form.tsx'
import { type CheckDraft, checkGroups, type FoundItem, isItemComplete, isSeverityMissing, severityWords } from './walkaround.ts'

/** The id of the element of a check item. */
export const buildItemId = (code: string) => `item-${code}`

/** The sentence for an item without a result, or for a defect without a severity. */
export function describeItemFault(code: string, found: FoundItem | undefined): string {
  return `${walkaroundWords[code] ?? code}: choose a ${isSeverityMissing(found) ? 'severity' : 'result'}.`
}

type ItemsProps = {
  readonly group: number
  readonly draft: CheckDraft
  /** Whether a missing result is an error now. */
  readonly isAsked: boolean
  readonly onFound: (items: CheckDraft['items']) => void
  readonly onAllFine: () => void
}

const results = [
  ['ok', 'OK'],
  ['defect', 'Defect'],
  ['not_applicable', 'Not fitted'],
] as const

/** One group of a vehicle check, with one button if all items are OK. */
export function CheckItems({ group, draft, isAsked, onFound, onAllFine }: ItemsProps) {
  const name = checkGroups[group]?.name ?? ''
  const items: readonly string[] = checkGroups[group]?.items ?? []
  const [isOpen, setOpen] = useState(items.some((code) => draft.items[code]?.result === 'defect'))
  const done = items.filter((code) => isItemComplete(draft.items[code])).length
  return (
    <fieldset>
      <legend>
        {name} ({done} of {items.length})
      </legend>
      <button type="button" class="button quiet-button" disabled={done === items.length} onClick={onAllFine}>
        All OK<span class="unseen"> {name}</span>
      </button>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span>
            One by one<span class="unseen"> {name}</span>
          </span>
        </summary>
        {items.map((code) => (
          <Item
            key={code}
            code={code}
            label={walkaroundWords[code] ?? code}
            found={draft.items[code] ?? null}
            fault={isResultMissing(draft.items[code], isAsked) ? describeItemFault(code, draft.items[code]) : null}
            onFound={(found) => onFound({ ...draft.items, [code]: found })}
          />
        ))}
      </details>
    </fieldset>
  )
}

/** Whether an item lacks a result or a severity. A missing severity is always an error. */
function isResultMissing(found: FoundItem | undefined, isAsked: boolean): boolean {
  return isSeverityMissing(found) || (isAsked && !isItemComplete(found))
}

type ItemProps = {
  readonly code: string
  readonly label: string
  readonly found: FoundItem | null
  readonly fault: string | null
  readonly onFound: (found: FoundItem) => void
}

function Item({ code, label, found, fault, onFound }: ItemProps) {
  const id = buildItemId(code)
  const set = (changes: Partial<FoundItem>) => onFound({ ...(found ?? { result: 'ok', severity: '', note: '' }), ...changes })
  return (
    <div class="item" data-code={code}>
      <label>
        {label}
        <select
          id={isSeverityMissing(found) ? undefined : id}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          value={found?.result ?? ''}
          onChange={({ currentTarget }) => set({ result: currentTarget.value as FoundItem['result'] })}
        >
          <option value="" disabled>
            Not checked
          </option>
          {results.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {found === null && <DriverFieldFault id={id} says={fault} />}
      {found?.result === 'defect' && (
        <>
          <fieldset aria-describedby={fault === null ? undefined : `${id}-fault`}>
            <legend>Severity</legend>
            {severityWords.map(([value, words], nth) => (
              <label key={value} class="choice">
                <input
                  id={isSeverityMissing(found) && nth === 0 ? id : undefined}
                  type="radio"
                  name={`severity-${code}`}
                  checked={found.severity === value}
                  onChange={() => set({ severity: value })}
                />
                {words}
              </label>
            ))}
            <DriverFieldFault id={id} says={fault} />
          </fieldset>
          <label>
            Description
            <textarea maxLength={500} value={found.note} onInput={({ currentTarget }) => set({ note: currentTarget.value })} />
          </label>
        </>
      )}
    </div>
  )
}
