import type { Coordinates } from '../../domain/road-distance.ts'

/** A drive from a router, unrounded and unchecked. */
export type RouterDrive = { readonly metres: number; readonly seconds: number }

/** The request format and the answer format of one kind of router. */
export type RouterDialect = {
  /** The request for a drive through some points: its path on the router, and the rest of it. */
  question(points: readonly Coordinates[]): { readonly path: string; readonly init: RequestInit }
  /**
   * The drive in a JSON answer; null without one, and for one between other places, because the requested places are not on its
   * map.
   */
  driveIn(answer: unknown): RouterDrive | null
}

/** Metres between a place and the nearest road of a map, beyond which the place is not on the map. */
export const longestSnapM = 2_000
