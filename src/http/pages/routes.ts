import type { RouteGroup } from '../area.ts'
import { driverPaperRoutes } from '../driver/papers.ts'
import { feedRoutes } from '../feeds.ts'
import { firstRunRoutes } from '../portal/first-run.ts'
import { providerEventRoutes } from '../provider-events.ts'
import { createConsoleSession, createDriverSession, createPortalSession } from '../session.ts'
import { createAppPages } from './apps.ts'
import { createBrandRoutes } from './brand.ts'
import { createEnquiryPage } from './enquiry.ts'
import { createSandboxPageRoutes } from './sandbox-page.ts'
import { createSignInPage } from './sign-in.ts'
import { createStartPage } from './start.ts'
import { createTripPage } from './trip.ts'

/** Pages, their files, and single addresses. */
export const pageRouteGroups: readonly RouteGroup[] = [
  driverPaperRoutes,
  createPortalSession,
  createDriverSession,
  createConsoleSession,
  feedRoutes,
  createStartPage,
  firstRunRoutes,
  createSignInPage,
  createTripPage,
  createEnquiryPage,
  createSandboxPageRoutes,
  providerEventRoutes,
  createAppPages,
  createBrandRoutes,
]
