import { loadLater, type PortalRoute } from '../route.ts'

export const vehiclesRoutes: readonly PortalRoute[] = [
  {
    path: '/vehicles',
    title: 'Fleet',
    page: loadLater(() => import('./list.tsx'), 'VehicleList'),
    rail: 'people',
    needs: 'drivers:read',
  },
  {
    path: '/vehicles/:id',
    title: 'Vehicle',
    page: loadLater(() => import('./vehicle.tsx'), 'VehiclePage'),
    rail: 'people',
    needs: 'drivers:read',
  },
]
