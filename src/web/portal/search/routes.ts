import { loadLater, type PortalRoute } from '../route.ts'

export const searchRoutes: readonly PortalRoute[] = [
  { path: '/search', title: 'Search', page: loadLater(() => import('./search-page.tsx'), 'SearchPage') },
]
