import type { RouteGroup } from '../area.ts'
import { authRoutes } from './auth.ts'
import { bookingRoutes } from './bookings.ts'
import { driverRoutes } from './drivers.ts'
import { jobRoutes } from './jobs.ts'
import { meRoutes } from './me.ts'
import { payoutRoutes } from './payouts.ts'
import { webhookRoutes } from './webhooks.ts'

/** Routes below `/api/v1`, except the driver's, for an operator's own software. */
export const operatorRouteGroups: readonly RouteGroup[] = [
  meRoutes,
  jobRoutes,
  bookingRoutes,
  driverRoutes,
  payoutRoutes,
  webhookRoutes,
  authRoutes,
]
