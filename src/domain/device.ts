import { dayMs } from './instant.ts'

/** A device stays signed in this long after its sign-in or its latest rotation. */
export const deviceLifeMs = 180 * dayMs

/** The name of a device, or a stand-in where it did not say. */
export function deviceName(given: string | null | undefined): string {
  return given == null || given.trim() === '' ? 'Unknown device' : given
}
