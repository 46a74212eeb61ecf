import { Button } from '@mantine/core'
import { useState } from 'react'
import { findCountryName } from '../../../domain/postal-address.ts'
import { useKnownPlaces } from './known-places.ts'
import { fillTown, findSoughtTown, type PlaceDraft, type PlaceHit } from './places.ts'

/**
 * Asks which town a name means, if several have it: “Which Ashford?” with a button for each. The server does not guess, so that
 * without an answer the trip has no distance.
 */
export function WhichPlace(props: {
  readonly label: string
  readonly place: PlaceDraft
  readonly onPlace: (place: PlaceDraft) => void
}) {
  const { place, onPlace } = props
  const sought = findSoughtTown(place)
  const { hits } = useKnownPlaces(sought, null)
  const [kept, setKept] = useState<string | null>(null)
  const towns = kept === sought ? [] : hits.filter(({ ambiguous }) => ambiguous)
  if (towns.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend would take a line of its own
    <div role="group" className="which-place" aria-label={`Town (${props.label.toLowerCase()})`}>
      <span>Which {sought}?</span>
      {towns.map((town) => (
        <Button
          key={`${town.latitude} ${town.longitude}`}
          size="xs"
          variant="default"
          onClick={() => onPlace(fillTown(place, town))}
        >
          {formatTownChoice(town, towns)}
        </Button>
      ))}
      <button type="button" className="plain-button" onClick={() => setKept(sought)}>
        None of these
      </button>
    </div>
  )
}

/** A town and the larger one near it, or its country if the towns are in several. */
function formatTownChoice({ label, country, near_town: near }: PlaceHit, towns: readonly PlaceHit[]): string {
  const isAbroad = towns.some((town) => town.country !== country)
  const parts = [label, near && `near ${near}`, isAbroad && country && findCountryName(country)]
  return parts.filter(Boolean).join(', ')
}
