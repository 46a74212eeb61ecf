import { loadLater, type PortalRoute } from '../route.ts'

export const numbersRoutes: readonly PortalRoute[] = [
  { path: '/numbers', title: 'Reports', page: loadLater(() => import('./page.tsx'), 'NumbersPage'), rail: 'numbers' },
]
