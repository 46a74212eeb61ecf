import { createDriveFinder, usualRoads } from '../../src/domain/road-distance.ts'

/** Finds drives as a server does without settings for roads. */
export const reckoned = createDriveFinder(usualRoads)
