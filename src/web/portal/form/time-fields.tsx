import { TextInput } from '@mantine/core'
import { fieldSentence } from '../../plain/refusal-words.ts'
import { instantsOf, ownZone, wallAt, withOffset, zoneNote } from '../../plain/zone.ts'
import { type FieldProps, TextField, useField } from './fields.tsx'
import { useTypedText } from './form.tsx'
import { RadioCards } from './radio-cards.tsx'

const jumpedOver = fieldSentence('office', 'departs_at, in the hour skipped')

/** A day, `2026-11-24`, in the browser's own date field; empty text while there is none. */
export function DateField(props: FieldProps & { readonly value: string; readonly onValue: (day: string) => void }) {
  return <TextField {...props} type="date" />
}

/** A time of day, `08:30`. */
export function ClockField(props: FieldProps & { readonly value: string; readonly onValue: (time: string) => void }) {
  return <TextField {...props} type="time" />
}

/**
 * A moment on the clocks of `zone`, handed on with its offset (`2026-11-24T08:30:00+00:00`); null while it is no whole moment.
 * Where the clocks jump over it the field says so, and where they show it twice it asks which one.
 */
export function MomentField(
  props: FieldProps & { readonly zone: string; readonly value: string | null; readonly onValue: (at: string | null) => void },
) {
  const { zone, value } = props
  const field = useField(props)
  const [wall, type] = useTypedText(props.path, value === null ? '' : wallAt(Date.parse(value), zone).slice(0, 16))
  const instants = wall === '' ? [] : instantsOf(wall, zone)
  const isJumpedOver = wall.length === 16 && instants.length === 0
  const note = zoneNote(zone, instants[0] ?? Date.now(), ownZone())
  const take = (instant: number | undefined) => props.onValue(instant === undefined ? null : withOffset(instant, zone))
  return (
    <>
      <TextInput
        {...field}
        type="datetime-local"
        ref={(input) => input?.setCustomValidity(isJumpedOver ? jumpedOver : '')}
        value={wall}
        description={[props.help, note].filter(Boolean).join(' · ') || undefined}
        error={isJumpedOver ? jumpedOver : field.error}
        onChange={({ currentTarget: { value: typed } }) => {
          const [instant] = instantsOf(typed, zone)
          type(typed, typed === '' || instant !== undefined)
          take(instant)
        }}
      />
      {instants.length === 2 && (
        <RadioCards
          legend="The clocks go back that night: which one?"
          value={String(instants.findIndex((one) => value !== null && one === Date.parse(value)))}
          onValue={(nth) => take(instants[Number(nth)])}
          cards={[
            { value: '0', label: 'The first', help: 'before the clocks go back' },
            { value: '1', label: 'The second', help: 'after they went back' },
          ]}
        />
      )}
    </>
  )
}
