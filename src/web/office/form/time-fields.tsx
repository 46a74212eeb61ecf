import { formatFieldSentence } from '../../plain/refusal-words.ts'
import { describeZone, findOwnZone, formatWithOffset, listInstants, toWallAt } from '../../plain/zone.ts'
import { DateInput } from './date-input.tsx'
import type { FieldProps } from './fields.tsx'
import { RadioCards } from './radio-cards.tsx'

/** The fault of a time that the clocks skip. */
export const jumpedOver = formatFieldSentence('office', 'departs_at, in the hour skipped')

/** A field for a day (`2026-11-24`). Empty text while there is none. */
export function DateField(
  props: FieldProps & {
    readonly value: string
    readonly onValue: (day: string) => void
    readonly isInPopover?: boolean
    readonly isCompact?: boolean
  },
) {
  return <DateInput {...props} />
}

/**
 * A field for a date and time in `zone`, with its offset (`2026-11-24T08:30:00+00:00`). Null while incomplete. Shows an error
 * for a time that the clocks skip, and asks which one for a time that occurs twice.
 */
export function MomentField(
  props: FieldProps & { readonly zone: string; readonly value: string | null; readonly onValue: (at: string | null) => void },
) {
  const { zone, value, help, ...field } = props
  const wall = value === null ? '' : toWallAt(Date.parse(value), zone).slice(0, 16)
  const instants = wall === '' ? [] : listInstants(wall, zone)
  const note = describeZone(zone, instants[0] ?? Date.now(), findOwnZone())
  const take = (instant: number | undefined) => props.onValue(instant === undefined ? null : formatWithOffset(instant, zone))
  return (
    <>
      <DateInput
        {...field}
        help={[help, note].filter(Boolean).join(' · ')}
        hasTime
        value={wall}
        onValue={(typed) => take(typed === '' ? undefined : listInstants(typed, zone)[0])}
        describeFault={(typed) => (listInstants(typed, zone).length === 0 ? jumpedOver : null)}
      />
      {instants.length === 2 && (
        <RepeatedHourField
          isSecond={value !== null && instants[1] === Date.parse(value)}
          onSecond={(isSecond) => take(instants[isSecond ? 1 : 0])}
        />
      )}
    </>
  )
}

/** The choice between two equal times, when the clocks go back. */
export function RepeatedHourField(props: { readonly isSecond: boolean; readonly onSecond: (isSecond: boolean) => void }) {
  return (
    <RadioCards
      legend="The clocks go back. Choose one."
      value={props.isSecond ? 'second' : 'first'}
      onValue={(which) => props.onSecond(which === 'second')}
      cards={[
        { value: 'first', label: 'First', help: 'before the clocks go back' },
        { value: 'second', label: 'Second', help: 'after the clocks go back' },
      ]}
    />
  )
}
