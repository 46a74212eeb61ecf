import { later, type PortalRoute } from '../route.ts'

export const bookingsRoutes: readonly PortalRoute[] = [
  {
    path: '/bookings',
    title: 'Bookings',
    page: later(() => import('./to-diary.tsx'), 'ToDiary'),
    needs: 'bookings:read',
  },
  {
    path: '/bookings/:ref',
    title: 'Booking',
    page: later(() => import('./booking-page.tsx'), 'BookingPage'),
    rail: 'diary',
    needs: 'bookings:read',
  },
]
