import type { Place } from './place.ts'

/** Origins of a distance, least reliable first: estimated as the crow flies, from a router, given by the caller. */
export const distanceSources = ['estimated', 'routed', 'given'] as const

export type DistanceSource = (typeof distanceSources)[number]

/** A point on the earth in decimal degrees, WGS 84. */
export type Coordinates = { readonly latitude: number; readonly longitude: number }

/** A drive's length in metres, and its time at the wheel in seconds. */
export type Drive = { readonly distanceM: number; readonly drivingSeconds: number }

/** A drive from a search, with its origin. */
type FoundDrive = Drive & { readonly distanceSource: Exclude<DistanceSource, 'given'> }

/** A drive to find: the points of a leg in their order, its sequence, and whether its distance or its time was given. */
type DriveRequest = { readonly points: readonly Coordinates[]; readonly sequence: number; readonly isHalfGiven: boolean }

/** A way to find a drive; null for an unknown one. */
export type DriveFinder = (wanted: DriveRequest) => FoundDrive | null

/** A drive that was found for a leg, with the leg's sequence. */
export type LegDrive = FoundDrive & { readonly sequence: number }

/** The figures for estimates: metres of road for each metre as the crow flies, and km/h. */
export type RoadFigures = { readonly factor: number; readonly speedKmh: number }

/** Figures of a server that has no settings for them. */
export const usualRoads: RoadFigures = { factor: 1.3, speedKmh: 60 }

/** Drives from a router, by `computeDriveKey` of their points. */
export type RoutedDrives = ReadonlyMap<string, Drive>

/** The drives without a router. */
export const noDrives: RoutedDrives = new Map()

/** Mean radius of the earth (IUGG), in metres. */
const earthRadiusM = 6_371_008.8

/** Decimals of a written degree, about 10 cm. */
const degreeDecimals = 6

/** Degrees in a text for other programs, without an exponent. */
export function formatDegrees(degrees: number): string {
  return degrees.toFixed(degreeDecimals).replace(/\.?0+$/, '')
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two points by the great circle, not rounded. */
export function computeGreatCircle(from: Coordinates, to: Coordinates): number {
  const [south, north] = [radians(from.latitude), radians(to.latitude)]
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const chord = half(north - south) + Math.cos(south) * Math.cos(north) * half(radians(to.longitude - from.longitude))
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Metres by the great circle from each point to the next one, added up and not rounded. */
export function sumGreatCircles(points: readonly Coordinates[]): number {
  return points.reduce((metres, point, nth) => metres + (nth === 0 ? 0 : computeGreatCircle(points[nth - 1] ?? point, point)), 0)
}

/**
 * The estimate of a drive through some points: as the crow flies times the road factor, rounded to 100 m, at one speed, rounded
 * to a second.
 */
export function estimateDrive(points: readonly Coordinates[], { factor, speedKmh }: RoadFigures): Drive {
  const distanceM = Math.round((sumGreatCircles(points) * factor) / 100) * 100
  return { distanceM, drivingSeconds: Math.round((distanceM * 18) / (5 * speedKmh)) }
}

/** Finds drives among those of a router, and estimates the others, including those with one given figure. */
export function createDriveFinder(figures: RoadFigures, routed: RoutedDrives = noDrives): DriveFinder {
  return ({ points, isHalfGiven }) => {
    const told = isHalfGiven ? undefined : routed.get(computeDriveKey(points))
    if (told !== undefined) return { ...told, distanceSource: 'routed' }
    return { ...estimateDrive(points, figures), distanceSource: 'estimated' }
  }
}

/** Finds earlier found drives, by the sequence of the leg. */
export function createKnownDriveFinder(found: readonly LegDrive[]): DriveFinder {
  return (wanted) => {
    const known = found.find(({ sequence }) => sequence === wanted.sequence)
    if (known === undefined) return null
    const { sequence: _sequence, ...drive } = known
    return drive
  }
}

/** A finder that finds nothing, and the points of the requested drives without given figures. */
export function collectDriveRequests(): { readonly find: DriveFinder; readonly wanted: readonly (readonly Coordinates[])[] } {
  const wanted: (readonly Coordinates[])[] = []
  return {
    wanted,
    find({ points, isHalfGiven }) {
      if (!isHalfGiven) wanted.push(points)
      return null
    },
  }
}

/** Text that is equal for the same points in the same order. */
export function computeDriveKey(points: readonly Coordinates[]): string {
  return points.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(' ')
}

/** The coordinates of places in their order; null if one of them has none. */
export function listCoordinates(places: readonly Place[]): Coordinates[] | null {
  const points = places.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  )
  return points.length === places.length ? points : null
}

/** The least reliable of some sources; null if one is unknown, or without sources. */
export function findWeakestSource(sources: readonly (DistanceSource | null)[]): DistanceSource | null {
  if (sources.includes(null)) return null
  return distanceSources.find((source) => sources.includes(source)) ?? null
}
