import { TextInput } from '@mantine/core'
import { useContext, useState } from 'react'
import { countryCodes, findCountryName } from '../../../domain/postal-address.ts'
import type { Records } from '../api/records.ts'
import { ChoiceField, TextField, useField } from './fields.tsx'
import { FormContext, useFieldError } from './form.tsx'
import { findValueAt } from './paths.ts'

type Address = Records['AddressInput']

const countries = countryCodes
  .map((value) => ({ value, label: findCountryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

/**
 * The fields of the address at a path of the form's draft. An address without a text is null. The first field shows a fault of the
 * whole address.
 */
export function AddressFields(props: {
  readonly at: string
  readonly legend: string
  /** Time zone of the account, for the first country. */
  readonly zone: string | null
}) {
  const { at, legend, zone } = props
  const { draft } = useContext(FormContext)
  const [country, setCountry] = useState(zone === 'Europe/London' ? 'GB' : '')
  const address: Address = (findValueAt(draft?.values, at) as Address | null | undefined) ?? {
    ...{ lines: [], town: '', postcode: null, country },
  }
  const fault = useFieldError(at, legend)
  const faultOfLines = useFieldError(`${at}.lines`, 'Address')
  const first = useField({ path: `${at}.lines.0`, label: 'Address' })
  const change = (changed: Partial<Address>) => {
    const next = { ...address, ...changed }
    setCountry(next.country)
    const isEmpty = [...next.lines, next.town, next.postcode ?? ''].every((text) => text.trim() === '')
    draft?.setAt(at, isEmpty ? null : next)
  }
  const changeLine = (nth: number, line: string) =>
    change({ lines: [0, 1, 2].map((one) => (one === nth ? line : (address.lines[one] ?? ''))) })
  return (
    <fieldset className="field-group">
      <legend>{legend}</legend>
      <TextInput
        {...first}
        error={first.error ?? faultOfLines ?? fault}
        value={address.lines[0] ?? ''}
        onChange={({ currentTarget }) => changeLine(0, currentTarget.value)}
        maxLength={100}
        autoComplete="off"
      />
      <div className="form-row">
        {[1, 2].map((nth) => (
          <TextField
            key={nth}
            path={`${at}.lines.${nth}`}
            label={`Address line ${nth + 1}`}
            value={address.lines[nth] ?? ''}
            onValue={(line) => changeLine(nth, line)}
            most={100}
          />
        ))}
      </div>
      <div className="form-row">
        <TextField path={`${at}.town`} label="Town" value={address.town} onValue={(town) => change({ town })} most={100} />
        <TextField
          path={`${at}.postcode`}
          label="Postcode"
          value={address.postcode ?? ''}
          onValue={(postcode) => change({ postcode })}
          most={12}
        />
        <ChoiceField
          path={`${at}.country`}
          label="Country"
          value={address.country === '' ? null : address.country}
          onValue={(code) => change({ country: code ?? '' })}
          choices={countries}
        />
      </div>
    </fieldset>
  )
}
