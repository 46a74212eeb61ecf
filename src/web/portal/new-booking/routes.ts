import { later, type PortalRoute } from '../route.ts'

export const newBookingRoutes: readonly PortalRoute[] = [
  { path: '/new', title: 'New booking', page: later(() => import('./page.tsx'), 'NewBooking'), needs: 'quotes:write' },
]
