import { loadLater, type PortalRoute } from '../route.ts'

export const todayRoutes: readonly PortalRoute[] = [
  { path: '/', title: 'Today', page: loadLater(() => import('./today.tsx'), 'Today'), rail: 'today' },
]
