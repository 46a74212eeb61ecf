import type { RouteGroup } from '../area.ts'
import { platformAmendmentRoutes } from './amendments.ts'
import { platformMeRoutes } from './me.ts'
import { platformOperatorRoutes } from './operators.ts'
import { platformPaymentRoutes } from './payments.ts'
import { platformPayoutRoutes } from './payouts.ts'
import { platformPlaceRoutes } from './places.ts'
import { platformSummaryRoutes } from './summary.ts'
import { platformTripRoutes } from './trips.ts'

/** Routes of the marketplace, below `/platform/v1`. */
export const platformRouteGroups: readonly RouteGroup[] = [
  platformMeRoutes,
  platformOperatorRoutes,
  platformTripRoutes,
  platformPlaceRoutes,
  platformAmendmentRoutes,
  platformPaymentRoutes,
  platformPayoutRoutes,
  platformSummaryRoutes,
]
