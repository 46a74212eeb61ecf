import { opensGeoUrls } from './map-link.ts'

/** Whether this device opens places in a map app. */
export function hasMapApp(): boolean {
  return opensGeoUrls({ isTouch: matchMedia('(pointer: coarse)').matches, userAgent: navigator.userAgent })
}
