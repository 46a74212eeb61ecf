import { formatWord } from '../../plain/words.ts'
import { useBoundValue } from '../form/bound-fields.tsx'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { CoordinatesField } from './coordinates-field.tsx'
import { PlaceSearchField } from './place-search-field.tsx'
import { emptyPlace, findPlaceKindOf, type PlaceDraft, placeChoices, resolvePlace, toPlaceOfHit } from './places.ts'

const words: Readonly<Record<string, string>> = { residential: 'Home' }

/**
 * The fields of a pick-up or drop-off: name, town, postcode, place type and coordinates. With `offer` the name field suggests
 * known places.
 */
export function PlaceFields(props: {
  /** Path of the place in the form's draft. */
  readonly at: string
  readonly label: string
  /** Customer whose homes are suggested; null for none. */
  readonly offer?: { readonly customerId: number | null }
  /** Whether the distance is known, with coordinates or without. */
  readonly isFarKnown?: boolean
}) {
  const { at, label, offer, isFarKnown = false } = props
  const { path, value, onValue } = useBoundValue<PlaceDraft>(at)
  const typed = { ...emptyPlace, ...value }
  const place = resolvePlace(typed)
  const set = (change: Partial<PlaceDraft>) => onValue({ ...place, ...change })
  // Typing the name of the chosen place again restores its values.
  const setName = (name: string) => onValue({ ...typed, label: name })
  return (
    <div className="trip-place">
      {offer === undefined ? (
        <TextField path={`${path}.label`} label={label} value={place.label} onValue={setName} most={160} isRequired />
      ) : (
        <PlaceSearchField
          path={`${path}.label`}
          label={label}
          value={place.label}
          onValue={setName}
          onPlace={(known) => onValue(toPlaceOfHit(known, offer.customerId))}
          customerId={offer.customerId}
          isRequired
        />
      )}
      <div className="form-row">
        <TextField
          path={`${path}.locality`}
          label={`Town (${label.toLowerCase()})`}
          value={place.locality}
          onValue={(locality) => set({ locality })}
          most={120}
        />
        <TextField
          path={`${path}.postcode`}
          label={`Postcode (${label.toLowerCase()})`}
          value={place.postcode}
          onValue={(postcode) => set({ postcode })}
          most={12}
        />
        <ChoiceField
          path={`${path}.kind`}
          label={`Place type (${label.toLowerCase()})`}
          value={findPlaceKindOf(place)}
          onValue={(kind) => set({ kind })}
          choices={placeChoices.map((kind) => ({ value: kind, label: words[kind] ?? formatWord(kind) }))}
          isClearable={false}
        />
      </div>
      <CoordinatesField
        path={path}
        label={label}
        place={place}
        isFarKnown={isFarKnown}
        onCoordinates={(coordinates) => set({ coordinates, foundAt: null })}
      />
    </div>
  )
}
