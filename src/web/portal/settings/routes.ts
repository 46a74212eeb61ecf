import { loadLater, type PortalRoute } from '../route.ts'

export const settingsRoutes: readonly PortalRoute[] = [
  {
    path: '/settings',
    title: 'Account',
    page: loadLater(() => import('./account.tsx'), 'AccountSettings'),
    rail: 'settings',
    forAdmins: true,
  },
  {
    path: '/settings/terms',
    title: 'Terms',
    page: loadLater(() => import('./terms.tsx'), 'TermsSettings'),
    rail: 'settings',
    forAdmins: true,
  },
  { path: '/settings/team', title: 'Team', page: loadLater(() => import('./team.tsx'), 'TeamSettings'), rail: 'settings' },
  {
    path: '/settings/keys',
    title: 'API keys',
    page: loadLater(() => import('./keys.tsx'), 'KeySettings'),
    rail: 'settings',
    forAdmins: true,
  },
  {
    path: '/settings/webhooks',
    title: 'Webhooks',
    page: loadLater(() => import('./webhooks.tsx'), 'WebhookSettings'),
    rail: 'settings',
    needs: 'webhooks:manage',
  },
  {
    path: '/settings/notifications',
    title: 'Notifications',
    page: loadLater(() => import('./notifications.tsx'), 'NotificationSettings'),
    rail: 'settings',
  },
  {
    path: '/settings/messages',
    title: 'Messages',
    page: loadLater(() => import('./messages.tsx'), 'MessageLog'),
    rail: 'settings',
    needs: 'bookings:read',
  },
  {
    path: '/settings/wording',
    title: 'Message templates',
    page: loadLater(() => import('./wording.tsx'), 'WordingSettings'),
    rail: 'settings',
    forAdmins: true,
  },
  {
    path: '/settings/mail',
    title: 'Mail server',
    page: loadLater(() => import('./mail.tsx'), 'MailSettings'),
    rail: 'settings',
    forAdmins: true,
  },
  {
    path: '/settings/feeds',
    title: 'Calendars',
    page: loadLater(() => import('./feeds.tsx'), 'FeedSettings'),
    rail: 'settings',
    needs: 'drivers:read',
  },
  {
    path: '/settings/data',
    title: 'Data',
    page: loadLater(() => import('./saved-tables.tsx'), 'DataSettings'),
    rail: 'settings',
  },
  {
    path: '/settings/devices',
    title: 'Devices',
    page: loadLater(() => import('./devices.tsx'), 'DeviceSettings'),
    rail: 'settings',
  },
]
