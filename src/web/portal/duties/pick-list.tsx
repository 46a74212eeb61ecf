import { TextInput } from '@mantine/core'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { useFieldError } from '../../office/form/form.tsx'
import type { FitReason } from '../../plain/crew-fit.ts'

/** A choice of the list: its search text, its label, a muted line, and the reasons against it. */
export type CrewPick = {
  readonly value: string
  readonly text: string
  readonly label: ReactNode
  readonly facts: string
  readonly reasons: readonly FitReason[]
}

/**
 * A table to choose from: suitable choices, then the others with the reasons against them, folded unless one of them is chosen. A
 * long table has a search field. `others` are always shown, at the end.
 */
export function PickList(props: {
  readonly path: string
  readonly legend: string
  readonly picks: readonly CrewPick[]
  readonly others?: readonly CrewPick[]
  readonly value: string
  readonly onValue: (value: string) => void
  readonly chosen?: Ref<HTMLInputElement>
  /** The text without a suitable choice. `showAll` unfolds the others. */
  readonly none: (showAll: () => void) => ReactNode
}) {
  const { path, legend, picks, value, others = [] } = props
  const name = useId()
  const error = useFieldError(path, legend)
  const [sought, setSought] = useState('')
  const [isUnfolded, setUnfolded] = useState(false)
  const wanted = sought.trim().toLowerCase()
  const shown = picks.filter((pick) => pick.value === value || pick.text.toLowerCase().includes(wanted))
  const [fit, unfit] = [shown.filter(isSuitable), shown.filter((pick) => !isSuitable(pick))]
  const draw = (pick: CrewPick) => <Pick key={pick.value} {...props} name={name} pick={pick} />
  return (
    <fieldset className="field-group pick-list" data-path={path} aria-invalid={error === null ? undefined : true}>
      <legend>{legend}</legend>
      {error !== null && <p className="pick-error">{error}</p>}
      {picks.length > 8 && (
        <TextInput
          type="search"
          aria-label={`Search ${picks.length}`}
          placeholder={`Search ${picks.length}`}
          value={sought}
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter chooses the only match, and does not assign the choice from before.
            event.preventDefault()
            const [match, ...more] = wanted === '' ? [] : picks.filter(({ text }) => text.toLowerCase().includes(wanted))
            if (match !== undefined && more.length === 0) props.onValue(match.value)
          }}
          autoComplete="off"
        />
      )}
      <h3>Suitable ({fit.length})</h3>
      {fit.length === 0 ? (
        <p className="quiet">{props.none(() => setUnfolded(true))}</p>
      ) : (
        <div className="picks">{fit.map(draw)}</div>
      )}
      {unfit.length > 0 && (
        <details
          open={isUnfolded || wanted !== '' || unfit.some((pick) => pick.value === value)}
          onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
        >
          <summary>Not suitable ({unfit.length})</summary>
          <div className="picks">{unfit.map(draw)}</div>
        </details>
      )}
      {others.length > 0 && <div className="picks">{others.map(draw)}</div>}
    </fieldset>
  )
}

/** Whether there is no reason against a choice. */
function isSuitable({ reasons }: CrewPick): boolean {
  return reasons.length === 0
}

function Pick(props: {
  readonly name: string
  readonly pick: CrewPick
  readonly value: string
  readonly onValue: (value: string) => void
  readonly chosen?: Ref<HTMLInputElement>
}) {
  const { pick, onValue, chosen } = props
  const isChosen = pick.value === props.value
  return (
    <label data-chosen={isChosen || undefined}>
      <input
        type="radio"
        name={props.name}
        value={pick.value}
        checked={isChosen}
        ref={isChosen ? chosen : undefined}
        onChange={() => onValue(pick.value)}
        data-autofocus={isChosen && chosen !== undefined ? true : undefined}
        required
      />
      <span>
        {pick.label}
        {pick.facts !== '' && <span className="pick-facts">{pick.facts}</span>}
        {pick.reasons.map(({ says, isGrave }) => (
          <span key={says} className="pick-reason" data-grave={isGrave || undefined}>
            {says}
          </span>
        ))}
      </span>
    </label>
  )
}
