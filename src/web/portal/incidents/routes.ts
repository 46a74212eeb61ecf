import { later, type PortalRoute } from '../route.ts'

export const incidentsRoutes: readonly PortalRoute[] = [
  {
    path: '/incidents',
    title: 'Incidents',
    page: later(() => import('./list.tsx'), 'IncidentList'),
    rail: 'people',
    needs: 'bookings:read',
  },
]
