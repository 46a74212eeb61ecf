import type { PortalCaller } from '../../domain/caller.ts'
import { computeEmailKey } from '../../domain/email-address.ts'
import { notFound, requireFound } from '../../domain/refusal.ts'
import { lockTrip } from '../../storage/locks.ts'
import { findCustomerToNotify } from '../../storage/queries/audiences.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { revokeTripLinks } from '../../storage/queries/credentials.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { insertNotices, noRecipient } from '../../storage/queries/messages.ts'
import { findCustomerOfRef, findTripByRef, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { lockEndingCredential, mintCredential } from '../credentials.ts'
import { mailSource } from '../outbox/mail-server.ts'
import { notifyReaders } from '../outbox/notices.ts'

/** Whether a new link is emailed to its customer, and whether earlier links end. */
export type LinkRequest = { readonly send: boolean; readonly revokeOld: boolean }

/** A link to a trip; `token` is the only copy. */
export type CustomerLink = { readonly token: string; readonly isSent: boolean }

/** A new link to a trip that the caller's account has entered or booked. Refuses `not_found`. */
export async function makeOwnLink(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  asked: LinkRequest,
  now: number,
): Promise<CustomerLink> {
  const { trip: job } = await requireFound(findJob(tx, caller.operatorId, ref))
  const trip = await requireFound(findTripByRef(tx, job.ref))
  if ((await findCustomerOperator(tx, trip)) !== caller.operatorId) throw notFound()
  return makeLink(tx, app, trip, caller.operatorId, asked, now)
}

/** A new link to any trip, for the platform. Refuses `not_found`. */
export async function makeLinkForPlatform(
  tx: Writer,
  app: AppContext,
  ref: string,
  asked: LinkRequest,
  now: number,
): Promise<CustomerLink> {
  const trip = await requireFound(findTripByRef(tx, ref))
  return makeLink(tx, app, trip, await findCustomerOperator(tx, trip), asked, now)
}

/** The operator of a trip's customer: the booked one, otherwise the one that entered it; null without either. */
async function findCustomerOperator(db: Reader, trip: TripRow): Promise<number | null> {
  const booked = await findBookingOfTrip(db, trip.id)
  return booked === null ? trip.operatorId : booked.booking.operatorId
}

async function makeLink(
  tx: Writer,
  app: AppContext,
  { id: tripId, ref }: TripRow,
  keeperId: number | null,
  { send, revokeOld }: LinkRequest,
  now: number,
): Promise<CustomerLink> {
  if (revokeOld) {
    await lockTrip(tx, tripId)
    await lockEndingCredential(tx, { tripId }, null)
    await revokeTripLinks(tx, tripId, now)
  }
  const { token } = await mintCredential(tx, { kind: 'trip_link', name: ref, tripId }, now)
  const hasAddress = (await findCustomerToNotify(tx, tripId))?.email != null
  const isSent = send && hasAddress && (await mailSource(tx, app)) !== 'none'
  // A customer with only a phone gets an SMS, if SMS is set up.
  if (isSent || (send && !hasAddress))
    await notifyReaders(tx, { fact: 'link_asked', operatorIds: keeperId === null ? [] : [keeperId], tripId }, now)
  return { token, isSent }
}

/**
 * Emails a new link to the customer of a trip who has lost theirs, if this is their address. Another address causes the same
 * work and writes without the sending, so that neither the response nor its time reveals a match.
 */
export async function mailLostLink(
  tx: Writer,
  { email, ref }: { readonly email: string; readonly ref: string },
  now: number,
): Promise<void> {
  const found = await findCustomerOfRef(tx, ref.trim().toUpperCase())
  const known = found?.email != null && computeEmailKey(found.email) === computeEmailKey(email) ? found : null
  const to = { channel: 'mail', toKind: 'customer', recipient: known?.email ?? noRecipient } as const
  const about = { operatorId: known?.operatorId ?? null, tripId: known?.tripId ?? null, userId: null, driverId: null }
  // Without a key, so that a second request is not faster for a known address.
  await insertNotices(tx, [{ ...to, ...about, fact: 'link_asked', topic: 'booking', subjectId: null, newsKey: null }], now)
}
