import { later, type PortalRoute } from '../route.ts'

export const todayRoutes: readonly PortalRoute[] = [
  { path: '/', title: 'Today', page: later(() => import('./today.tsx'), 'Today'), rail: 'today' },
]
