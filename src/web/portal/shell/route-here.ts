import { matchRoute, useLocation, useRouter } from 'wouter'
import type { PortalRoute } from '../route.ts'
import { routes } from '../routes.ts'

/** A React hook that returns the route of the open page. Null for an unknown page. */
export function useRouteHere(): PortalRoute | null {
  const [location] = useLocation()
  const { parser } = useRouter()
  return routes.find(({ path }) => matchRoute(parser, path, location)[0]) ?? null
}
