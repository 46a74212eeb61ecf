import { matchRoute, useLocation, useRouter } from 'wouter'
import type { OfficePage } from './page.ts'

/** A React hook that returns the open page. Null for an unknown address. */
export function usePageHere(pages: readonly OfficePage[]): OfficePage | null {
  const [location] = useLocation()
  const { parser } = useRouter()
  return pages.find(({ path }) => matchRoute(parser, path, location)[0]) ?? null
}
