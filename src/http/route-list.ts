import type { Ability } from '../domain/ability.ts'
import type { Bucket } from '../domain/rate-limit.ts'
import { findDefaultRateLimit } from './gate.ts'
import { findRouteGate, findRouteHooks, type Route, toPathTemplate } from './openapi-operation.ts'
import type { Audience } from './route-terms.ts'

/**
 * One route in a line. `needs` lists every ability. `rateLimits` has two if drivers are counted separately, and none without a
 * limit.
 */
export type ListedRoute = {
  readonly method: string
  readonly path: string
  readonly who: string
  readonly needs: readonly Ability[]
  readonly isForAdmins: boolean
  readonly rateLimits: readonly Bucket[]
}

const credentials: Readonly<Record<Audience, string>> = {
  operator: 'operator key or device',
  driver: 'driver device',
  portal: 'operator device',
  device: 'operator or driver device',
  signed_in: 'operator key, operator or driver device',
  platform: 'platform key',
  customer: 'trip link',
  setup: 'setup address',
  anyone: 'anyone',
}

/** Every declared route, in the order of paths, including pages, except pages' hidden assets. */
export function listRoutes(routes: readonly Route[]): ListedRoute[] {
  const shown = routes.filter((route) => findRouteHooks(route).detail?.hide !== true)
  const listed = shown.map((route) => {
    const { audience, needs, admin, rateLimit } = findRouteGate(route)
    const path = toPathTemplate(route.path)
    const isForDriversToo = audience === 'device' || audience === 'signed_in'
    const rateLimits = [rateLimit, isForDriversToo ? findDefaultRateLimit('driver', route.method) : null].filter(
      (one) => one !== null,
    )
    return { method: route.method, path, who: credentials[audience], needs, isForAdmins: admin, rateLimits }
  })
  const place = ({ path, method }: ListedRoute) => `${path} ${method}`
  return listed.sort((a, b) => (place(a) < place(b) ? -1 : 1))
}

/** The words of an ability column: the abilities, and a required role. */
export function formatNeeds({ needs, isForAdmins }: ListedRoute): string {
  return [...needs, ...(isForAdmins ? ['admin role'] : [])].join(', ')
}
