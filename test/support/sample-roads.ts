import { driveFinder, usualRoads } from '../../src/domain/road-distance.ts'

/** Finds drives as a server does that has no settings for it. */
export const reckoned = driveFinder(usualRoads)
