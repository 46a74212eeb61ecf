import { later, type PortalRoute } from '../route.ts'

export const diaryRoutes: readonly PortalRoute[] = [
  { path: '/diary', title: 'Diary', page: later(() => import('./page.tsx'), 'DiaryPage'), rail: 'diary', needs: 'bookings:read' },
]
