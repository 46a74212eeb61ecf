import { ActionIcon, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { findCountryName } from '../../../domain/postal-address.ts'
import { formatCount } from '../../../domain/spoken.ts'
import { describeCoordinatesFault } from '../../plain/coordinates.ts'
import { useBoundValue } from '../form/bound-fields.tsx'
import { useField } from '../form/fields.tsx'
import { useFieldError } from '../form/form.tsx'
import { SuggestField } from '../form/suggest-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { AddressPanel } from './address-panel.tsx'
import { useKnownPlaces } from './known-places.ts'
import { emptyPlace, formatPlaceCoordinates, type PlaceDraft, type PlaceHit, resolvePlace, toPlaceOfHit } from './places.ts'
import { WhichPlace } from './which-place.tsx'

/** The suggestions of a field: the places of the account, with the homes of this customer (null for none). */
export type PlaceOffer = { readonly customerId: number | null }

type PlaceProps = {
  readonly path: string
  readonly label: string
  readonly place: PlaceDraft
  readonly onPlace: (place: PlaceDraft) => void
  /** Null for a field without suggestions. */
  readonly offer: PlaceOffer | null
  /** Whether the distance is known, with coordinates or without. */
  readonly isFarKnown?: boolean
  /** Whether only screen readers have the label. */
  readonly isLabelHidden?: boolean
  /** Whether another field of the same place asks which town is meant. */
  readonly isCopy?: boolean
  /** A button after the field. */
  readonly beside?: ReactNode
  /** Fields before those of the address. */
  readonly children?: ReactNode
}

/**
 * The field of a place. It searches by name, town or postcode and fills in the whole address. The muted text in the field is
 * town and postcode. “Edit address” opens the other fields.
 */
export function PlaceField(props: PlaceProps) {
  const { path, label, onPlace, offer } = props
  const place = resolvePlace(props.place)
  const { isOpen, toggle } = useAddressPanel(props)
  const [isTyping, setTyping] = useState(false)
  const panelId = useId()
  return (
    <div className="trip-place">
      <div className="place-line" data-labelled={!props.isLabelHidden || undefined}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a name that is still being typed is no question */}
        <div className="place-name" onFocus={() => setTyping(true)} onBlur={() => setTyping(false)}>
          {offer === null ? <PlainPlaceName {...props} /> : <SearchedPlaceName {...props} offer={offer} />}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Edit address (${label.toLowerCase()})`}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={toggle}
        >
          <Icon name="dots" />
        </ActionIcon>
        {props.beside}
      </div>
      {offer !== null && !isTyping && !props.isCopy && <WhichPlace label={label} place={place} onPlace={onPlace} />}
      {isOpen && (
        <AddressPanel
          id={panelId}
          path={path}
          label={label}
          place={place}
          isFarKnown={props.isFarKnown ?? false}
          onPlace={onPlace}
        >
          {props.children}
        </AddressPanel>
      )}
    </div>
  )
}

/** The field of a place at a path of the form's draft. */
export function BoundPlaceField(
  props: Pick<PlaceProps, 'label' | 'isFarKnown'> & { readonly at: string; readonly offer?: PlaceOffer },
) {
  const { path, value, onValue } = useBoundValue<Partial<PlaceDraft>>(props.at)
  return (
    <PlaceField
      path={path}
      label={props.label}
      place={{ ...emptyPlace, ...value }}
      onPlace={onValue}
      offer={props.offer ?? null}
      isFarKnown={props.isFarKnown ?? false}
    />
  )
}

/** The name of the place without suggestions. Typing the name of the chosen place again restores its values. */
function PlainPlaceName(props: PlaceProps) {
  const { path, label, place, onPlace, isLabelHidden = false } = props
  const { label: text, ...field } = useField({ path: `${path}.label`, label, isRequired: true })
  return (
    <TextInput
      {...field}
      {...(isLabelHidden ? { 'aria-label': text } : { label: text })}
      autoComplete="off"
      spellCheck={false}
      maxLength={160}
      value={place.label}
      onChange={({ currentTarget }) => onPlace({ ...place, label: currentTarget.value })}
      inputContainer={(input) => (
        <div className="field-overlay">
          {input}
          <PlaceRest place={resolvePlace(place)} />
        </div>
      )}
    />
  )
}

function SearchedPlaceName(props: PlaceProps & { readonly offer: PlaceOffer }) {
  const { path, label, place, onPlace, offer, isLabelHidden = false } = props
  const { customerId } = offer
  return (
    <SuggestField
      path={`${path}.label`}
      label={label}
      isLabelHidden={isLabelHidden}
      isRequired
      most={160}
      value={place.label}
      onValue={(text) => onPlace({ ...place, label: text })}
      suggesting={{
        useHits: useKnownPlaces,
        customerId,
        keyOf: buildHitKey,
        show: (hit) => <HitLines hit={hit} />,
        choose: (hit) => onPlace(toPlaceOfHit(hit, customerId)),
        listLabel: `Places (${label.toLowerCase()})`,
        one: 'place',
      }}
    >
      <PlaceRest place={resolvePlace(place)} />
    </SuggestField>
  )
}

/** Town and postcode behind the name of a place in its field. The hidden name keeps their distance. */
function PlaceRest({ place: { label, locality, postcode } }: { readonly place: PlaceDraft }) {
  const rest = [locality === label ? '' : locality, postcode].filter((part) => part.trim() !== '').join(', ')
  if (rest === '') return null
  return (
    <span className="field-rest">
      <span aria-hidden="true">{label}</span>
      <span className="quiet">{rest}</span>
    </span>
  )
}

function buildHitKey({ label, kind, locality, postcode, latitude, longitude }: PlaceHit): string {
  return [label, kind, locality, postcode, latitude, longitude].join('\n')
}

/** A suggestion: its name, then town, postcode and number of trips, or the country of a town. */
function HitLines({ hit: { label, locality, postcode, country, used } }: { readonly hit: PlaceHit }) {
  const parts =
    used === 0
      ? [locality === label ? null : locality, postcode, country && findCountryName(country)]
      : [locality, postcode, formatCount(used, 'trip')]
  return (
    <>
      {label}
      <span className="second-line">{parts.filter((part) => part !== null && part !== '').join(' · ')}</span>
    </>
  )
}

/** Whether the panel is open: by its button, or because one of its fields has an error. */
function useAddressPanel({ path, label, place }: PlaceProps) {
  const [isOpened, setOpened] = useState(false)
  const errors = [
    useFieldError(`${path}.locality`, label),
    useFieldError(`${path}.postcode`, label),
    useFieldError(`${path}.latitude`, label),
    useFieldError(`${path}.access_note`, label),
  ]
  const isWrong = describeCoordinatesFault(formatPlaceCoordinates(place)) !== null
  const isOpen = isOpened || isWrong || errors.some((error) => error !== null)
  return { isOpen, toggle: () => setOpened(!isOpen) }
}
