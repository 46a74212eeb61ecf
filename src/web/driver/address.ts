import { createSignedInMark } from '../plain/signed-in-mark.ts'

/** Path before every path of this server: `/`, or `/coach/` on a shared host. */
export const root = document.documentElement.dataset.root ?? '/'

/** The address of a page of the app: `buildPageAddress('/trips')`. */
export function buildPageAddress(path: string): string {
  return path === '/' ? `${root}driver` : `${root}driver${path}`
}

/** The page of the window, as for `buildPageAddress`. */
export function readPageHere(): string {
  const path = location.pathname.slice(`${root}driver`.length)
  return path === '' ? '/' : path
}

/** Whether a driver is signed in on this phone, as far as the phone knows. */
export const isSignedIn = createSignedInMark('driver', () => localStorage)
