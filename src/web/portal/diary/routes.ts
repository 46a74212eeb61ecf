import { loadLater, type PortalRoute } from '../route.ts'

export const diaryRoutes: readonly PortalRoute[] = [
  {
    path: '/diary',
    title: 'Diary',
    page: loadLater(() => import('./page.tsx'), 'DiaryPage'),
    rail: 'diary',
    needs: 'bookings:read',
  },
]
