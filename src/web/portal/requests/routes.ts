import type { PortalRoute } from '../route.ts'

export const requestsRoutes: readonly PortalRoute[] = []
