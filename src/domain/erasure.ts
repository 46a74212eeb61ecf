import { dayMs } from './instant.ts'
import { checkKeptMonths } from './vehicle-check.ts'

export type Retained = { readonly category: string; readonly reason: string; readonly until: number | null }

/** The plan for the data of a driver who requested their erasure; instants in ms. */
export type Erasure = {
  readonly scheduledFor: number | null
  readonly erased: readonly string[]
  readonly retained: readonly Retained[]
}

/** Categories of data that are fully deleted. */
export const erasedCategories = [
  'name',
  'email',
  'phone',
  'emergency_contact',
  'licence',
  'dbs',
  'devices',
  'sign_in',
  'messages',
  'locations',
] as const

/**
 * Categories of data that stay without the person, with the reason and the end. `lastCheckAt` is the driver's last vehicle
 * check (ms), or null.
 */
export function listRetainedCategories(lastCheckAt: number | null): Retained[] {
  const anonymous = 'under "Former driver" and a number'
  return [
    {
      category: 'vehicle_checks',
      reason: `Operators keep defect reports for ${checkKeptMonths} months (DVSA, Guide to maintaining roadworthiness); ${anonymous}.`,
      until: lastCheckAt === null ? null : addMonths(lastCheckAt, checkKeptMonths),
    },
    {
      category: 'trip_events',
      reason: `The events of a trip belong to its booking and payout; ${anonymous}.`,
      until: null,
    },
    { category: 'incidents', reason: `Claims may follow from an incident; ${anonymous}, without places.`, until: null },
    { category: 'consents', reason: `They prove that tracking was allowed when it took place; ${anonymous}.`, until: null },
  ]
}

/**
 * Instant (ms) `months` after `ms`, or before it if negative, at the same time of day (UTC). In a shorter month it is the last
 * day.
 */
export function addMonths(ms: number, months: number): number {
  const date = new Date(ms)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return first + (Math.min(date.getUTCDate(), lastDay) - 1) * dayMs + (ms - Math.floor(ms / dayMs) * dayMs)
}
