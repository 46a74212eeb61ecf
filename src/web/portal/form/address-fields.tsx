import { TextInput } from '@mantine/core'
import { countryCodes, findCountryName } from '../../../domain/postal-address.ts'
import { ChoiceField, TextField, useField } from './fields.tsx'
import { useFieldError } from './form.tsx'
import type { TypedAddress } from './typed-address.ts'

const countries = countryCodes
  .map((value) => ({ value, label: findCountryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

/** The fields of the address under `path` of the API. The first field shows a fault of the whole address. */
export function AddressFields(props: {
  readonly path: string
  readonly legend: string
  readonly values: TypedAddress
  readonly onValues: (values: TypedAddress) => void
}) {
  const { path, legend, values, onValues } = props
  const { lines } = values
  const fault = useFieldError(path, legend)
  const faultOfLines = useFieldError(`${path}.lines`, 'Address')
  const first = useField({ path: `${path}.lines.0`, label: 'Address' })
  return (
    <fieldset className="address-fields">
      <legend>{legend}</legend>
      <TextInput
        {...first}
        error={first.error ?? faultOfLines ?? fault}
        value={lines[0]}
        onChange={({ currentTarget }) => onValues({ ...values, lines: [currentTarget.value, lines[1], lines[2]] })}
        maxLength={100}
        autoComplete="off"
      />
      <div className="form-row">
        <TextField
          path={`${path}.lines.1`}
          label="Address line 2"
          value={lines[1]}
          onValue={(line) => onValues({ ...values, lines: [lines[0], line, lines[2]] })}
          most={100}
        />
        <TextField
          path={`${path}.lines.2`}
          label="Address line 3"
          value={lines[2]}
          onValue={(line) => onValues({ ...values, lines: [lines[0], lines[1], line] })}
          most={100}
        />
      </div>
      <div className="form-row">
        <TextField
          path={`${path}.town`}
          label="Town"
          value={values.town}
          onValue={(town) => onValues({ ...values, town })}
          most={100}
        />
        <TextField
          path={`${path}.postcode`}
          label="Postcode"
          value={values.postcode}
          onValue={(postcode) => onValues({ ...values, postcode })}
          most={12}
        />
        <ChoiceField
          path={`${path}.country`}
          label="Country"
          value={values.country}
          onValue={(country) => onValues({ ...values, country })}
          choices={countries}
        />
      </div>
    </fieldset>
  )
}
