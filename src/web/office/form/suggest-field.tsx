import { TextInput } from '@mantine/core'
import { type HTMLInputTypeAttribute, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { OptionLine } from '../parts/option-line.tsx'
import { type FieldProps, useField } from './fields.tsx'

/** The suggestions for a typed text. `isAwaited` before the answer, `isReady` after it. */
export type Suggestions<Hit> = { readonly hits: readonly Hit[]; readonly isReady: boolean; readonly isAwaited: boolean }

/** The way to find, show and choose suggestions. */
export type Suggesting<Hit> = {
  /** A React hook that returns the suggestions for a text, and of a customer. Reads nothing for an empty text. */
  readonly useHits: (text: string, customerId: number | null) => Suggestions<Hit>
  readonly customerId?: number | null
  readonly keyOf: (hit: Hit) => string
  readonly show: (hit: Hit) => ReactNode
  readonly choose: (hit: Hit) => void
  /** Name of the list, and the word for one suggestion. */
  readonly listLabel: string
  readonly one: string
}

/** A React hook for the list of suggestions of a text: whether it is open, its highlighted line, and its keys. */
function useSuggestionKeys<Hit>(value: string, { useHits, keyOf, choose, customerId = null }: Suggesting<Hit>) {
  const [isOpen, setOpen] = useState(false)
  const [litKey, setLitKey] = useState<string | null>(null)
  const { hits, isReady, isAwaited } = useHits(isOpen ? value : '', customerId)
  const isShown = isOpen && hits.length > 0
  // By its key, because the list changes while the user types.
  const lit = isShown ? hits.findIndex((hit) => keyOf(hit) === litKey) : -1

  const put = (opened: boolean) => {
    setOpen(opened)
    setLitKey(null)
  }
  const take = (hit: Hit) => {
    put(false)
    choose(hit)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const chosen = hits[lit]
    if (event.key === 'Escape' && isOpen) {
      // Keeps the drawer around it open.
      event.stopPropagation()
      event.preventDefault()
      put(false)
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      take(chosen)
    } else if (event.key === 'Enter' && isAwaited) {
      // Does not leave the field during a search.
      event.preventDefault()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (!isShown) return
      const next = event.key === 'ArrowDown' ? lit + 1 : Math.max(lit, 0) - 1
      const hit = hits.at(next % hits.length)
      setLitKey(hit === undefined ? null : keyOf(hit))
    }
  }
  return { hits, isShown, isCounted: isOpen && isReady, lit, put, take, onKeyDown }
}

/**
 * A text field with suggestions below it. The arrow keys move through them, Enter or a click chooses one, Escape closes
 * them. Without a choice the typed text is the value.
 */
export function SuggestField<Hit>(
  props: FieldProps & {
    readonly value: string
    readonly onValue: (text: string) => void
    readonly suggesting: Suggesting<Hit>
    readonly most?: number | undefined
    readonly type?: HTMLInputTypeAttribute
    /** Whether only screen readers have the label. */
    readonly isLabelHidden?: boolean
    /** Something over the field, such as the rest of an address. */
    readonly children?: ReactNode
  },
) {
  const { suggesting, value, isLabelHidden = false } = props
  const { label, ...field } = useField(props)
  const listId = useId()
  const { hits, isShown, isCounted, lit, put, take, onKeyDown } = useSuggestionKeys(value, suggesting)
  return (
    <div className="suggest-field">
      <TextInput
        {...field}
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={lit === -1 ? undefined : `${listId}-${lit}`}
        type={props.type ?? 'text'}
        autoComplete="off"
        spellCheck={false}
        maxLength={props.most}
        inputContainer={(input) => (
          <div className="field-overlay">
            {input}
            {props.children}
          </div>
        )}
        value={value}
        onChange={({ currentTarget }) => {
          props.onValue(currentTarget.value)
          put(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => put(false)}
      />
      {isShown && <SuggestionList id={listId} suggesting={suggesting} hits={hits} lit={lit} take={take} />}
      <span className="unseen" role="status">
        {isCounted && (hits.length === 0 ? `No ${suggesting.one}s found` : formatCount(hits.length, suggesting.one))}
      </span>
    </div>
  )
}

function SuggestionList<Hit>(props: {
  readonly id: string
  readonly suggesting: Suggesting<Hit>
  readonly hits: readonly Hit[]
  readonly lit: number
  readonly take: (hit: Hit) => void
}) {
  const { id, suggesting, hits, lit, take } = props
  return (
    <div
      role="listbox"
      id={id}
      aria-label={suggesting.listLabel}
      className="options-below suggestions"
      tabIndex={-1}
      // Keeps the focus in the field during a click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {hits.map((hit, nth) => (
        <OptionLine key={suggesting.keyOf(hit)} id={`${id}-${nth}`} isLit={nth === lit} take={() => take(hit)}>
          {suggesting.show(hit)}
        </OptionLine>
      ))}
    </div>
  )
}
