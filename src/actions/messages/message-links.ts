import { firstPages, type NoticePage, pageForDriver, pageForPeople } from '../../domain/notice-pages.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { type TokenKind, tokenText } from '../../domain/token.ts'
import type { NoticeLink } from '../../gateways/notices/letter.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { findCredentialByHash } from '../../storage/queries/credentials.ts'
import { driverTripRows } from '../../storage/queries/driver-trips.ts'
import type { MessageRow } from '../../storage/queries/messages.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findPayment } from '../../storage/queries/payments.ts'
import { findSignInLink } from '../../storage/queries/sign-in.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import { findVehicleCheckById } from '../../storage/queries/vehicle-checks.ts'
import { findVehicleByRegistration } from '../../storage/queries/vehicles.ts'
import type { Writer } from '../../storage/storage.ts'
import { addressOfPage } from '../cards/card-pages.ts'
import type { WorkerContext } from '../context.ts'
import { hashToken, mintCredential } from '../people/credentials.ts'
import { makeSignInLink, pageUrl, signInUrl } from '../people/sign-in-links.ts'

/**
 * Address at which a customer reads their trip. The token stands behind `#`, where no server, no log and no mail
 * scanner carries it.
 */
function tripUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/trip#${token}`
}

/**
 * The one link of a notice, to the very page it is about: a customer's opens their trip, a driver's mail signs in once, and who is not
 * signed in comes back there by the app's own sign-in page. A token is made with the first attempt, and every further one has the same.
 */
export async function linkFor(
  tx: Writer,
  context: WorkerContext,
  row: MessageRow,
  operator: Operator | null,
  { isAlone, now }: { readonly isAlone: boolean; readonly now: number },
): Promise<NoticeLink> {
  const { baseUrl } = context
  if (row.toKind === 'customer' && row.tripId !== null) {
    const page = row.fact === 'payment_page' && row.subjectId !== null ? await findPayment(tx, row.subjectId) : null
    // Customers come back elsewhere: they cannot reach this server, and the provider's page is where they can go.
    const url = page === null || context.returnUrl === null ? null : addressOfPage(context, page)
    if (url !== null) return { label: 'Pay by card', url }
    return { label: 'Your trip', url: tripUrl(baseUrl, await tripToken(tx, context, row, row.tripId, now)) }
  }
  if (row.driverId !== null && row.toKind === 'driver') {
    const { path, says } = await driverPage(tx, row, row.driverId)
    if (row.channel === 'sms') return { label: says, url: pageUrl(baseUrl, 'driver', path) }
    const label = `${says} (on a new device this link signs you in, once, within ${spanInWords(invitationLifeMs)})`
    return { label, url: signInUrl(baseUrl, 'driver', await driverToken(tx, context, row, row.driverId, now), path) }
  }
  const { path, says } = isAlone ? await peoplePage(tx, row, operator) : firstPages.people
  const isSms = row.channel === 'sms' || operator === null
  return { label: isSms ? says : `${says} at ${operator.name}`, url: pageUrl(baseUrl, 'office', path) }
}

async function peoplePage(tx: Writer, { fact, tripId, subjectId }: MessageRow, operator: Operator | null): Promise<NoticePage> {
  if (fact === null) return firstPages.people
  const ref = tripId === null ? null : ((await findTrip(tx, tripId))?.ref ?? null)
  const booked = tripId === null ? null : await bookingOfTrip(tx, tripId)
  const isTheirs = booked !== null && booked.booking.operatorId === operator?.id
  if (fact !== 'vehicle_unsafe' || operator === null) return pageForPeople(fact, { ref, subjectId, isTheirs })
  const check = subjectId === null ? null : await findVehicleCheckById(tx, subjectId)
  const coach = check === null ? null : await findVehicleByRegistration(tx, operator.id, check.vehicleReg)
  return pageForPeople(fact, { ref, subjectId: coach?.id ?? null, isTheirs })
}

async function driverPage(tx: Writer, { fact, tripId, subjectId }: MessageRow, driverId: number): Promise<NoticePage> {
  if (fact === null) return firstPages.driver
  const ref = tripId === null ? null : ((await findTrip(tx, tripId))?.ref ?? null)
  const isTheirs = ref !== null && (await driverTripRows(tx, driverId, ref)).length > 0
  return pageForDriver(fact, { ref, subjectId, isTheirs })
}

async function tripToken(tx: Writer, context: WorkerContext, row: MessageRow, tripId: number, now: number): Promise<string> {
  const token = tokenOf(context, row, 'trip_link')
  const known = await findCredentialByHash(tx, hashToken(token))
  if (known !== null && known.credential.revokedAt === null) return token
  const trip = await findTrip(tx, tripId)
  const mint = { kind: 'trip_link', name: trip?.ref ?? '', tripId } as const
  // One that was revoked between two attempts is not to open anything again.
  return (await mintCredential(tx, mint, now, known === null ? token : undefined)).token
}

async function driverToken(tx: Writer, context: WorkerContext, row: MessageRow, driverId: number, now: number): Promise<string> {
  const token = tokenOf(context, row, 'sign_in_link')
  if ((await findSignInLink(tx, hashToken(token))) === null) await makeSignInLink(tx, { driverId }, invitationLifeMs, now, token)
  return token
}

/**
 * The token of a message, always the same for it. It is as good as random to anyone who has the database and not the
 * key.
 */
function tokenOf({ secretBox }: WorkerContext, { id, createdAt, tripId, driverId }: MessageRow, kind: TokenKind): string {
  const secret = secretBox.blindIndex(`link of message ${id} ${createdAt} ${tripId} ${driverId}`)
  return tokenText(kind, Buffer.from(secret, 'hex'))
}
