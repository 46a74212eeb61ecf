import { useId } from 'react'
import { GroupError } from './form.tsx'
import type { Tri } from './tri.ts'

/** Two or three options with a sentence each, as large cards. */
export function RadioCards<Value extends string>(props: {
  readonly legend: string
  readonly value: Value | null
  readonly onValue: (value: Value) => void
  readonly cards: readonly { readonly value: Value; readonly label: string; readonly help: string }[]
  /** Path in the API, if the field has one. */
  readonly path?: string
  /** Error if nothing is chosen. */
  readonly missing?: string
}) {
  const name = useId()
  const path = props.path ?? name
  return (
    <fieldset className="radio-cards" data-path={path} data-missing={props.missing}>
      <legend>{props.legend}</legend>
      <GroupError path={path} legend={props.legend} />
      {props.cards.map(({ value, label, help }) => (
        <label key={value} data-chosen={value === props.value || undefined}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onValue(value)}
            required
          />
          <span>
            <strong>{label}</strong>
            <span className="second-line">{help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const next: Readonly<Record<'in' | 'out' | 'none', Tri>> = { none: 'in', in: 'out', out: null }
const spoken: Readonly<Record<'in' | 'out' | 'none', string>> = { in: 'included', out: 'not included', none: 'not stated' }

/** Chips that change from “not stated” to “included” to “not included” and back. The accessible name holds the word. */
export function TriChips<Code extends string>(props: {
  readonly legend: string
  readonly chips: readonly { readonly code: Code; readonly label: string }[]
  readonly value: Readonly<Partial<Record<Code, Tri>>>
  readonly onValue: (code: Code, value: Tri) => void
}) {
  return (
    <fieldset className="tri-chips">
      <legend>{props.legend}</legend>
      {props.chips.map(({ code, label }) => {
        const state = props.value[code] ?? 'none'
        return (
          <button key={code} type="button" data-state={state} onClick={() => props.onValue(code, next[state])}>
            <span className="tri-sign" aria-hidden="true">
              {state === 'in' ? '✓' : state === 'out' ? '✕' : ''}
            </span>
            {label}
            <span className={state === 'none' ? 'unseen' : 'tri-word'}>({spoken[state]})</span>
          </button>
        )
      })}
    </fieldset>
  )
}
