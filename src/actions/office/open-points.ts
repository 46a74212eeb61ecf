import { computeAcknowledgeDeadline } from '../../domain/assignment.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { dayMs, hourMs, toSpokenTime } from '../../domain/instant.ts'
import { findDueSince, findOverdueSpan } from '../../domain/ledger.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { findSeverity, type OpenPoint } from '../../domain/open-point.ts'
import { isOfUnknownCharge } from '../../domain/payment.ts'
import { listIncidents } from '../../storage/queries/incidents.ts'
import { type ListedJob, listJobs } from '../../storage/queries/jobs.ts'
import { listPaymentsToSettle, type PaymentToSettle } from '../../storage/queries/open-payments.ts'
import {
  listAwaitedTransfers,
  listCustomerContactsAhead,
  listOverdueBookings,
  listRequestedInvoices,
  listUnansweredDuties,
  listUnstaffedBookings,
  listWaitingRequests,
} from '../../storage/queries/open-points.ts'
import { listChangeRequests } from '../../storage/queries/open-trouble.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { listUnknownPaymentsOfOperator, type UnknownPaymentRow } from '../../storage/queries/unknown-payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { isReachable } from '../people/phones.ts'

/** Greatest number of lines of a kind. */
export const mostLines = 50

/** Number of the next bookings whose customers' contact details are checked. */
const contactsRead = 500

/** The operator, the caller and the time of a board. */
export type Desk = {
  readonly operator: Operator
  readonly caller: PortalCaller
  readonly now: number
  /** Country (ISO 3166) of the operator's phone numbers without a country code. */
  readonly phoneCountries: readonly string[]
}

/** Numbers of open points, of the kinds that a role can read. */
export type Counts = Partial<Record<'fresh' | 'closing' | 'requests' | 'unstaffed48h' | 'overdue' | 'incidentsOpen', number>>

export type BoardPart = { readonly points: readonly OpenPoint[]; readonly counts: Counts }

/** Milliseconds before departure from which a trip must have its drivers. */
const staffedAheadMs = 48 * hourMs

function formatDeskTime({ now }: Desk, { timezone }: { readonly timezone: string }, at: number): string {
  return toSpokenTime(at, timezone, now)
}

type DepartingTrip = { readonly ref: string; readonly departsAt: number; readonly timezone: string }

/** A line about a trip that needs attention before departure. Its sentence ends with the departure time. */
function departurePoint(desk: Desk, kind: OpenPoint['kind'], trip: DepartingTrip, sentence: string): OpenPoint {
  const { ref, departsAt: dueAt } = trip
  const severity = findSeverity(dueAt - dayMs, desk.now) === 'now' ? 'now' : 'soon'
  return { kind, ref, subject: null, summary: `${sentence} ${formatDeskTime(desk, trip, dueAt)}.`, dueAt, severity }
}

/** Booking requests and closing jobs, for roles that may read jobs. */
export async function listInboxPoints(db: Reader, desk: Desk): Promise<BoardPart> {
  const { operator, now } = desk
  const closingUntil = now + operator.closingHours * hourMs
  const inbox = { operatorId: operator.id, updatedSince: null, now, closingUntil, offset: 0 }
  const requests = await listWaitingRequests(db, { operatorId: operator.id, limit: mostLines })
  // Jobs without a quote, earliest deadline first.
  const fresh = await listJobs(db, { ...inbox, filter: 'fresh', limit: mostLines })
  const closing = await listJobs(db, { ...inbox, filter: 'closing', limit: 1 })
  const isClosing = ({ offer }: ListedJob) => offer.quoteBy <= closingUntil
  return {
    points: [
      ...requests.lines.map((request): OpenPoint => {
        const leaves = formatDeskTime(desk, request, request.departsAt)
        return {
          kind: 'booking_request',
          ref: request.ref,
          subject: { kind: 'quote', id: request.quoteId },
          summary: `A customer requests a booking for ${request.ref}, departing ${leaves}. Answer by ${formatDeskTime(desk, request, request.respondBy)}.`,
          dueAt: request.respondBy,
          severity: findSeverity(request.respondBy, now),
          sum: { amount: request.priceAmount, currencyCode: request.currencyCode },
        }
      }),
      ...fresh.items.filter(isClosing).map(({ offer, trip }): OpenPoint => {
        const leaves = formatDeskTime(desk, operator, offer.departsAt)
        return {
          kind: 'job_closing',
          ref: trip.ref,
          subject: null,
          summary: `You have not quoted for ${trip.ref}, departing ${leaves}. Quoting closes ${formatDeskTime(desk, operator, offer.quoteBy)}.`,
          dueAt: offer.quoteBy,
          severity: findSeverity(offer.quoteBy, now),
        }
      }),
    ],
    counts: { fresh: fresh.total, closing: closing.total, requests: requests.total },
  }
}

