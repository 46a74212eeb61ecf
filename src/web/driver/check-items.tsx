import { useEffect, useRef, useState } from 'preact/hooks'
import { walkaroundWords } from '../../domain/walkaround-words.ts'
import { type CheckDraft, checkGroups, type FoundItem, isFound, needsSeverity, severityWords } from './walkaround.ts'

/** An item that the driver is led to, because something is missing there; a new one each time. */
export type SoughtItem = { readonly code: string }

type ItemsProps = {
  readonly group: number
  readonly draft: CheckDraft
  readonly sought: SoughtItem | null
  readonly onFound: (items: CheckDraft['items']) => void
  readonly onAllFine: () => void
}

const results = [
  ['ok', 'Fine'],
  ['defect', 'Defect'],
  ['not_applicable', 'Not fitted'],
] as const

/** One group of a walkaround, folded together by one button where all is fine. */
export function CheckItems({ group, draft, sought, onFound, onAllFine }: ItemsProps) {
  const name = checkGroups[group]?.name ?? ''
  const items: readonly string[] = checkGroups[group]?.items ?? []
  const [isOpen, setOpen] = useState(items.some((code) => draft.items[code]?.result === 'defect'))
  const done = items.filter((code) => isFound(draft.items[code])).length
  const list = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items of a group never change
  useEffect(() => {
    if (sought === null || list.current === null || !items.includes(sought.code)) return
    list.current.open = true
    const item = list.current.querySelector(`[data-code="${sought.code}"]`)
    item?.querySelector<HTMLElement>('input[type="radio"], select')?.focus()
  }, [sought])
  return (
    <fieldset>
      <legend>
        {name} ({done} of {items.length})
      </legend>
      <button type="button" class="button quiet-button" disabled={done === items.length} onClick={onAllFine}>
        All fine<span class="unseen"> {name}</span>
      </button>
      <details ref={list} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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
            onFound={(found) => onFound({ ...draft.items, [code]: found })}
          />
        ))}
      </details>
    </fieldset>
  )
}

type ItemProps = {
  readonly code: string
  readonly label: string
  readonly found: FoundItem | null
  readonly onFound: (found: FoundItem) => void
}

function Item({ code, label, found, onFound }: ItemProps) {
  const set = (changes: Partial<FoundItem>) => onFound({ ...(found ?? { result: 'ok', severity: '', note: '' }), ...changes })
  return (
    <div class="item" data-code={code}>
      <label>
        {label}
        <select
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
      {found?.result === 'defect' && (
        <>
          <fieldset aria-describedby={needsSeverity(found) ? `fault-${code}` : undefined}>
            <legend>How bad?</legend>
            {severityWords.map(([value, words]) => (
              <label key={value} class="choice">
                <input
                  type="radio"
                  name={`severity-${code}`}
                  checked={found.severity === value}
                  onChange={() => set({ severity: value })}
                />
                {words}
              </label>
            ))}
            {needsSeverity(found) && (
              <p id={`fault-${code}`} class="fault">
                {label}: choose how bad this defect is.
              </p>
            )}
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
