import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { type KeyboardEvent, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { findToday, toWallDay } from '../../plain/moment.ts'
import { formatTypedDay, formatTypedWall, parseTypedDay, parseTypedWall } from '../../plain/typed-date.ts'
import { useSession } from '../api/session.ts'
import { Icon } from '../parts/icon.tsx'
import { useTouch } from '../parts/narrow.ts'
import { useClock } from '../parts/now.ts'
import { type FieldProps, useField } from './fields.tsx'
import { useTypedText } from './form.tsx'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

type DateInputProps = FieldProps & {
  /** A day (`2026-12-04`), or with `hasTime` a wall time (`2026-12-04T08:30`). Empty while there is none. */
  readonly value: string
  readonly onValue: (value: string) => void
  readonly hasTime?: boolean
  /** The fault of a readable value, if it has one. */
  readonly describeFault?: (value: string) => string | null
  /** Whether the field is in a popover, which a click outside of its element closes. */
  readonly isInPopover?: boolean
  /** Whether the field is small, and only a screen reader reads its label. */
  readonly isCompact?: boolean
}

const compact = { size: 'xs', labelProps: { className: 'unseen' } } as const

/** A field for a day, with or without a time of day. On touch it is the browser's own. */
export function DateInput(props: DateInputProps) {
  return useTouch() ? <NativeInput {...props} /> : <WrittenInput {...props} />
}

const noFault = () => null

function NativeInput(props: DateInputProps) {
  const { value, onValue, hasTime, describeFault = noFault } = props
  const field = { ...useField(props), ...(props.isCompact && compact) }
  const [typed, type] = useTypedText(props.path, value)
  const shown = value === '' ? typed : value
  const fault = shown === '' ? null : describeFault(shown)
  return (
    <TextInput
      {...field}
      type={hasTime ? 'datetime-local' : 'date'}
      ref={(input) => input?.setCustomValidity(fault ?? '')}
      value={shown}
      error={fault ?? field.error}
      onChange={({ currentTarget }) => {
        type(currentTarget.value, currentTarget.value === '' || describeFault(currentTarget.value) === null)
        onValue(currentTarget.value)
      }}
    />
  )
}

function OpenCalendar({ open }: { readonly open: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" tabIndex={-1} aria-label="Open calendar" onClick={open}>
      <Icon name="diary" />
    </ActionIcon>
  )
}

/**
 * A text field: typing a date in any common form (`4 Dec 8:30`) is faster than a calendar. The browser's own field follows the
 * language of the browser. The button or `Alt+Down` opens a calendar.
 */
function WrittenInput(props: DateInputProps) {
  const { value, onValue, hasTime = false, describeFault = noFault, isInPopover = false } = props
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const parse = hasTime ? parseTypedWall : parseTypedDay
  const format = hasTime ? formatTypedWall : formatTypedDay
  const field = { ...useField(props), ...(props.isCompact && compact) }
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const [text, type] = useTypedText(props.path, value === '' ? '' : format(value))

  const read = (typed: string) => {
    const found = parse(typed, today)
    return found === null || describeFault(found) !== null ? null : found
  }
  // Shows a value set from outside, but leaves the text alone while the user types.
  const isOther = value === '' ? read(text) !== null : read(text) !== value
  const shown = isTyping || !isOther ? text : value === '' ? '' : format(value)
  const found = parse(shown, today)
  const example = hasTime ? 'a date and a time, such as 4 Dec 8:30' : 'a date, such as 4 Dec'
  const fault = shown.trim() === '' ? null : found === null ? `Enter ${example}.` : describeFault(found)
  const change = (typed: string) => {
    type(typed, typed.trim() === '' || read(typed) !== null)
    onValue(read(typed) ?? '')
  }
  const close = () => {
    setOpen(false)
    input.current?.focus()
  }
  const choose = (day: string) => {
    // The user types the time that is missing after the day.
    change(hasTime ? (found === null ? `${formatTypedDay(day)}, ` : format(`${day}${found.slice(10)}`)) : format(day))
    setTyping(true)
    close()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      closeOnEscape={false}
      position="bottom-end"
      withRoles={false}
      withinPortal={!isInPopover}
    >
      <Popover.Target>
        <TextInput
          {...field}
          ref={mergeValidity(input, fault ?? '')}
          autoComplete="off"
          spellCheck={false}
          placeholder={hasTime ? 'such as 4 Dec 8:30' : 'such as 4 Dec'}
          value={shown}
          error={isTyping && found === null ? field.error : (fault ?? field.error)}
          onBlur={() => {
            setTyping(false)
            const typed = read(text)
            if (typed !== null) type(format(typed), true)
          }}
          onChange={({ currentTarget }) => {
            setTyping(true)
            change(currentTarget.value)
          }}
          // Escape closes the calendar, not the drawer around the field.
          data-mantine-stop-propagation={isOpen || undefined}
          onKeyDown={(event) => {
            if (isOpen) takeEscape(() => setOpen(false))(event)
            if (event.key !== 'ArrowDown' || !event.altKey) return
            event.preventDefault()
            setOpen(true)
          }}
          rightSection={<OpenCalendar open={() => setOpen(true)} />}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendar" onKeyDown={takeEscape(close)}>
        <Suspense>{isOpen && <Calendar day={found === null ? null : toWallDay(found)} today={today} choose={choose} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A handler that runs on Escape, and keeps the key from a popover or a dialog around it. */
function takeEscape(run: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    run()
  }
}

/** A ref that keeps the element and sets its fault for the check of the form. */
function mergeValidity(kept: RefObject<HTMLInputElement | null>, fault: string) {
  return (input: HTMLInputElement | null) => {
    kept.current = input
    input?.setCustomValidity(fault)
  }
}
