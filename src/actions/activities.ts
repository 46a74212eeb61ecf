import { type ActivityCode, type Author, type AuthorKind, kindsHeardBy, system } from '../domain/activity.ts'
import type { Caller, PortalCaller } from '../domain/caller.ts'
import { dayMs } from '../domain/instant.ts'
import { mustFind } from '../domain/refusal.ts'
import { actAs } from '../storage/authors.ts'
import { type PageAsked, spanOf } from '../storage/listing.ts'
import { type ActivityRecord, listActivities } from '../storage/queries/activities.ts'
import { findJob } from '../storage/queries/jobs.ts'
import type { Reader } from '../storage/storage.ts'

/** Who asks for nothing in particular reads back so far. */
const usuallyReadMs = 7 * dayMs

const kindOfCaller: Readonly<Record<Exclude<Caller['kind'], 'setup_link'>, AuthorKind>> = {
  api_key: 'key',
  operator_device: 'person',
  driver_device: 'driver',
  platform_key: 'platform',
  platform_device: 'platform',
  trip_link: 'customer',
}

/** Whose doing it is what a caller does; `isCustomer` says so of one without a credential. */
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
 * What happened on the caller's account, the newest first: of one trip all of it, else of the last seven days unless `since` (ms) says
 * how far back. What the caller could not read is left out. Refuses `not_found` for a trip never offered to the account.
 */
export async function listActivity(db: Reader, caller: PortalCaller, { ref, since, ...page }: ActivitiesAsked, now: number) {
  const { operatorId, credential, user } = caller
  if (ref !== null) await mustFind(findJob(db, operatorId, ref))
  const kinds = kindsHeardBy(credential.abilities, user.role === 'admin')
  const from = since ?? (ref === null ? now - usuallyReadMs : 0)
  const { items, total } = await listActivities(db, { operatorId, ref, since: from, kinds, ...spanOf(page) })
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
