import { loadLater, type PortalRoute } from '../route.ts'

export const incidentsRoutes: readonly PortalRoute[] = [
  {
    path: '/incidents',
    title: 'Incidents',
    page: loadLater(() => import('./list.tsx'), 'IncidentList'),
    rail: 'people',
    needs: 'bookings:read',
  },
]
