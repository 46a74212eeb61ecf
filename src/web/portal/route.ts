import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Ability } from '../../domain/ability.ts'
import type { Session } from './api/session.ts'

/** The entries of the rail, in their order. */
export type RailName = 'today' | 'inbox' | 'diary' | 'money' | 'people' | 'numbers' | 'settings'

/** One page of the portal. */
export type PortalRoute = {
  /** Below `/portal`, as wouter matches it: `/incidents`, `/jobs/:ref`. */
  readonly path: string
  /** What the page is called in the window's title and among the pages of its rail entry. */
  readonly title: string
  readonly page: LazyExoticComponent<ComponentType>
  /** Which entry of the rail is lit on this page; its first page that a role may use is where the entry leads. */
  readonly rail?: RailName
  /** What a credential needs for it; without it the page is not there. */
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
