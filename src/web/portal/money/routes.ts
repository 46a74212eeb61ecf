import { loadLater, type PortalRoute } from '../route.ts'

export const moneyRoutes: readonly PortalRoute[] = [
  {
    path: '/money',
    title: 'Money',
    page: loadLater(() => import('./page.tsx'), 'MoneyPage'),
    rail: 'money',
    needs: 'bookings:read',
  },
]
