import type { RouteGroup } from '../area.ts'
import { driverAuthRoutes } from './auth.ts'
import { driverMeRoutes } from './me.ts'
import { driverOwnRoutes } from './own.ts'
import { driverPrivacyRoutes } from './privacy.ts'
import { driverTripRoutes } from './trips.ts'

/** Routes of the driver's app. */
export const driverRouteGroups: readonly RouteGroup[] = [
  driverAuthRoutes,
  driverMeRoutes,
  driverTripRoutes,
  driverPrivacyRoutes,
  driverOwnRoutes,
]
