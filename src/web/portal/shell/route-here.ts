import { matchRoute, useLocation, useRouter } from 'wouter'
import type { PortalRoute } from '../route.ts'
import { routes } from '../routes.ts'

/** The route of the page that is open; null on a page that is not there. */
export function useRouteHere(): PortalRoute | null {
  const [location] = useLocation()
  const { parser } = useRouter()
  return routes.find(({ path }) => matchRoute(parser, path, location)[0]) ?? null
}
