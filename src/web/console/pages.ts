import type { ComponentType, LazyExoticComponent } from 'react'
import { later } from '../portal/route.ts'

/** One page of the console, below `/console`; `entry` is what the rail calls it, where it has an entry. */
export type ConsolePage = {
  readonly path: string
  readonly title: string
  readonly page: LazyExoticComponent<ComponentType>
  readonly entry?: { readonly icon: 'today' | 'money' | 'people' | 'numbers'; readonly key: string }
}

/** Every page of the console; the first that matches is shown. */
export const pages: readonly ConsolePage[] = [
  { path: '/', title: 'Trips', page: later(() => import('./trips.tsx'), 'TripList'), entry: { icon: 'today', key: 't' } },
  { path: '/new', title: 'New trip', page: later(() => import('./new-trip.tsx'), 'NewTrip') },
  { path: '/trips/:ref', title: 'Trip', page: later(() => import('./trip.tsx'), 'TripDetail') },
  {
    path: '/money',
    title: 'Money',
    page: later(() => import('./market-money.tsx'), 'MarketMoney'),
    entry: { icon: 'money', key: 'm' },
  },
  {
    path: '/operators',
    title: 'Operators',
    page: later(() => import('./operators.tsx'), 'OperatorList'),
    entry: { icon: 'people', key: 'p' },
  },
  { path: '/operators/:ref', title: 'Operator', page: later(() => import('./operator.tsx'), 'OperatorDetail') },
  {
    path: '/numbers',
    title: 'Numbers',
    page: later(() => import('./numbers.tsx'), 'MarketNumbers'),
    entry: { icon: 'numbers', key: 'n' },
  },
  { path: '/devices', title: 'Devices', page: later(() => import('../portal/settings/devices.tsx'), 'DeviceSettings') },
]
