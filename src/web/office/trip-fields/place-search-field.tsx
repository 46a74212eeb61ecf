import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { type FieldProps, useField } from '../form/fields.tsx'
import { OptionLine } from '../parts/option-line.tsx'
import { useKnownPlaces } from './known-places.ts'
import type { PlaceHit } from './places.ts'

/**
 * The name field of a place with suggestions. The arrow keys move through them, Enter or a click chooses one, Escape closes them.
 * Without a choice the typed text is the name.
 */
export function PlaceSearchField(
  props: FieldProps & {
    readonly value: string
    readonly onValue: (label: string) => void
    readonly onPlace: (place: PlaceHit) => void
    /** Customer whose homes are suggested; null for none. */
    readonly customerId: number | null
  },
) {
  const field = useField(props)
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [litKey, setLitKey] = useState<string | null>(null)
  const { places, isReady, isAwaited } = useKnownPlaces(isOpen ? props.value : '', props.customerId)
  const isShown = isOpen && places.length > 0
  // By its key, because the list changes while the user types.
  const lit = isShown ? places.findIndex((place) => buildHitKey(place) === litKey) : -1

  const close = () => {
    setOpen(false)
    setLitKey(null)
  }
  const take = (place: PlaceHit) => {
    close()
    props.onPlace(place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const chosen = places[lit]
    if (event.key === 'Escape' && isOpen) {
      // Keeps the drawer around it open.
      event.stopPropagation()
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      take(chosen)
    } else if (event.key === 'Enter' && isAwaited) {
      // Does not send the form during a search.
      event.preventDefault()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (!isShown) return
      const next = event.key === 'ArrowDown' ? lit + 1 : Math.max(lit, 0) - 1
      const place = places.at(next % places.length)
      setLitKey(place === undefined ? null : buildHitKey(place))
    }
  }

  return (
    <div className="place-search">
      <TextInput
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={lit === -1 ? undefined : `${listId}-${lit}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={160}
        value={props.value}
        onChange={({ currentTarget }) => {
          props.onValue(currentTarget.value)
          setOpen(true)
          setLitKey(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isShown && (
        <PlaceOffers id={listId} label={`Places (${props.label.toLowerCase()})`} places={places} lit={lit} take={take} />
      )}
      <span className="unseen" role="status">
        {isOpen && isReady && (places.length === 0 ? 'No places found' : formatCount(places.length, 'place'))}
      </span>
    </div>
  )
}

function buildHitKey({ label, kind, locality, postcode, latitude, longitude }: PlaceHit): string {
  return [label, kind, locality, postcode, latitude, longitude].join('\n')
}

function PlaceOffers(props: {
  readonly id: string
  readonly label: string
  readonly places: readonly PlaceHit[]
  readonly lit: number
  readonly take: (place: PlaceHit) => void
}) {
  const { id, places, lit, take } = props
  return (
    <div
      role="listbox"
      id={id}
      aria-label={props.label}
      className="options-below place-offers"
      tabIndex={-1}
      // Keeps the focus in the field during a click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {places.map((place, nth) => (
        <OptionLine key={buildHitKey(place)} id={`${id}-${nth}`} isLit={nth === lit} take={() => take(place)}>
          {place.label}
          <span className="second-line">{formatWhereabouts(place)}</span>
        </OptionLine>
      ))}
    </div>
  )
}

/** Town, postcode and number of trips of a known place; the country of a town. */
function formatWhereabouts({ label, locality, postcode, country, used }: PlaceHit): string {
  const parts =
    used === 0 ? [locality === label ? null : locality, postcode, country] : [locality, postcode, formatCount(used, 'trip')]
  return parts.filter((part) => part !== null && part !== '').join(' · ')
}
