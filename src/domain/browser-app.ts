/** The apps that people sign in to with a browser: the office's, the drivers' and the marketplace's. */
export const browserApps = ['portal', 'driver', 'console'] as const
export type BrowserApp = (typeof browserApps)[number]
