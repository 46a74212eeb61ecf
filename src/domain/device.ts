import { dayMs } from './instant.ts'

/** Time for which a device stays signed in after its sign-in or latest rotation. */
export const deviceLifeMs = 180 * dayMs

/** The name of a device, or a default if it gave none. */
export function toDeviceName(given: string | null | undefined): string {
  return given == null || given.trim() === '' ? 'Unknown device' : given
}
