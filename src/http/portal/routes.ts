import type { RouteGroup } from '../area.ts'
import { portalActivityRoutes } from './activity.ts'
import { portalAmendmentRoutes } from './amendments.ts'
import { portalBlockRoutes } from './blocks.ts'
import { portalBoardRoutes } from './board.ts'
import { portalBookingRoutes } from './bookings.ts'
import { portalBrandRoutes } from './brand.ts'
import { portalCustomerRoutes } from './customers.ts'
import { portalDataKeptRoutes } from './data-kept.ts'
import { portalDiaryRoutes } from './diary.ts'
import { portalDriverRoutes } from './drivers.ts'
import { portalDueRoutes } from './dues.ts'
import { portalDutyRoutes } from './duties.ts'
import { portalBookingExportRoutes, portalMoneyExportRoutes } from './exports.ts'
import { portalFeedRoutes } from './feeds.ts'
import { portalIncidentRoutes } from './incidents.ts'
import { portalInvoiceRoutes } from './invoices.ts'
import { portalJobRoutes } from './jobs.ts'
import { portalKeyRoutes } from './keys.ts'
import { portalMailServerRoutes } from './mail-server.ts'
import { portalMessageRoutes } from './messages.ts'
import { portalMoneyRoutes } from './money.ts'
import { portalNotificationRoutes } from './notifications.ts'
import { portalNumberRoutes } from './numbers.ts'
import { portalOperatorRoutes } from './operator.ts'
import { portalPaperRoutes } from './papers.ts'
import { portalPlaceRoutes } from './places.ts'
import { portalProgressRoutes } from './progress.ts'
import { portalSearchRoutes } from './search.ts'
import { portalSwitchRoutes } from './switch.ts'
import { portalTripCustomerRoutes, portalTripRoutes } from './trips.ts'
import { portalUserRoutes } from './users.ts'
import { portalVehicleCheckRoutes } from './vehicle-checks.ts'
import { portalVehicleRoutes } from './vehicles.ts'

/** Routes of an operator's office, below `/portal/v1`. */
export const portalRouteGroups: readonly RouteGroup[] = [
  portalKeyRoutes,
  portalUserRoutes,
  portalSearchRoutes,
  portalPlaceRoutes,
  portalSwitchRoutes,
  portalNotificationRoutes,
  portalBrandRoutes,
  portalMessageRoutes,
  portalMailServerRoutes,
  portalDataKeptRoutes,
  portalVehicleRoutes,
  portalDiaryRoutes,
  portalDriverRoutes,
  portalOperatorRoutes,
  portalTripRoutes,
  portalTripCustomerRoutes,
  portalJobRoutes,
  portalBookingRoutes,
  portalPaperRoutes,
  portalCustomerRoutes,
  portalDueRoutes,
  portalInvoiceRoutes,
  portalMoneyRoutes,
  portalNumberRoutes,
  portalProgressRoutes,
  portalDutyRoutes,
  portalBlockRoutes,
  portalBoardRoutes,
  portalAmendmentRoutes,
  portalIncidentRoutes,
  portalVehicleCheckRoutes,
  portalActivityRoutes,
  portalFeedRoutes,
  portalBookingExportRoutes,
  portalMoneyExportRoutes,
]
