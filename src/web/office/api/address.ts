import { createSignedInMark } from '../../plain/signed-in-mark.ts'

const page = document.documentElement.dataset
const told = page.root ?? '/'

/** Name of the app of this page: the office portal, or the marketplace console. */
export const app = page.app === 'console' ? 'console' : 'portal'

/** The path of the base URL with a final slash. The development server does not fill it in. */
export const root = told.startsWith('/') ? told : '/'

/** Path of the pages of this app. */
export const base = `${root}${app}`

/**
 * Prefix of the API for the signed-in person, before `/api/v1/…`, `/portal/v1/…` and `/platform/v1/…`.
 */
export const asMe = `${base}/as-me`

/** Mark in this browser of a sign-in to this app. */
export const isSignedIn = createSignedInMark(app, () => localStorage)
