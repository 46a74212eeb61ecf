import type { PortalRoute } from '../route.ts'

export const dutiesRoutes: readonly PortalRoute[] = []
