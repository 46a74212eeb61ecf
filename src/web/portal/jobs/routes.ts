import { later, type PortalRoute } from '../route.ts'

export const jobsRoutes: readonly PortalRoute[] = [
  {
    path: '/inbox',
    title: 'Inbox',
    page: later(() => import('./inbox.tsx'), 'Inbox'),
    rail: 'inbox',
    needs: 'jobs:read',
  },
  {
    path: '/jobs/:ref',
    title: 'Job',
    page: later(() => import('./job.tsx'), 'JobPage'),
    rail: 'inbox',
    needs: 'jobs:read',
  },
]
