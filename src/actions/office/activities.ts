import { actsAsAdmin } from '../../domain/ability.ts'
import { type ActivityCode, type Author, type AuthorKind, listReadableKinds, systemAuthor } from '../../domain/activity.ts'
import type { Caller, PortalCaller } from '../../domain/caller.ts'
import { dayMs } from '../../domain/instant.ts'
import { requireFound } from '../../domain/refusal.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { type ActivityRecord, listActivities } from '../../storage/queries/activities.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { runAsAuthor } from '../../storage/rows/authors.ts'
import type { Reader } from '../../storage/storage.ts'

/** Milliseconds of activity in a list without a trip or a start. */
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
 * The author of a caller's action. A setup link acts as the system. Without a caller it is the customer if `isCustomer`,
 * otherwise the system.
 */
export function findAuthor(caller: Caller | null, isCustomer: boolean): Author {
  if (caller?.kind === 'setup_link') return systemAuthor
  if (caller !== null) return { kind: kindOfCaller[caller.kind], credentialId: caller.credential.id }
  return isCustomer ? { kind: 'customer', credentialId: null } : systemAuthor
}

/** Runs `work` with `author` as the author of its transactions in the log. */
export function logAs<T>(author: () => Author, work: () => Promise<T>): Promise<T> {
  return runAsAuthor(author, work)
}

export type ActivitiesAsked = PageAsked & { readonly ref: string | null; readonly since: number | null }

/** A change on an account, with its author as far as the account may know. */
export type Activity = {
  readonly at: number
  readonly ref: string | null
  readonly what: ActivityCode
  readonly by: { readonly kind: AuthorKind; readonly name: string | null; readonly tokenId: string | null }
}

/**
 * Lists the account's activity, newest first, since `since` (ms), by default over the last seven days, or for one trip from its
 * beginning. Activity that the caller cannot read is left out. Refuses `not_found` for a trip never offered to the account.
 */
export async function listActivity(db: Reader, caller: PortalCaller, { ref, since, ...page }: ActivitiesAsked, now: number) {
  const { operatorId, credential, user } = caller
  if (ref !== null) await requireFound(findJob(db, operatorId, ref))
  const kinds = listReadableKinds(credential.abilities, actsAsAdmin(user.role, credential.abilities))
  const from = since ?? (ref === null ? now - usuallyReadMs : 0)
  const { items, total } = await listActivities(db, { operatorId, ref, since: from, kinds, ...toPageSpan(page) })
  return { items: items.map(asActivity), total }
}

/** An activity without competitors, and without the customer before the operator has the booking. */
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
