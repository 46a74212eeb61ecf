import { TextInput } from '@mantine/core'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { useFieldError } from '../../office/form/form.tsx'
import { Icon } from '../../office/parts/icon.tsx'
import type { FitReason } from '../../plain/crew-fit.ts'

/** A choice of the list: its search text, its label and the reasons against it. */
export type CrewPick = {
  readonly value: string
  readonly text: string
  readonly label: ReactNode
  readonly reasons: readonly FitReason[]
  readonly isFree: boolean
}

/** A list to choose from, with the reasons against each choice. A long list has a search field. */
export function PickList(props: {
  readonly path: string
  readonly legend: string
  readonly picks: readonly CrewPick[]
  readonly value: string
  readonly onValue: (value: string) => void
  readonly chosen?: Ref<HTMLInputElement>
  readonly empty: string
}) {
  const { path, legend, picks, value, onValue } = props
  const name = useId()
  const error = useFieldError(path, legend)
  const [sought, setSought] = useState('')
  const shown = picks.filter((pick) => pick.value === value || pick.text.toLowerCase().includes(sought.trim().toLowerCase()))
  return (
    <fieldset className="pick-list" data-path={path} aria-invalid={error === null ? undefined : true}>
      <legend>{legend}</legend>
      {error !== null && <p className="pick-error">{error}</p>}
      {picks.length > 8 && (
        <TextInput
          aria-label={`Search ${picks.length}`}
          placeholder={`Search ${picks.length}`}
          value={sought}
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
          autoComplete="off"
        />
      )}
      {picks.length === 0 && <p className="quiet">{props.empty}</p>}
      <div className="picks">
        {shown.map((pick) => (
          <label key={pick.value} data-chosen={pick.value === value || undefined}>
            <input
              type="radio"
              name={name}
              value={pick.value}
              checked={pick.value === value}
              ref={pick.value === value ? props.chosen : undefined}
              onChange={() => onValue(pick.value)}
              data-autofocus={pick.value === value && props.chosen !== undefined ? true : undefined}
              required
            />
            <span>
              {pick.label}
              <PickReasons pick={pick} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function PickReasons({ pick: { reasons, isFree } }: { readonly pick: CrewPick }) {
  if (reasons.length === 0) return isFree ? <span className="pick-free">Free</span> : null
  return (
    <span className="pick-reasons">
      {reasons.map(({ says, isGrave }) => (
        <span key={says} data-grave={isGrave || undefined}>
          {isGrave && <Icon name="warning" />}
          {says}
        </span>
      ))}
    </span>
  )
}
