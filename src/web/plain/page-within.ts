/**
 * The page of this app to open after the sign-in: a path below the app's own, such as `/trips/TR-7K3MQ2`. Returns the first page
 * for another app, another site, or the sign-in page itself.
 */
export function findPageWithin(asked: string | null): string {
  if (asked === null || !asked.startsWith('/') || /^\/[/\\]/.test(asked)) return '/'
  const url = new URL(`/app${asked}`, 'http://own.example.com')
  if (!url.pathname.startsWith('/app/')) return '/'
  const page = url.pathname.slice('/app'.length)
  return /^\/sign-in(\/|$)/.test(page) || page.includes('//') ? '/' : page + url.search
}
