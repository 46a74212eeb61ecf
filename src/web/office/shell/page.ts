import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Ability } from '../../../domain/ability.ts'
import type { Session } from '../api/session.ts'
import type { IconName } from '../parts/icon.tsx'

/** One page of the portal or the console. */
export type OfficePage = {
  /** Path below the address of the app in wouter's syntax: `/incidents`, `/jobs/:ref`. */
  readonly path: string
  /** Name of the page in the window title and in the tabs of its rail entry. */
  readonly title: string
  readonly page: LazyExoticComponent<ComponentType>
  /** Name of the active rail entry on this page. An entry opens the first of its pages that the role may use. */
  readonly rail?: string
  /** Heading above the page in the list of its rail entry. Pages without one are tabs. */
  readonly group?: string
  /** Ability that the page needs. */
  readonly needs?: Ability
  readonly forAdmins?: boolean
}

/** One entry of the rail. On phones it shows the short label. The keys `g` and `key` open it. */
export type RailEntry = {
  readonly name: string
  readonly icon: IconName
  readonly label: string
  readonly short: string
  readonly key: string
}

/** The facts about the portal or the console that the frame needs. */
export type OfficeApp = {
  /** Name beside the logo. */
  readonly brand?: string
  /** Every page. The first match is shown. */
  readonly pages: readonly OfficePage[]
  /** The entries of the rail, in their order. */
  readonly rail: readonly RailEntry[]
  readonly Search?: ComponentType
  /** A React hook that returns the number of waiting items by the name of their rail entry. */
  readonly useWaiting?: () => Readonly<Record<string, number>>
  /** Keeps the visible page up to date until the returned function is called. */
  readonly keepLive: () => () => void
}

/** A page that loads on its first visit: `page: loadLater(() => import('./list.tsx'), 'IncidentList')`. */
export function loadLater<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: (await load())[name] }))
}

/** Whether a person may open the page. */
export function canOpenPage({ can, isAdmin }: Session, { needs, forAdmins }: OfficePage): boolean {
  return (needs === undefined || can(needs)) && (!forAdmins || isAdmin)
}

/** Whether a page can be listed: its path has no parameters. */
export function isListedPage({ path }: OfficePage): boolean {
  return !path.includes(':')
}
