import { loadLater, type PortalRoute } from '../route.ts'

export const jobsRoutes: readonly PortalRoute[] = [
  {
    path: '/inbox',
    title: 'Inbox',
    page: loadLater(() => import('./inbox.tsx'), 'Inbox'),
    rail: 'inbox',
    needs: 'jobs:read',
  },
  {
    path: '/jobs/:ref',
    title: 'Job',
    page: loadLater(() => import('./job.tsx'), 'JobPage'),
    rail: 'inbox',
    needs: 'jobs:read',
  },
]
