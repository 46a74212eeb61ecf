import { later, type PortalRoute } from '../route.ts'

export const settingsRoutes: readonly PortalRoute[] = [
  {
    path: '/settings',
    title: 'Account',
    page: later(() => import('./account.tsx'), 'AccountSettings'),
    rail: 'settings',
    forAdmins: true,
  },
  {
    path: '/settings/terms',
    title: 'Terms',
    page: later(() => import('./terms.tsx'), 'TermsSettings'),
    rail: 'settings',
    forAdmins: true,
  },
  { path: '/settings/team', title: 'Team', page: later(() => import('./team.tsx'), 'TeamSettings'), rail: 'settings' },
  {
    path: '/settings/keys',
    title: 'Keys',
    page: later(() => import('./keys.tsx'), 'KeySettings'),
    rail: 'settings',
    forAdmins: true,
  },
  {
    path: '/settings/webhooks',
    title: 'Webhooks',
    page: later(() => import('./webhooks.tsx'), 'WebhookSettings'),
    rail: 'settings',
    needs: 'webhooks:manage',
  },
  {
    path: '/settings/notifications',
    title: 'Notifications',
    page: later(() => import('./notifications.tsx'), 'NotificationSettings'),
    rail: 'settings',
  },
  {
    path: '/settings/messages',
    title: 'Messages',
    page: later(() => import('./messages.tsx'), 'MessageLog'),
    rail: 'settings',
    needs: 'bookings:read',
  },
  {
    path: '/settings/wording',
    title: 'Wording',
    page: later(() => import('./wording.tsx'), 'WordingSettings'),
    rail: 'settings',
    forAdmins: true,
  },
  {
    path: '/settings/mail',
    title: 'Mail server',
    page: later(() => import('./mail.tsx'), 'MailSettings'),
    rail: 'settings',
    forAdmins: true,
  },
  {
    path: '/settings/feeds',
    title: 'Calendars',
    page: later(() => import('./feeds.tsx'), 'FeedSettings'),
    rail: 'settings',
    needs: 'drivers:read',
  },
  { path: '/settings/data', title: 'Data', page: later(() => import('./saved-tables.tsx'), 'DataSettings'), rail: 'settings' },
  { path: '/settings/devices', title: 'Devices', page: later(() => import('./devices.tsx'), 'DeviceSettings'), rail: 'settings' },
]
