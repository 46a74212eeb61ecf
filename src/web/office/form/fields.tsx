import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import type { HTMLInputTypeAttribute } from 'react'
import { useFieldError } from './form.tsx'

/** Properties of every field: its path in the API, its label and a line of help. */
export type FieldProps = {
  readonly path: string
  readonly label: string
  readonly help?: string
  readonly isRequired?: boolean
}

/** A React hook that returns the props of a Mantine input for a field, with the error of a 422. */
export function useField({ path, label, help, isRequired = false }: FieldProps) {
  const error = useFieldError(path, label)
  return { label, description: help, required: isRequired, error, 'data-path': path }
}

type Typed = { readonly value: string; readonly onValue: (value: string) => void }

/** One line of text, or with `type` a phone number, an email address, a native date or time. */
export function TextField(
  props: FieldProps &
    Typed & {
      readonly type?: HTMLInputTypeAttribute | undefined
      readonly most?: number | undefined
      readonly autoComplete?: string | undefined
      readonly isFocused?: boolean | undefined
    },
) {
  const field = useField(props)
  return (
    <TextInput
      {...field}
      type={props.type ?? 'text'}
      value={props.value}
      onChange={({ currentTarget }) => props.onValue(currentTarget.value)}
      maxLength={props.most}
      autoComplete={props.autoComplete ?? 'off'}
      data-autofocus={props.isFocused || undefined}
    />
  )
}

/** Several lines of text. */
export function TextAreaField(
  props: FieldProps &
    Typed & {
      readonly least?: number | undefined
      readonly most?: number | undefined
      readonly isFocused?: boolean | undefined
    },
) {
  const field = useField(props)
  return (
    <Textarea
      {...field}
      value={props.value}
      onChange={({ currentTarget }) => props.onValue(currentTarget.value)}
      minLength={props.least}
      maxLength={props.most}
      rows={4}
      data-autofocus={props.isFocused || undefined}
    />
  )
}

/** A field for a whole number. Null while empty. */
export function WholeField(
  props: FieldProps & {
    readonly value: number | null
    readonly onValue: (value: number | null) => void
    readonly least?: number | undefined
    readonly most?: number | undefined
  },
) {
  const field = useField(props)
  return (
    <TextInput
      {...field}
      type="number"
      inputMode="numeric"
      step={1}
      min={props.least ?? 0}
      max={props.most}
      value={props.value ?? ''}
      onChange={({ currentTarget }) => props.onValue(currentTarget.value === '' ? null : Math.trunc(Number(currentTarget.value)))}
    />
  )
}

/** A field that chooses from a list by typing. Null while nothing is chosen. */
export function ChoiceField<Value extends string>(
  props: FieldProps & {
    readonly value: Value | null
    readonly onValue: (value: Value | null) => void
    readonly choices: readonly { readonly value: Value; readonly label: string; readonly isOff?: boolean }[]
    readonly isClearable?: boolean | undefined
  },
) {
  const field = useField(props)
  return (
    <Select
      {...field}
      data={props.choices.map(({ value, label, isOff = false }) => ({ value, label, disabled: isOff }))}
      value={props.value}
      onChange={(value) => props.onValue(value as Value | null)}
      searchable={props.choices.length > 8}
      clearable={props.isClearable ?? false}
      allowDeselect={props.isClearable ?? false}
      nothingFoundMessage="No matches"
    />
  )
}

/** A checkbox. */
export function TickField(props: FieldProps & { readonly value: boolean; readonly onValue: (value: boolean) => void }) {
  const { required: _required, ...field } = useField(props)
  return <Checkbox {...field} checked={props.value} onChange={({ currentTarget }) => props.onValue(currentTarget.checked)} />
}
