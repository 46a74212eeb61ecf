import { TextInput } from '@mantine/core'
import { formatFieldSentence } from '../../plain/refusal-words.ts'
import { describeZone, findOwnZone, formatWithOffset, listInstants, toWallAt } from '../../plain/zone.ts'
import { type FieldProps, TextField, useField } from './fields.tsx'
import { useTypedText } from './form.tsx'
import { RadioCards } from './radio-cards.tsx'

const jumpedOver = formatFieldSentence('office', 'departs_at, in the hour skipped')

/** A field for a day (`2026-11-24`), the browser's own. Empty text while there is none. */
export function DateField(props: FieldProps & { readonly value: string; readonly onValue: (day: string) => void }) {
  return <TextField {...props} type="date" />
}

/**
 * A field for a date and time in `zone`, with its offset (`2026-11-24T08:30:00+00:00`). Null while incomplete. Shows an error
 * for a time that the clocks skip, and asks which one for a time that occurs twice.
 */
export function MomentField(
  props: FieldProps & { readonly zone: string; readonly value: string | null; readonly onValue: (at: string | null) => void },
) {
  const { zone, value } = props
  const field = useField(props)
  const [wall, type] = useTypedText(props.path, value === null ? '' : toWallAt(Date.parse(value), zone).slice(0, 16))
  const instants = wall === '' ? [] : listInstants(wall, zone)
  const isJumpedOver = wall.length === 16 && instants.length === 0
  const note = describeZone(zone, instants[0] ?? Date.now(), findOwnZone())
  const take = (instant: number | undefined) => props.onValue(instant === undefined ? null : formatWithOffset(instant, zone))
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
          const [instant] = listInstants(typed, zone)
          type(typed, typed === '' || instant !== undefined)
          take(instant)
        }}
      />
      {instants.length === 2 && (
        <RadioCards
          legend="The clocks go back. Choose one."
          value={String(instants.findIndex((one) => value !== null && one === Date.parse(value)))}
          onValue={(nth) => take(instants[Number(nth)])}
          cards={[
            { value: '0', label: 'First', help: 'before the clocks go back' },
            { value: '1', label: 'Second', help: 'after the clocks go back' },
          ]}
        />
      )}
    </>
  )
}
