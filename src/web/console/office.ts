import { queries } from '../office/api/queries.ts'
import { loadLater, type OfficeApp } from '../office/shell/page.ts'

const pollMs = 15_000

/** The console as its frame shows it. */
export const marketplaceConsole: OfficeApp = {
  brand: 'Marketplace',
  pages: [
    { path: '/', title: 'Trips', page: loadLater(() => import('./trips.tsx'), 'TripList'), rail: 'trips' },
    { path: '/new', title: 'New trip', page: loadLater(() => import('./new-trip.tsx'), 'NewTrip') },
    { path: '/trips/:ref', title: 'Trip', page: loadLater(() => import('./trip.tsx'), 'TripDetail'), rail: 'trips' },
    { path: '/money', title: 'Money', page: loadLater(() => import('./market-money.tsx'), 'MarketMoney'), rail: 'money' },
    {
      path: '/operators',
      title: 'Operators',
      page: loadLater(() => import('./operators.tsx'), 'OperatorList'),
      rail: 'operators',
    },
    {
      path: '/operators/:ref',
      title: 'Operator',
      page: loadLater(() => import('./operator.tsx'), 'OperatorDetail'),
      rail: 'operators',
    },
    { path: '/numbers', title: 'Reports', page: loadLater(() => import('./numbers.tsx'), 'MarketNumbers'), rail: 'numbers' },
    { path: '/devices', title: 'Devices', page: loadLater(() => import('../office/sign-in/devices.tsx'), 'DeviceSettings') },
  ],
  rail: [
    { name: 'trips', icon: 'today', label: 'Trips', short: 'Trips', key: 't' },
    { name: 'money', icon: 'money', label: 'Money', short: 'Money', key: 'm' },
    { name: 'operators', icon: 'people', label: 'Operators', short: 'Operators', key: 'p' },
    { name: 'numbers', icon: 'numbers', label: 'Reports', short: 'Reports', key: 'n' },
  ],
  keepLive: keepPolling,
}

/** Reads the visible page again, because the marketplace has no event stream. */
function keepPolling(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void queries.invalidateQueries({ refetchType: 'active' })
  }, pollMs)
  return () => clearInterval(timer)
}
