import { deriveMessageToken } from '../../domain/message-link.ts'
import { findDriverPage, findPortalPage, firstPages, type NoticePage } from '../../domain/notice-pages.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { formatDurationInWords } from '../../domain/spoken.ts'
import { formatToken } from '../../domain/token.ts'
import type { NoticeLink } from '../../gateways/notices/letter.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { listDriverTripRows } from '../../storage/queries/driver-trips.ts'
import type { MessageRow } from '../../storage/queries/messages.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findPayment } from '../../storage/queries/payments.ts'
import { findSignInLink } from '../../storage/queries/sign-in.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import { findVehicleCheckById } from '../../storage/queries/vehicle-checks.ts'
import { findVehicleByRegistration } from '../../storage/queries/vehicles.ts'
import { type Reader, requireWriter } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { hashToken } from '../credentials.ts'
import { findPageAddress } from '../payments/card-pages.ts'
import { buildPageUrl, buildSignInUrl, makeSignInLink } from '../people/sign-in-links.ts'

/** Address at which a customer reads their trip. The token follows `#`, which no server, log or mail scanner receives. */
function tripUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/trip#${token}`
}

/**
 * The link of a notice to its page. A customer's link opens their trip, and a driver's email signs the driver in once. Other
 * readers sign in first. Every attempt at a message has the same link. Throws `NeedsWriter` in a snapshot if the link needs a
 * row before the message is sent.
 */
export async function buildNoticeLink(
  db: Reader,
  context: WorkerContext,
  row: MessageRow,
  operator: Operator | null,
  { isAlone, now }: { readonly isAlone: boolean; readonly now: number },
): Promise<NoticeLink> {
  const { baseUrl } = context
  if (row.toKind === 'customer' && row.tripId !== null) {
    const page = row.fact === 'payment_page' && row.subjectId !== null ? await findPayment(db, row.subjectId) : null
    // Customers on another site cannot reach this server, so the link opens the provider's page.
    const url = page === null || context.returnUrl === null ? null : findPageAddress(context, page)
    if (url !== null) return { label: 'Pay by card', url }
    return { label: 'Your trip', url: tripUrl(baseUrl, await tripToken(db, context, row, row.tripId)) }
  }
  if (row.driverId !== null && row.toKind === 'driver') {
    const { path, says } = await driverPage(db, row, row.driverId)
    if (row.channel === 'sms') return { label: says, url: buildPageUrl(baseUrl, 'driver', path) }
    const label = `${says} (on a new device this link signs you in, once, within ${formatDurationInWords(invitationLifeMs)})`
    return { label, url: buildSignInUrl(baseUrl, 'driver', await driverToken(db, context, row, row.driverId, now), path) }
  }
  const { path, says } = isAlone ? await peoplePage(db, row, operator) : firstPages.people
  const isSms = row.channel === 'sms' || operator === null
  return { label: isSms ? says : `${says} at ${operator.name}`, url: buildPageUrl(baseUrl, 'office', path) }
}

async function peoplePage(db: Reader, { fact, tripId, subjectId }: MessageRow, operator: Operator | null): Promise<NoticePage> {
  if (fact === null) return firstPages.people
  const ref = tripId === null ? null : ((await findTrip(db, tripId))?.ref ?? null)
  const booked = tripId === null ? null : await findBookingOfTrip(db, tripId)
  const isTheirs = booked !== null && booked.booking.operatorId === operator?.id
  if (fact !== 'vehicle_unsafe' || operator === null) return findPortalPage(fact, { ref, subjectId, isTheirs })
  const check = subjectId === null ? null : await findVehicleCheckById(db, subjectId)
  const coach = check === null ? null : await findVehicleByRegistration(db, operator.id, check.vehicleReg)
  return findPortalPage(fact, { ref, subjectId: coach?.id ?? null, isTheirs })
}

async function driverPage(db: Reader, { fact, tripId, subjectId }: MessageRow, driverId: number): Promise<NoticePage> {
  if (fact === null) return firstPages.driver
  const ref = tripId === null ? null : ((await findTrip(db, tripId))?.ref ?? null)
  const isTheirs = ref !== null && (await listDriverTripRows(db, driverId, ref)).length > 0
  return findDriverPage(fact, { ref, subjectId, isTheirs })
}

async function tripToken(db: Reader, context: WorkerContext, row: MessageRow, tripId: number): Promise<string> {
  const trip = await findTrip(db, tripId)
  if (trip === null) throw new Error('A message is about a trip that is not there.')
  return deriveMessageToken({ tripId, messageId: row.id, queuedAt: row.createdAt }, trip, context.secretBox.blindIndex)
}

async function driverToken(db: Reader, context: WorkerContext, row: MessageRow, driverId: number, now: number): Promise<string> {
  const token = deriveLinkToken(context, row)
  const known = await findSignInLink(db, hashToken(token))
  if (known === null) await makeSignInLink(requireWriter(db), { driverId }, invitationLifeMs, now, token)
  return token
}

/**
 * The sign-in token of a driver's message, always the same for one message. It looks random to anyone who has the database
 * without the key.
 */
function deriveLinkToken({ secretBox }: WorkerContext, { id, createdAt, tripId, driverId }: MessageRow): string {
  const secret = secretBox.blindIndex(`link of message ${id} ${createdAt} ${tripId} ${driverId}`)
  return formatToken('sign_in_link', Buffer.from(secret, 'hex'))
}
