import type { PortalCaller } from '../../domain/caller.ts'
import { emailKey } from '../../domain/email-address.ts'
import { mustFind, notFound } from '../../domain/refusal.ts'
import { lockTrip } from '../../storage/locks.ts'
import { customerToTell } from '../../storage/queries/audiences.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { revokeTripLinks } from '../../storage/queries/credentials.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { insertNotices, noRecipient } from '../../storage/queries/messages.ts'
import { findCustomerOfRef, findTripByRef, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { mailSource } from '../messages/mail-server.ts'
import { tell } from '../messages/notices.ts'
import { lockEnding, mintCredential } from '../people/credentials.ts'

/** Whether a new link is mailed to its customer as well, and whether those before it end. */
export type LinkWish = { readonly send: boolean; readonly revokeOld: boolean }

/** A link to a trip; `token` is the only copy there will ever be. */
export type CustomerLink = { readonly token: string; readonly isSent: boolean }

/** A new link to a trip that the caller's account has entered or booked. Refuses `not_found`. */
export async function makeOwnLink(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  wish: LinkWish,
  now: number,
): Promise<CustomerLink> {
  const { trip: job } = await mustFind(findJob(tx, caller.operatorId, ref))
  const trip = await mustFind(findTripByRef(tx, job.ref))
  if ((await keeperOf(tx, trip)) !== caller.operatorId) throw notFound()
  return makeLink(tx, app, trip, caller.operatorId, wish, now)
}

/** A new link to any trip, for the platform. Refuses `not_found`. */
export async function makeLinkForPlatform(
  tx: Writer,
  app: AppContext,
  ref: string,
  wish: LinkWish,
  now: number,
): Promise<CustomerLink> {
  const trip = await mustFind(findTripByRef(tx, ref))
  return makeLink(tx, app, trip, await keeperOf(tx, trip), wish, now)
}

/** The operator who deals with the customer of a trip: who has it, else who has entered it; null while it is anybody's. */
async function keeperOf(db: Reader, trip: TripRow): Promise<number | null> {
  const booked = await bookingOfTrip(db, trip.id)
  return booked === null ? trip.operatorId : booked.booking.operatorId
}

async function makeLink(
  tx: Writer,
  app: AppContext,
  { id: tripId, ref }: TripRow,
  keeperId: number | null,
  { send, revokeOld }: LinkWish,
  now: number,
): Promise<CustomerLink> {
  if (revokeOld) {
    await lockTrip(tx, tripId)
    await lockEnding(tx, { tripId }, null)
    await revokeTripLinks(tx, tripId, now)
  }
  const { token } = await mintCredential(tx, { kind: 'trip_link', name: ref, tripId }, now)
  const hasAddress = (await customerToTell(tx, tripId))?.email != null
  const isSent = send && hasAddress && (await mailSource(tx, app)) !== 'none'
  // Who has a phone alone is sent it by SMS, if those go.
  if (isSent || (send && !hasAddress))
    await tell(tx, { fact: 'link_asked', operatorIds: keeperId === null ? [] : [keeperId], tripId }, now)
  return { token, isSent }
}

/**
 * Mails a new link to the customer of a trip who has lost theirs, if this is their address. If it is not, the same is done and written,
 * and only the sending is left out, so that neither the answer nor its time tells one from the other.
 */
export async function mailLostLink(
  tx: Writer,
  { email, ref }: { readonly email: string; readonly ref: string },
  now: number,
): Promise<void> {
  const found = await findCustomerOfRef(tx, ref.trim().toUpperCase())
  const known = found?.email != null && emailKey(found.email) === emailKey(email) ? found : null
  const to = { channel: 'mail', toKind: 'customer', recipient: known?.email ?? noRecipient } as const
  const about = { operatorId: known?.operatorId ?? null, tripId: known?.tripId ?? null, userId: null, driverId: null }
  // Without a key, lest asking twice be quicker for who is known.
  await insertNotices(tx, [{ ...to, ...about, fact: 'link_asked', topic: 'booking', subjectId: null, newsKey: null }], now)
}
