import { later, type PortalRoute } from '../route.ts'

export const searchRoutes: readonly PortalRoute[] = [
  { path: '/search', title: 'Search', page: later(() => import('./search-page.tsx'), 'SearchPage') },
]
