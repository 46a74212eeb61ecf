import { TextInput } from '@mantine/core'
import { faultOfPerCent, perCentFrom, typedPerCent } from '../../plain/per-cent.ts'
import { type FieldProps, useField } from './fields.tsx'
import { useTypedText } from './form.tsx'

/** A share as people write it (`20`, `12.5`), handed on in hundredths of a per cent; null while the field is empty or no share. */
export function PerCentField(props: FieldProps & { readonly bps: number | null; readonly onBps: (bps: number | null) => void }) {
  const field = useField(props)
  const [text, type] = useTypedText(props.path, props.bps === null ? '' : typedPerCent(props.bps))
  const fault = faultOfPerCent(text)
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className="quiet">%</span>}
      ref={(input) => input?.setCustomValidity(fault ?? '')}
      value={text}
      error={fault ?? field.error}
      onChange={({ currentTarget: { value } }) => {
        type(value, faultOfPerCent(value) === null)
        props.onBps(perCentFrom(value))
      }}
    />
  )
}
