import type { BrowserApp } from '../../domain/browser-app.ts'

/** The address of a page, and the window title until the page sets its own. */
export type PageAddress = { readonly path: string; readonly title: string }

/** Every page of the office. */
const portalPages: readonly PageAddress[] = [
  { path: '/portal', title: 'Today' },
  { path: '/portal/sign-in', title: 'Sign in' },
  { path: '/portal/setup', title: 'Set up' },
  { path: '/portal/inbox', title: 'Inbox' },
  { path: '/portal/jobs/:ref', title: 'Job' },
  { path: '/portal/bookings', title: 'Bookings' },
  { path: '/portal/bookings/:ref', title: 'Booking' },
  { path: '/portal/diary', title: 'Diary' },
  { path: '/portal/drivers', title: 'People' },
  { path: '/portal/drivers/:id', title: 'Driver' },
  { path: '/portal/vehicles', title: 'Fleet' },
  { path: '/portal/vehicles/:id', title: 'Vehicle' },
  { path: '/portal/incidents', title: 'Incidents' },
  { path: '/portal/customers', title: 'Customers' },
  { path: '/portal/customers/:id', title: 'Customer' },
  { path: '/portal/search', title: 'Search' },
  { path: '/portal/settings', title: 'Settings' },
  { path: '/portal/settings/profile', title: 'Profile' },
  { path: '/portal/settings/terms', title: 'Terms' },
  { path: '/portal/settings/branding', title: 'Branding' },
  { path: '/portal/settings/team', title: 'Team' },
  { path: '/portal/settings/keys', title: 'API keys' },
  { path: '/portal/settings/webhooks', title: 'Webhooks' },
  { path: '/portal/settings/notifications', title: 'Notifications' },
  { path: '/portal/settings/messages', title: 'Messages' },
  { path: '/portal/settings/wording', title: 'Message templates' },
  { path: '/portal/settings/mail', title: 'Mail server' },
  { path: '/portal/settings/feeds', title: 'Calendars' },
  { path: '/portal/settings/data', title: 'Data' },
  { path: '/portal/settings/devices', title: 'Devices' },
  { path: '/portal/money', title: 'Money' },
  { path: '/portal/numbers', title: 'Reports' },
  { path: '/portal/new', title: 'New booking' },
]

/** Every page of the drivers' app. */
const driverPages: readonly PageAddress[] = [
  { path: '/driver', title: 'Now' },
  { path: '/driver/sign-in', title: 'Sign in' },
  { path: '/driver/trips', title: 'Jobs' },
  { path: '/driver/trips/:ref', title: 'Job' },
  { path: '/driver/trips/:ref/problem', title: 'Problem' },
  { path: '/driver/check', title: 'Check' },
  { path: '/driver/me', title: 'Me' },
]

/** Every page of the marketplace's console. */
const consolePages: readonly PageAddress[] = [
  { path: '/console', title: 'Trips' },
  { path: '/console/sign-in', title: 'Sign in' },
  { path: '/console/new', title: 'New trip' },
  { path: '/console/trips/:ref', title: 'Trip' },
  { path: '/console/money', title: 'Money' },
  { path: '/console/operators', title: 'Operators' },
  { path: '/console/operators/:ref', title: 'Operator' },
  { path: '/console/numbers', title: 'Reports' },
  { path: '/console/devices', title: 'Devices' },
]

/** Every page of the apps that people sign in to. */
export const appAddresses: Readonly<Record<BrowserApp, readonly PageAddress[]>> = {
  portal: portalPages,
  driver: driverPages,
  console: consolePages,
}
