import type { ComponentType, LazyExoticComponent } from 'react'
import { loadLater } from '../portal/route.ts'

/** One page of the console, below `/console`. `entry` is its rail entry, if it has one. */
export type ConsolePage = {
  readonly path: string
  readonly title: string
  readonly page: LazyExoticComponent<ComponentType>
  readonly entry?: { readonly icon: 'today' | 'money' | 'people' | 'numbers'; readonly key: string }
}

/** Every page of the console. The first match is shown. */
export const pages: readonly ConsolePage[] = [
  { path: '/', title: 'Trips', page: loadLater(() => import('./trips.tsx'), 'TripList'), entry: { icon: 'today', key: 't' } },
  { path: '/new', title: 'New trip', page: loadLater(() => import('./new-trip.tsx'), 'NewTrip') },
  { path: '/trips/:ref', title: 'Trip', page: loadLater(() => import('./trip.tsx'), 'TripDetail') },
  {
    path: '/money',
    title: 'Money',
    page: loadLater(() => import('./market-money.tsx'), 'MarketMoney'),
    entry: { icon: 'money', key: 'm' },
  },
  {
    path: '/operators',
    title: 'Operators',
    page: loadLater(() => import('./operators.tsx'), 'OperatorList'),
    entry: { icon: 'people', key: 'p' },
  },
  { path: '/operators/:ref', title: 'Operator', page: loadLater(() => import('./operator.tsx'), 'OperatorDetail') },
  {
    path: '/numbers',
    title: 'Reports',
    page: loadLater(() => import('./numbers.tsx'), 'MarketNumbers'),
    entry: { icon: 'numbers', key: 'n' },
  },
  { path: '/devices', title: 'Devices', page: loadLater(() => import('../portal/settings/devices.tsx'), 'DeviceSettings') },
]
