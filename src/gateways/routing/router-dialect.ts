import type { Coordinates } from '../../domain/road-distance.ts'

/** A drive as a router tells it, neither rounded nor doubted. */
export type ToldDrive = { readonly metres: number; readonly seconds: number }

/** The way in which one kind of router is asked for a drive, and in which it tells it. */
export type RouterDialect = {
  /** The request for a drive through some points: its path on the router, and the rest of it. */
  question(points: readonly Coordinates[]): { readonly path: string; readonly init: RequestInit }
  /** The drive in an answer that was JSON; null where it tells none, or one between other places, those asked for not being on its map. */
  driveIn(answer: unknown): ToldDrive | null
}

/** Metres that a place may lie from the nearest road of a map; one that lies further off is not on it. */
export const longestSnapM = 2_000

/** The value at the end of a path of names in something from outside; undefined where the path leads nowhere. */
export function memberIn(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (within, name) =>
      typeof within === 'object' && within !== null && Object.hasOwn(within, name) ? Reflect.get(within, name) : undefined,
    value,
  )
}
