import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { counted } from '../../../domain/spoken.ts'
import { type FieldProps, useField } from '../form/fields.tsx'
import { OptionLine } from '../parts/option-line.tsx'
import { useKnownPlaces } from './known-places.ts'
import type { PlaceHit } from './typed-trip.ts'

/**
 * The name of a place, with the known places below it as it is typed: arrows go through them, Enter or a touch takes one,
 * Escape closes them. What is typed stands where none is taken.
 */
export function PlaceSearchField(
  props: FieldProps & {
    readonly value: string
    readonly onValue: (label: string) => void
    readonly onPlace: (place: PlaceHit) => void
    /** Customer whose homes are offered too; null for none of them. */
    readonly customerId: number | null
  },
) {
  const field = useField(props)
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [litKey, setLitKey] = useState<string | null>(null)
  const { places, isReady, isAwaited } = useKnownPlaces(isOpen ? props.value : '', props.customerId)
  const isShown = isOpen && places.length > 0
  // By its key: other places come while somebody types on.
  const lit = isShown ? places.findIndex((place) => keyOf(place) === litKey) : -1

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
      // A drawer around it stays open.
      event.stopPropagation()
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      take(chosen)
    } else if (event.key === 'Enter' && isAwaited) {
      // The form is not sent while a place is still being looked for.
      event.preventDefault()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (!isShown) return
      const next = event.key === 'ArrowDown' ? lit + 1 : Math.max(lit, 0) - 1
      const place = places.at(next % places.length)
      setLitKey(place === undefined ? null : keyOf(place))
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
        <PlaceOffers id={listId} label={`Known places (${props.label.toLowerCase()})`} places={places} lit={lit} take={take} />
      )}
      <span className="unseen" role="status">
        {isOpen && isReady && (places.length === 0 ? 'No known place' : counted(places.length, 'known place'))}
      </span>
    </div>
  )
}

function keyOf({ label, kind, locality, postcode }: PlaceHit): string {
  return [label, kind, locality, postcode].join('\n')
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
      // The focus stays in the field while a place is touched.
      onMouseDown={(event) => event.preventDefault()}
    >
      {places.map((place, nth) => (
        <OptionLine key={keyOf(place)} id={`${id}-${nth}`} isLit={nth === lit} take={() => take(place)}>
          {place.label}
          <span className="second-line">{whereabouts(place)}</span>
        </OptionLine>
      ))}
    </div>
  )
}

/** The town, the postcode and how often it was called at, as far as there are such. */
function whereabouts({ locality, postcode, used }: PlaceHit): string {
  return [locality, postcode, counted(used, 'trip')].filter((part) => part !== null && part !== '').join(' · ')
}
