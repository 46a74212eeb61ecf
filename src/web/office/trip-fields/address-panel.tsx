import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { describeCoordinatesFault } from '../../plain/coordinates.ts'
import { noCoordinates } from '../../plain/distance-said.ts'
import { formatWord } from '../../plain/words.ts'
import { ChoiceField, TextField, useField } from '../form/fields.tsx'
import { findPlaceKindOf, formatPlaceCoordinates, type PlaceDraft, placeChoices } from './places.ts'

const words: Readonly<Record<string, string>> = { residential: 'Home' }

type PanelProps = {
  readonly path: string
  readonly label: string
  readonly place: PlaceDraft
  readonly onPlace: (place: PlaceDraft) => void
  /** Whether the distance is known, with coordinates or without. */
  readonly isFarKnown: boolean
}

/** The rest of the fields of a place: town, postcode, place type, coordinates and a note on access. */
export function AddressPanel(props: PanelProps & { readonly id: string; readonly children: ReactNode }) {
  const { path, place, onPlace } = props
  const set = (change: Partial<PlaceDraft>) => onPlace({ ...place, ...change })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend would take a line of its own
    <div role="group" id={props.id} className="place-panel" aria-label={`Address (${props.label.toLowerCase()})`}>
      <div className="form-row">
        {props.children}
        <TextField
          path={`${path}.locality`}
          label="Town"
          value={place.locality}
          onValue={(locality) => set({ locality })}
          most={120}
        />
        <TextField
          path={`${path}.postcode`}
          label="Postcode"
          value={place.postcode}
          onValue={(postcode) => set({ postcode })}
          most={12}
        />
        <ChoiceField
          path={`${path}.kind`}
          label="Place type"
          value={findPlaceKindOf(place)}
          onValue={(kind) => set({ kind })}
          choices={placeChoices.map((kind) => ({ value: kind, label: words[kind] ?? formatWord(kind) }))}
          isClearable={false}
        />
      </div>
      <div className="form-row">
        <PinField {...props} />
        <TextField
          path={`${path}.access_note`}
          label="Access note"
          value={place.access_note}
          onValue={(access_note) => set({ access_note })}
          most={500}
        />
      </div>
    </div>
  )
}

/** The coordinates of a place, with a note if they are missing. Typed coordinates give a distance without a map. */
function PinField({ path, place, onPlace, isFarKnown }: PanelProps) {
  const text = formatPlaceCoordinates(place)
  const isMissing = text.trim() === '' && place.label.trim() !== '' && !isFarKnown
  const help = isMissing ? noCoordinates : 'Latitude and longitude, such as 53.795, -1.548'
  const field = useField({ path: `${path}.latitude`, label: 'Pin on map', help })
  const [isTyping, setTyping] = useState(false)
  const fault = describeCoordinatesFault(text)
  return (
    <TextInput
      {...field}
      ref={(input) => input?.setCustomValidity(fault ?? '')}
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      value={text}
      error={isTyping ? field.error : (fault ?? field.error)}
      onChange={({ currentTarget }) => {
        setTyping(true)
        onPlace({ ...place, coordinates: currentTarget.value, foundAt: null })
      }}
      onBlur={() => setTyping(false)}
    />
  )
}
