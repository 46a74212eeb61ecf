import type { RouteGroup } from '../area.ts'
import { customerAmendmentRoutes } from './amendments.ts'
import { customerBookingRoutes } from './booking.ts'
import { customerEnquiryRoutes } from './enquiries.ts'
import { customerPaperRoutes } from './papers.ts'
import { customerPaymentRoutes } from './payments.ts'
import { customerPlaceRoutes } from './places.ts'
import { customerTripRoutes } from './trip.ts'

/** Routes of customers, below `/customer/v1`. */
export const customerRouteGroups: readonly RouteGroup[] = [
  customerEnquiryRoutes,
  customerTripRoutes,
  customerBookingRoutes,
  customerPaymentRoutes,
  customerAmendmentRoutes,
  customerPaperRoutes,
  customerPlaceRoutes,
]
