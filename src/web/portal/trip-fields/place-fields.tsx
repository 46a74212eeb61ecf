import { spokenWord } from '../../plain/words.ts'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { CoordinatesField } from './coordinates-field.tsx'
import { PlaceSearchField } from './place-search-field.tsx'
import { guessedKind, placeChoices, shownPlace, type TypedPlace, takenPlace } from './typed-trip.ts'

const words: Readonly<Record<string, string>> = { residential: 'Home' }

/**
 * The fields of the place where the group gets on or off: its name as people say it, town, postcode, what it is, and its
 * coordinates. With `offer` its name is looked for among the known places.
 */
export function PlaceFields(props: {
  readonly path: string
  readonly label: string
  readonly place: TypedPlace
  readonly onPlace: (place: TypedPlace) => void
  /** Customer whose homes are offered among the known places; null for none of them. */
  readonly offer?: { readonly customerId: number | null }
  /** Whether the distance is known, with coordinates or without. */
  readonly isFarKnown?: boolean
}) {
  const { path, label, offer, isFarKnown = false } = props
  const place = shownPlace(props.place)
  const set = (change: Partial<TypedPlace>) => props.onPlace({ ...place, ...change })
  // Under the name of the place that was taken, all that it filled in is there again.
  const setName = (name: string) => props.onPlace({ ...props.place, label: name })
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
          onPlace={(known) => props.onPlace(takenPlace(known, offer.customerId))}
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
          label={`What it is (${label.toLowerCase()})`}
          value={guessedKind(place)}
          onValue={(kind) => set({ kind })}
          choices={placeChoices.map((kind) => ({ value: kind, label: words[kind] ?? spokenWord(kind) }))}
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
