/**
 * The page of this app that somebody wanted before they had to sign in: a path below the app's own, such as `/trips/TR-7K3MQ2`. Its
 * first page for everything else: another app, another site, or signing in itself.
 */
export function pageWithin(asked: string | null): string {
  if (asked === null || !asked.startsWith('/') || /^\/[/\\]/.test(asked)) return '/'
  const url = new URL(`/app${asked}`, 'http://own.example.com')
  if (!url.pathname.startsWith('/app/')) return '/'
  const page = url.pathname.slice('/app'.length)
  return /^\/sign-in(\/|$)/.test(page) || page.includes('//') ? '/' : page + url.search
}
