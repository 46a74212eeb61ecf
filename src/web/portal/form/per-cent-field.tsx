import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { perCentFrom, typedPerCent } from '../../plain/per-cent.ts'
import { type FieldProps, useField } from './fields.tsx'

const how = 'Write per cents like 20 or 12.5.'

/** A share as people write it (`20`, `12.5`), handed on in hundredths of a per cent; null while the field is empty or no share. */
export function PerCentField(props: FieldProps & { readonly bps: number | null; readonly onBps: (bps: number | null) => void }) {
  const field = useField(props)
  const [text, setText] = useState(props.bps === null ? '' : typedPerCent(props.bps))
  const isWrong = (typed: string) => typed.trim() !== '' && perCentFrom(typed) === null
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className="quiet">%</span>}
      value={text}
      error={isWrong(text) ? how : field.error}
      onChange={({ currentTarget }) => {
        currentTarget.setCustomValidity(isWrong(currentTarget.value) ? how : '')
        setText(currentTarget.value)
        props.onBps(perCentFrom(currentTarget.value))
      }}
    />
  )
}
