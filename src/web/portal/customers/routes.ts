import { loadLater, type PortalRoute } from '../route.ts'

export const customersRoutes: readonly PortalRoute[] = [
  {
    path: '/customers',
    title: 'Customers',
    page: loadLater(() => import('./list.tsx'), 'CustomerList'),
    rail: 'people',
    needs: 'bookings:read',
  },
  {
    path: '/customers/:id',
    title: 'Customer',
    page: loadLater(() => import('./customer.tsx'), 'CustomerPage'),
    rail: 'people',
    needs: 'bookings:read',
  },
]
