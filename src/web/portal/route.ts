import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Ability } from '../../domain/ability.ts'
import type { Session } from './api/session.ts'

/** The entries of the rail, in their order. */
export type RailName = 'today' | 'inbox' | 'diary' | 'money' | 'people' | 'numbers' | 'settings'

/** One page of the portal. */
export type PortalRoute = {
  /** Below `/portal`, as wouter matches it: `/incidents`, `/jobs/:ref`. */
  readonly path: string
  /** Name of the page in the window's title and among the pages of its rail entry. */
  readonly title: string
  readonly page: LazyExoticComponent<ComponentType>
  /** Entry of the rail that is lit on this page. The entry leads to the first of its pages that a role may use. */
  readonly rail?: RailName
  /** Ability that a credential needs for it; without it the page is not there. */
  readonly needs?: Ability
  readonly forAdmins?: boolean
}

/** A page that is loaded when it is first gone to: `page: later(() => import('./list.tsx'), 'IncidentList')`. */
export function later<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: (await load())[name] }))
}

/** Whether a person may go there at all. */
export function isOpenTo({ can, isAdmin }: Session, { needs, forAdmins }: PortalRoute): boolean {
  return (needs === undefined || can(needs)) && (!forAdmins || isAdmin)
}

/** A page that others belong under: it has no part of its address to fill in. */
export function isListed({ path }: PortalRoute): boolean {
  return !path.includes(':')
}
