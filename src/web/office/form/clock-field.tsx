import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseTypedTime } from '../../plain/typed-date.ts'
import { useTouch } from '../parts/narrow.ts'
import { type FieldProps, useField } from './fields.tsx'
import { useTypedText } from './form.tsx'

type ClockProps = FieldProps & {
  /** A time of day, `08:30`. Empty while there is none. */
  readonly value: string
  readonly onValue: (time: string) => void
  /** The fault of a readable time, if it has one. */
  readonly fault?: string | null
}

/** A narrow field for a time of day, with its label for screen readers only. On touch it is the browser's own. */
export function ClockField(props: ClockProps) {
  return useTouch() ? <NativeClock {...props} /> : <WrittenClock {...props} />
}

function useClockField({ value: _value, onValue: _onValue, fault: _fault, ...props }: ClockProps) {
  const { label, ...field } = useField(props)
  return { ...field, 'aria-label': label, 'data-missing': 'Enter a time.' }
}

function NativeClock(props: ClockProps) {
  const { value, onValue, fault = null } = props
  const field = useClockField(props)
  return (
    <TextInput
      {...field}
      type="time"
      ref={(input) => input?.setCustomValidity(fault ?? '')}
      value={value}
      error={fault ?? field.error}
      onChange={({ currentTarget }) => onValue(currentTarget.value.slice(0, 5))}
    />
  )
}

/** A text field for `8:30`, `0830` or `8.30`. The browser's own field follows the language of the browser. */
function WrittenClock(props: ClockProps) {
  const { value, onValue, fault = null } = props
  const field = useClockField(props)
  const [isTyping, setTyping] = useState(false)
  const [text, type] = useTypedText(props.path, value)
  // Shows a value set from outside, but leaves the text alone while the user types.
  const isOther = (parseTypedTime(text) ?? '') !== value
  const shown = isTyping || !isOther ? text : value
  const isUnread = shown.trim() !== '' && parseTypedTime(shown) === null
  const wrong = isUnread ? 'Enter a time, such as 8:30.' : fault
  return (
    <TextInput
      {...field}
      ref={(input) => input?.setCustomValidity(wrong ?? '')}
      autoComplete="off"
      spellCheck={false}
      value={shown}
      error={isTyping ? field.error : (wrong ?? field.error)}
      onChange={({ currentTarget: { value: typed } }) => {
        setTyping(true)
        const time = parseTypedTime(typed)
        type(typed, typed.trim() === '' || time !== null)
        onValue(time ?? '')
      }}
      onBlur={() => {
        setTyping(false)
        const time = parseTypedTime(text)
        if (time !== null) type(time, true)
      }}
    />
  )
}
