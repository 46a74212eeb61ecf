import { useState } from 'preact/hooks'
import { walkaroundWords } from '../../domain/walkaround-words.ts'
import { Fault } from './form.tsx'
import { type CheckDraft, checkGroups, type FoundItem, isFound, needsSeverity, severityWords } from './walkaround.ts'

/** The id of the element at which an item of a walkaround is answered. */
export const itemId = (code: string) => `item-${code}`

/** The sentence for an item without a result, or for a defect without a severity. */
export function itemFault(code: string, found: FoundItem | undefined): string {
  return `${walkaroundWords[code] ?? code}: choose ${needsSeverity(found) ? 'how bad this defect is' : 'what you found'}.`
}

type ItemsProps = {
  readonly group: number
  readonly draft: CheckDraft
  /** Whether a missing result is named. */
  readonly isAsked: boolean
  readonly onFound: (items: CheckDraft['items']) => void
  readonly onAllFine: () => void
}

const results = [
  ['ok', 'Fine'],
  ['defect', 'Defect'],
  ['not_applicable', 'Not fitted'],
] as const

/** One group of a walkaround, folded together by one button where all is fine. */
export function CheckItems({ group, draft, isAsked, onFound, onAllFine }: ItemsProps) {
  const name = checkGroups[group]?.name ?? ''
  const items: readonly string[] = checkGroups[group]?.items ?? []
  const [isOpen, setOpen] = useState(items.some((code) => draft.items[code]?.result === 'defect'))
  const done = items.filter((code) => isFound(draft.items[code])).length
  return (
    <fieldset>
      <legend>
        {name} ({done} of {items.length})
      </legend>
      <button type="button" class="button quiet-button" disabled={done === items.length} onClick={onAllFine}>
        All fine<span class="unseen"> {name}</span>
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
            fault={isMissing(draft.items[code], isAsked) ? itemFault(code, draft.items[code]) : null}
            onFound={(found) => onFound({ ...draft.items, [code]: found })}
          />
        ))}
      </details>
    </fieldset>
  )
}

/** Whether something to name is missing at an item. A defect's severity is named before anybody asks. */
function isMissing(found: FoundItem | undefined, isAsked: boolean): boolean {
  return needsSeverity(found) || (isAsked && !isFound(found))
}

type ItemProps = {
  readonly code: string
  readonly label: string
  readonly found: FoundItem | null
  readonly fault: string | null
  readonly onFound: (found: FoundItem) => void
}

function Item({ code, label, found, fault, onFound }: ItemProps) {
  const id = itemId(code)
  const set = (changes: Partial<FoundItem>) => onFound({ ...(found ?? { result: 'ok', severity: '', note: '' }), ...changes })
  return (
    <div class="item" data-code={code}>
      <label>
        {label}
        <select
          id={needsSeverity(found) ? undefined : id}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          value={found?.result ?? ''}
          onChange={({ currentTarget }) => set({ result: currentTarget.value as FoundItem['result'] })}
        >
          <option value="" disabled>
            Not looked at
          </option>
          {results.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {found === null && <Fault id={id} says={fault} />}
      {found?.result === 'defect' && (
        <>
          <fieldset aria-describedby={fault === null ? undefined : `${id}-fault`}>
            <legend>How bad?</legend>
            {severityWords.map(([value, words], nth) => (
              <label key={value} class="choice">
                <input
                  id={needsSeverity(found) && nth === 0 ? id : undefined}
                  type="radio"
                  name={`severity-${code}`}
                  checked={found.severity === value}
                  onChange={() => set({ severity: value })}
                />
                {words}
              </label>
            ))}
            <Fault id={id} says={fault} />
          </fieldset>
          <label>
            What is wrong with it?
            <textarea maxLength={500} value={found.note} onInput={({ currentTarget }) => set({ note: currentTarget.value })} />
          </label>
        </>
      )}
    </div>
  )
}
