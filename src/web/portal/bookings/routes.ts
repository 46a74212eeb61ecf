import { loadLater, type PortalRoute } from '../route.ts'

export const bookingsRoutes: readonly PortalRoute[] = [
  {
    path: '/bookings',
    title: 'Bookings',
    page: loadLater(() => import('./to-diary.tsx'), 'ToDiary'),
    needs: 'bookings:read',
  },
  {
    path: '/bookings/:ref',
    title: 'Booking',
    page: loadLater(() => import('./booking-page.tsx'), 'BookingPage'),
    rail: 'diary',
    needs: 'bookings:read',
  },
]
