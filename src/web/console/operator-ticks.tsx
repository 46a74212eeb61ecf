import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../domain/spoken.ts'
import { GroupError } from '../office/form/form.tsx'
import { ReadStates } from '../office/parts/list-states.tsx'
import { type MarketOperator, useEveryOperator } from './reads.ts'

type Chosen = {
  readonly chosen: readonly string[]
  readonly onChosen: (refs: readonly string[]) => void
}

/** Path of the operators' checkboxes in a form. */
export const operatorsPath = 'operators'

/** A checkbox for each active operator, without the operators in `taken`, who already have the trip. */
export function OperatorTicks({ taken, ...chosen }: Chosen & { readonly taken: readonly string[] }) {
  return (
    <ReadStates query={useEveryOperator()}>
      {({ operators, isWhole }) => (
        <>
          <Ticks
            operators={operators.filter(({ status, operator_ref }) => status === 'active' && !taken.includes(operator_ref))}
            {...chosen}
          />
          {!isWhole && <p className="quiet">Showing the first {operators.length.toLocaleString('en-GB')} operators.</p>}
        </>
      )}
    </ReadStates>
  )
}

/** Greatest number of operators without a search field. */
const few = 12

function Ticks({ operators, chosen, onChosen }: Chosen & { readonly operators: readonly MarketOperator[] }) {
  const [words, setWords] = useState('')
  if (operators.length === 0) return <p className="quiet">All operators already have this trip.</p>
  const wanted = words.trim().toLowerCase()
  const shown = operators.filter(({ name, operator_ref }) => `${name} ${operator_ref}`.toLowerCase().includes(wanted))
  return (
    <>
      {operators.length > few && (
        <TextInput
          label="Find operator"
          description={`${formatCount(chosen.length, 'operator')} selected`}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          // Enter would send the form around the checkboxes.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          }}
          autoComplete="off"
        />
      )}
      {shown.length === 0 && <p className="quiet">No matching operators.</p>}
      <fieldset className="console-ticks" data-path={operatorsPath}>
        <legend className="unseen">Operators</legend>
        <GroupError path={operatorsPath} legend="Operators" />
        {shown.map(({ operator_ref, name, currency_code }) => (
          <label key={operator_ref}>
            <input
              type="checkbox"
              checked={chosen.includes(operator_ref)}
              onChange={({ currentTarget: { checked } }) =>
                onChosen(checked ? [...chosen, operator_ref] : chosen.filter((one) => one !== operator_ref))
              }
            />
            {name} <span className="quiet">{currency_code}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
