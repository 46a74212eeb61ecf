import type { PortalRoute } from '../route.ts'

export const amendmentsRoutes: readonly PortalRoute[] = []
