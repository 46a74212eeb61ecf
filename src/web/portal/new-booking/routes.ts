import { loadLater, type PortalRoute } from '../route.ts'

export const newBookingRoutes: readonly PortalRoute[] = [
  { path: '/new', title: 'New booking', page: loadLater(() => import('./page.tsx'), 'NewBooking'), needs: 'quotes:write' },
]