/** Trips without a driver or a confirmation, and incidents, for roles that may read bookings. */
export async function listRoadPoints(db: Reader, desk: Desk): Promise<BoardPart> {
  const { operator, now } = desk
  const of = { operatorId: operator.id, limit: mostLines }
  const unstaffed = await listUnstaffedBookings(db, { ...of, now, until: now + staffedAheadMs })
  const unanswered = await listUnansweredDuties(db, { operatorId: operator.id, now, until: now + dayMs })
  const incidents = await listIncidents(db, { ...of, status: 'open', offset: 0 })
  const isLate = (duty: (typeof unanswered)[number]) => computeAcknowledgeDeadline(duty, duty.departsAt) <= now
  return {
    points: [
      ...unstaffed.lines.map((trip) => {
        const { vehiclesAssigned, vehiclesNeeded } = trip
        const lacks = vehiclesAssigned ? 'needs another driver' : vehiclesNeeded > 1 ? 'has no drivers' : 'has no driver'
        const verb = trip.departsAt <= now ? 'departed' : 'departs'
        return departurePoint(desk, 'unstaffed', trip, `${trip.ref} ${lacks}. It ${verb}`)
      }),
      ...unanswered
        .filter(isLate)
        .slice(0, mostLines)
        .map((duty): OpenPoint => {
          const leaves = formatDeskTime(desk, duty, duty.departsAt)
          return {
            kind: 'unacknowledged',
            ref: duty.ref,
            subject: { kind: 'duty', id: duty.dutyId },
            summary: `${duty.driverName} has not accepted ${duty.ref}, departing ${leaves}.`,
            dueAt: duty.departsAt,
            severity: findSeverity(duty.departsAt, now),
            subjectName: duty.driverName,
          }
        }),
      ...incidents.items.map(
        ({ incident, ref, driver }): OpenPoint => ({
          kind: 'incident',
          ref,
          subject: { kind: 'incident', id: incident.id },
          summary: `${driver?.name ?? 'The customer'} reports ${incidentWords[incident.kind]} on ${ref}.`,
          dueAt: null,
          severity: incident.severity === 'high' ? 'now' : 'soon',
          ...(driver && { subjectName: driver.name }),
        }),
      ),
    ],
    counts: { unstaffed48h: unstaffed.total, incidentsOpen: incidents.total },
  }
}

const incidentWords = {
  delay: 'a delay',
  breakdown: 'a breakdown',
  collision: 'a collision',
  passenger_behaviour: 'a problem with passengers',
  injury: 'an injury',
  lost_property: 'lost property',
  access_problem: 'an access problem',
  wrong_details: 'wrong details',
  other: 'a problem',
} as const

/** Payments, invoices and change requests that need attention, for roles that may read bookings. */
export async function listOfficePoints(db: Reader, desk: Desk): Promise<BoardPart> {
  const { operator, now, phoneCountries } = desk
  const of = { operatorId: operator.id, limit: mostLines }
  const transfers = await listAwaitedTransfers(db, of)
  const toSettle = await listPaymentsToSettle(db, of)
  const unknown = await listUnknownPaymentsOfOperator(db, of)
  const overdue = await listOverdueBookings(db, { ...of, ...findOverdueSpan('overdue', now) })
  const requests = await listChangeRequests(db, of)
  const invoices = await listRequestedInvoices(db, of)
  const contacts = await listCustomerContactsAhead(db, { operatorId: operator.id, now, limit: contactsRead })
  const money = (line: { readonly currencyCode: string }, amount: number) => toSpokenAmount(amount, line.currencyCode)
  return {
    points: [
      ...transfers.map(
        (line): OpenPoint => ({
          kind: 'transfer_awaited',
          ref: line.ref,
          subject: { kind: 'payment', id: line.paymentId },
          summary: `A bank transfer of ${money(line, line.amount)} is expected for ${line.ref}. Mark it as received when it arrives.`,
          dueAt: line.lockedUntil,
          severity: line.lockedUntil === null ? 'info' : findSeverity(line.lockedUntil, now),
          sum: { amount: line.amount, currencyCode: line.currencyCode },
        }),
      ),
      ...toSettle.map(settlingPoint),
      ...unknown.map((line) => unknownPoint(desk, line)),
      ...overdue.lines.map((line): OpenPoint => {
        const dueAt = findDueSince(line) ?? now
        return {
          kind: 'balance_overdue',
          ref: line.ref,
          subject: null,
          summary: `${money(line, line.dueAmount)} for ${line.ref} is overdue. It was due ${formatDeskTime(desk, line, dueAt)}.`,
          dueAt,
          severity: 'soon',
          sum: { amount: line.dueAmount, currencyCode: line.currencyCode },
        }
      }),
      ...invoices.map(
        ({ ref }): OpenPoint => ({
          kind: 'invoice_requested',
          ref,
          subject: null,
          summary: `The customer of ${ref} requests an invoice.`,
          dueAt: null,
          severity: 'soon',
        }),
      ),
      ...requests.map((line): OpenPoint => {
        const who = line.by === 'platform' ? 'The marketplace' : 'The customer'
        return {
          kind: 'amendment',
          ref: line.ref,
          subject: { kind: 'amendment', id: line.id },
          summary: `${who} requests a change to ${line.ref}, departing ${formatDeskTime(desk, line, line.departsAt)}.`,
          dueAt: line.respondBy,
          severity: line.respondBy === null ? 'soon' : findSeverity(line.respondBy, now),
        }
      }),
      ...contacts
        .filter((line) => !isReachable(line, phoneCountries))
        .sort((one, other) => one.departsAt - other.departsAt)
        .slice(0, mostLines)
        .map((line) => {
          const lacks = `The customer of ${line.ref} has no working email address or phone number. It departs`
          return departurePoint(desk, 'customer_unreachable', line, lacks)
        }),
    ],
    counts: { overdue: overdue.total },
  }
}

