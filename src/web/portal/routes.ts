import { amendmentsRoutes } from './amendments/routes.ts'
import { bookingsRoutes } from './bookings/routes.ts'
import { customersRoutes } from './customers/routes.ts'
import { diaryRoutes } from './diary/routes.ts'
import { driversRoutes } from './drivers/routes.ts'
import { dutiesRoutes } from './duties/routes.ts'
import { incidentsRoutes } from './incidents/routes.ts'
import { jobsRoutes } from './jobs/routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { newBookingRoutes } from './new-booking/routes.ts'
import { numbersRoutes } from './numbers/routes.ts'
import { requestsRoutes } from './requests/routes.ts'
import type { PortalRoute } from './route.ts'
import { searchRoutes } from './search/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { todayRoutes } from './today/routes.ts'
import { vehiclesRoutes } from './vehicles/routes.ts'

/** Every page of the portal. The first match is shown. */
export const routes: readonly PortalRoute[] = [
  ...todayRoutes,
  ...jobsRoutes,
  ...requestsRoutes,
  ...diaryRoutes,
  ...bookingsRoutes,
  ...dutiesRoutes,
  ...amendmentsRoutes,
  ...newBookingRoutes,
  ...moneyRoutes,
  ...driversRoutes,
  ...vehiclesRoutes,
  ...incidentsRoutes,
  ...customersRoutes,
  ...numbersRoutes,
  ...settingsRoutes,
  ...searchRoutes,
]
