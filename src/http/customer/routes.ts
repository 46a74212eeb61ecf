import type { RouteGroup } from '../area.ts'
import { customerAmendmentRoutes } from './amendments.ts'
import { customerPaperRoutes } from './papers.ts'
import { customerRoutes } from './trip.ts'

/** Routes of customers, below `/customer/v1`. */
export const customerRouteGroups: readonly RouteGroup[] = [customerRoutes, customerAmendmentRoutes, customerPaperRoutes]
