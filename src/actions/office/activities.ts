import { actsAsAdmin } from '../../domain/ability.ts'
import { type ActivityCode, type Author, type AuthorKind, kindsHeardBy, system } from '../../domain/activity.ts'
import type { Caller, PortalCaller } from '../../domain/caller.ts'
import { dayMs } from '../../domain/instant.ts'
import { mustFind } from '../../domain/refusal.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { type ActivityRecord, listActivities } from '../../storage/queries/activities.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { actAs } from '../../storage/rows/authors.ts'
import type { Reader } from '../../storage/storage.ts'

/** Milliseconds of activity that a caller reads back without naming a trip or an instant. */
const usuallyReadMs = 7 * dayMs

const kindOfCaller: Readonly<Record<Exclude<Caller['kind'], 'setup_link'>, AuthorKind>> = {
  api_key: 'key',
  operator_device: 'person',
  driver_device: 'driver',
  platform_key: 'platform',
  platform_device: 'platform',
  trip_link: 'customer',
}

/**
 * The author of what a caller does. A setup link acts as the system. Without a caller it is the customer if
 * `isCustomer`, else the system.
 */
export function authorOf(caller: Caller | null, isCustomer: boolean): Author {
  if (caller?.kind === 'setup_link') return system
  if (caller !== null) return { kind: kindOfCaller[caller.kind], credentialId: caller.credential.id }
  return isCustomer ? { kind: 'customer', credentialId: null } : system
}

/** Runs `work`; each transaction it opens is written into the log as `author`'s. */
export function logAs<T>(author: () => Author, work: () => Promise<T>): Promise<T> {
  return actAs(author, work)
}

export type ActivitiesAsked = PageAsked & { readonly ref: string | null; readonly since: number | null }

/** Something that happened on an account, and who did it, as far as the account may know. */
export type Activity = {
  readonly at: number
  readonly ref: string | null
  readonly what: ActivityCode
  readonly by: { readonly kind: AuthorKind; readonly name: string | null; readonly tokenId: string | null }
}

/**
 * The account's events, newest first. They reach back to `since` (ms), else over the last seven days, or for one trip
 * to its beginning. Events that the caller may not read are left out. Refuses `not_found` for a trip never offered to
 * the account.
 */
export async function listActivity(db: Reader, caller: PortalCaller, { ref, since, ...page }: ActivitiesAsked, now: number) {
  const { operatorId, credential, user } = caller
  if (ref !== null) await mustFind(findJob(db, operatorId, ref))
  const kinds = kindsHeardBy(credential.abilities, actsAsAdmin(user.role, credential.abilities))
  const from = since ?? (ref === null ? now - usuallyReadMs : 0)
  const { items, total } = await listActivities(db, { operatorId, ref, since: from, kinds, ...pageSpanOf(page) })
  return { items: items.map(asActivity), total }
}

/** Nothing is said of a rival, nor of a customer whom the operator may not know yet. */
function asActivity({ activity, credential, user, driver, trip, customer, bookingId }: ActivityRecord): Activity {
  const { at, ref, what, byKind, operatorId } = activity
  const about = { at, ref, what }
  if (byKind === 'platform' || byKind === 'system') return { ...about, by: { kind: byKind, name: null, tokenId: null } }
  if (byKind === 'customer') {
    const isKnown = bookingId !== null || trip?.operatorId === operatorId
    return { ...about, by: { kind: byKind, name: isKnown ? (customer?.name ?? null) : null, tokenId: null } }
  }
  if (credential?.operatorId !== operatorId) return { ...about, by: { kind: 'system', name: null, tokenId: null } }
  const name = (byKind === 'person' ? user : byKind === 'driver' ? driver : credential)?.name ?? null
  return { ...about, by: { kind: byKind, name, tokenId: credential.tokenId } }
}
