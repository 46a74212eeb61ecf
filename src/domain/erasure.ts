import { dayMs } from './instant.ts'
import { checkKeptMonths } from './vehicle-check.ts'

export type Retained = { readonly category: string; readonly reason: string; readonly until: number | null }

/** The plan for what is held on a driver who asked to be forgotten; instants in ms. */
export type Erasure = {
  readonly scheduledFor: number | null
  readonly erased: readonly string[]
  readonly retained: readonly Retained[]
}

/** Categories of data that go altogether. */
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
 * Categories of data that stay without the person, why, and until when. `lastCheckAt` is when the driver last checked a
 * vehicle (ms), or null.
 */
export function retainedCategories(lastCheckAt: number | null): Retained[] {
  const anonymous = 'under "Former driver" and a number'
  return [
    {
      category: 'vehicle_checks',
      reason: `Operators keep defect reports for ${checkKeptMonths} months (DVSA, Guide to maintaining roadworthiness); ${anonymous}.`,
      until: lastCheckAt === null ? null : monthsLater(lastCheckAt, checkKeptMonths),
    },
    {
      category: 'trip_events',
      reason: `What happened on a trip belongs to its booking and payout; ${anonymous}.`,
      until: null,
    },
    { category: 'incidents', reason: `Claims may follow from an incident; ${anonymous}, without places.`, until: null },
    { category: 'consents', reason: `They prove that tracking was allowed when it took place; ${anonymous}.`, until: null },
  ]
}

/**
 * Instant (ms) `months` after `ms`, or before it when negative, at the same time of day (UTC). In a month without that
 * day it is the last one.
 */
export function monthsLater(ms: number, months: number): number {
  const date = new Date(ms)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return first + (Math.min(date.getUTCDate(), lastDay) - 1) * dayMs + (ms - Math.floor(ms / dayMs) * dayMs)
}
