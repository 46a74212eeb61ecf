import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { describeCoordinatesFault } from '../../plain/coordinates.ts'
import { noCoordinates } from '../../plain/distance-said.ts'
import { useField } from '../form/fields.tsx'
import { formatPlaceCoordinates, type PlaceDraft } from './places.ts'

/**
 * The coordinates of a place in a folded field, with a note if they are missing. Typed coordinates give a distance without a
 * map.
 */
export function CoordinatesField(props: {
  readonly path: string
  readonly label: string
  readonly place: PlaceDraft
  /** Whether the distance is known without coordinates. */
  readonly isFarKnown: boolean
  readonly onCoordinates: (coordinates: string) => void
}) {
  const { place } = props
  const label = `Pin on map (${props.label.toLowerCase()})`
  const field = useField({ path: `${props.path}.latitude`, label, help: 'Latitude and longitude, such as 53.795, -1.548' })
  const fieldId = useId()
  const [isOpen, setOpen] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const text = formatPlaceCoordinates(place)
  const isEmpty = text.trim() === ''
  const fault = describeCoordinatesFault(text)
  const isShown = isOpen || fault !== null || field.error !== null
  return (
    <div className="trip-coordinates">
      <div>
        <Button
          variant="subtle"
          size="xs"
          aria-label={label}
          aria-expanded={isShown}
          aria-controls={fieldId}
          onClick={() => setOpen(!isOpen)}
        >
          Pin on map
        </Button>
        {isEmpty && place.label.trim() !== '' && !props.isFarKnown && <span className="quiet">{noCoordinates}</span>}
        {!isEmpty && !isShown && <span className="quiet">{text}</span>}
      </div>
      {isShown && (
        <TextInput
          {...field}
          id={fieldId}
          ref={(input) => input?.setCustomValidity(fault ?? '')}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={text}
          error={isTyping ? field.error : (fault ?? field.error)}
          onChange={({ currentTarget }) => {
            // Keeps the field open after a fault opened it.
            setOpen(true)
            setTyping(true)
            props.onCoordinates(currentTarget.value)
          }}
          onBlur={() => setTyping(false)}
        />
      )}
    </div>
  )
}
