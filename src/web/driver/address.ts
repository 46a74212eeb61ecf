import { signedInMark } from '../plain/signed-in-mark.ts'

/** Path before every path of this server: `/`, or `/coach/` where it shares a host. */
export const root = document.documentElement.dataset.root ?? '/'

/** The address of a page of the app: `pageAt('/trips')`. */
export function pageAt(path: string): string {
  return path === '/' ? `${root}driver` : `${root}driver${path}`
}

/** The page the window is at, as `pageAt` takes it. */
export function pageHere(): string {
  const path = location.pathname.slice(`${root}driver`.length)
  return path === '' ? '/' : path
}

/** Whether a driver is signed in on this phone, as far as it knows. */
export const isSignedIn = signedInMark('driver', () => localStorage)
