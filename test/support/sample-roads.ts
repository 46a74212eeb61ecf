import { driveFinder } from '../../src/domain/road-distance.ts'

/** The figures by which a server reckons drives that has no settings for it. */
export const usualRoads = { factor: 1.3, speedKmh: 60 }

/** Finds drives as such a server does. */
export const reckoned = driveFinder(usualRoads)
