import { later, type PortalRoute } from '../route.ts'

export const numbersRoutes: readonly PortalRoute[] = [
  { path: '/numbers', title: 'Numbers', page: later(() => import('./page.tsx'), 'NumbersPage'), rail: 'numbers' },
]