/** A line about a card payment that is missing since the restore of a backup. Only the provider knows its purpose. */
function unknownPoint(
  desk: Desk,
  { kind, tripRef: ref, providerRef, amount, currencyCode, madeAt }: UnknownPaymentRow,
): OpenPoint {
  const did = kind === 'charge' ? 'was charged to a card' : 'was refunded'
  const moved = `${toSpokenAmount(amount, currencyCode)} ${did} for ${ref} ${formatDeskTime(desk, desk.operator, madeAt)}`
  const summary = `${moved}, but this server has no such payment. Find ${providerRef} at your card provider.`
  const sum = { amount, currencyCode }
  return { kind: 'payment_to_settle', ref, subject: null, summary, dueAt: null, severity: 'soon', sum }
}

/** A line about a payment to check. A refund to send by hand opens its booking. Other lines open the Money page. */
function settlingPoint({ payment, ref, isOfBooking }: PaymentToSettle): OpenPoint {
  const { id, kind, status, fault, amount, currencyCode } = payment
  const line = { ref, subject: { kind: 'payment', id }, dueAt: null, sum: { amount, currencyCode } } as const
  const sum = toSpokenAmount(amount, currencyCode)
  if (kind !== 'refund') {
    if (payment.takenAmount !== null && payment.takenCurrency !== null) {
      const taken = toSpokenAmount(payment.takenAmount, payment.takenCurrency)
      const summary = `A payment page charged ${taken} for ${ref}, but ${sum} was due. Record it as paid, or wait for its refund.`
      return { ...line, kind: 'payment_to_settle', summary, severity: 'soon' }
    }
    const summary = `The card provider has not confirmed the charge of ${sum} for ${ref}. Check it on the provider’s website.`
    return { ...line, kind: 'payment_to_settle', summary, severity: 'soon' }
  }
  if (isOfUnknownCharge(payment)) {
    const summary = `The card account has no payment for the refund of ${sum} for ${ref}. Check the account, or refund it another way.`
    return { ...line, kind: isOfBooking ? 'refund_due' : 'payment_to_settle', summary, severity: 'soon' }
  }
  if (
    fault !== 'insufficient_funds' &&
    (status === 'refund_pending' || (status === 'refund_due' && payment.providerRef !== null))
  ) {
    const summary = `A payment of ${sum} for ${ref} was too late or not the amount due. It is being refunded.`
    return { ...line, kind: 'payment_to_settle', summary, severity: 'info' }
  }
  if (status === 'refund_pending') {
    const summary = `The refund of ${sum} for ${ref} is waiting: your card account has insufficient funds.`
    return { ...line, kind: 'payment_to_settle', summary, severity: 'soon' }
  }
  if (fault === 'disputed') {
    const summary = `${sum} for ${ref} is not refunded, because the bank is already reversing the payment.`
    return { ...line, kind: 'payment_to_settle', summary, severity: 'info' }
  }
  const summary = `Refund ${sum} to the customer of ${ref}.`
  return { ...line, kind: isOfBooking ? 'refund_due' : 'payment_to_settle', summary, severity: 'soon' }
}
