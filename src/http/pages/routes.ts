import type { RouteGroup } from '../area.ts'
import { driverPaperRoutes } from '../driver/papers.ts'
import { feedRoutes } from '../feeds.ts'
import { firstRunRoutes } from '../portal/first-run.ts'
import { providerEventRoutes } from '../provider-events.ts'
import { consoleSession, driverSession, portalSession } from '../session.ts'
import { appPages } from './apps.ts'
import { brandFiles } from './brand.ts'
import { enquiryPage } from './enquiry.ts'
import { sandboxPage } from './sandbox-page.ts'
import { signInPage } from './sign-in.ts'
import { startPage } from './start.ts'
import { tripPage } from './trip.ts'

/** Pages, what they load, and the addresses that stand alone. */
export const pageRouteGroups: readonly RouteGroup[] = [
  driverPaperRoutes,
  portalSession,
  driverSession,
  consoleSession,
  feedRoutes,
  startPage,
  firstRunRoutes,
  signInPage,
  tripPage,
  enquiryPage,
  sandboxPage,
  providerEventRoutes,
  appPages,
  brandFiles,
]
