/** A leg of a trip, in the form of the API. */
type NamedLeg = { readonly sequence: number; readonly kind: string }

type TripWithLegs = { readonly trip_type: string; readonly legs: readonly NamedLeg[] }

/**
 * The heading of a leg: `Outward` or `Return` in a return trip of two drives, otherwise its number. Null for the only leg, and for
 * a wait between the two drives.
 */
export function formatLegName(leg: NamedLeg, { trip_type, legs }: TripWithLegs): string | null {
  const drives = legs.filter(({ kind }) => kind === 'transfer')
  if (trip_type !== 'return' || drives.length !== 2) return legs.length === 1 ? null : `Leg ${leg.sequence}`
  if (leg.kind !== 'transfer') return null
  return leg.sequence === drives[0]?.sequence ? 'Outward' : 'Return'
}
