import { loadLater, type PortalRoute } from '../route.ts'

export const driversRoutes: readonly PortalRoute[] = [
  {
    path: '/drivers',
    title: 'People',
    page: loadLater(() => import('./list.tsx'), 'DriverList'),
    rail: 'people',
    needs: 'drivers:read',
  },
  {
    path: '/drivers/:id',
    title: 'Driver',
    page: loadLater(() => import('./driver.tsx'), 'DriverPage'),
    rail: 'people',
    needs: 'drivers:read',
  },
]
