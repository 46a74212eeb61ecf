import { signedInMark } from '../../plain/signed-in-mark.ts'

const page = document.documentElement.dataset
const told = page.root ?? '/'

/** Name of the app this page belongs to: the office's, or the marketplace's, which is made of the same parts. */
export const app = page.app === 'console' ? 'console' : 'portal'

/** The path of the base URL with a slash at its end; the development server leaves it unfilled. */
export const root = told.startsWith('/') ? told : '/'

/** Path below which the pages of this app stand. */
export const base = `${root}${app}`

/**
 * Path of the API for the person who is signed in here. It stands before `/api/v1/…`, `/portal/v1/…` and
 * `/platform/v1/…`.
 */
export const asMe = `${base}/as-me`

/** Whether this browser is signed in to this app, as far as it knows. */
export const isSignedIn = signedInMark(app, () => localStorage)
