import { TextInput } from '@mantine/core'
import { describePerCentFault, formatTypedPerCent, parsePerCent } from '../../plain/per-cent.ts'
import { type FieldProps, useField } from './fields.tsx'
import { useTypedText } from './form.tsx'

/** A field for a percentage (`20`, `12.5`) in hundredths of a per cent. Null while empty or unreadable. */
export function PerCentField(props: FieldProps & { readonly bps: number | null; readonly onBps: (bps: number | null) => void }) {
  const field = useField(props)
  const [text, type] = useTypedText(props.path, props.bps === null ? '' : formatTypedPerCent(props.bps))
  // Shows a value set from outside. Leaves the text alone while the user types.
  const shown = props.bps !== null && parsePerCent(text) !== props.bps ? formatTypedPerCent(props.bps) : text
  const fault = describePerCentFault(shown)
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className="quiet">%</span>}
      ref={(input) => input?.setCustomValidity(fault ?? '')}
      value={shown}
      error={fault ?? field.error}
      onChange={({ currentTarget: { value } }) => {
        type(value, describePerCentFault(value) === null)
        props.onBps(parsePerCent(value))
      }}
    />
  )
}
