import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Ability } from '../../domain/ability.ts'
import type { Session } from './api/session.ts'

/** The entries of the rail, in their order. */
export type RailName = 'today' | 'inbox' | 'diary' | 'money' | 'people' | 'numbers' | 'settings'

/** One page of the portal. */
export type PortalRoute = {
  /** Path below `/portal` in wouter's syntax: `/incidents`, `/jobs/:ref`. */
  readonly path: string
  /** Name of the page in the window title and in the tabs of its rail entry. */
  readonly title: string
  readonly page: LazyExoticComponent<ComponentType>
  /** Active rail entry on this page. An entry opens the first of its pages that the role may use. */
  readonly rail?: RailName
  /** Ability that the page needs. */
  readonly needs?: Ability
  readonly forAdmins?: boolean
}

/** A page that loads on its first visit: `page: later(() => import('./list.tsx'), 'IncidentList')`. */
export function loadLater<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: (await load())[name] }))
}

/** Whether a person may open the page. */
export function isRouteOpenTo({ can, isAdmin }: Session, { needs, forAdmins }: PortalRoute): boolean {
  return (needs === undefined || can(needs)) && (!forAdmins || isAdmin)
}

/** Whether a page can be listed: its path has no parameters. */
export function isListedRoute({ path }: PortalRoute): boolean {
  return !path.includes(':')
}
