import { acknowledgeBy } from '../../domain/assignment.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { dayMs, hourMs, toSpokenTime } from '../../domain/instant.ts'
import { dueSince, overdueSpan } from '../../domain/ledger.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { type OpenPoint, severityBy } from '../../domain/open-point.ts'
import { isOfUnknownCharge } from '../../domain/payment.ts'
import { listIncidents } from '../../storage/queries/incidents.ts'
import { type ListedJob, listJobs } from '../../storage/queries/jobs.ts'
import { type PaymentToSettle, paymentsToSettle } from '../../storage/queries/open-payments.ts'
import {
  awaitedTransfers,
  customerContactsAhead,
  overdueBookings,
  requestedInvoices,
  unansweredDuties,
  unstaffedBetween,
  waitingRequests,
} from '../../storage/queries/open-points.ts'
import { wishedAmendments } from '../../storage/queries/open-trouble.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { type UnknownPaymentRow, unknownPaymentsOfOperator } from '../../storage/queries/unknown-payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { isReachable } from '../people/phones.ts'

/** Greatest number of lines of a kind: a desk with more works through a list. */
export const mostLines = 50

/** Number of the next bookings whose customers' contact details are checked. */
const contactsRead = 500

/** The desk that is asked of. */
export type Desk = {
  readonly operator: Operator
  readonly caller: PortalCaller
  readonly now: number
  /** Country (ISO 3166) of the operator's phone numbers without a country code. */
  readonly phoneCountries: readonly string[]
}

/** Numbers of open things, of the kinds that a role may read. */
export type Counts = Partial<Record<'fresh' | 'closing' | 'requests' | 'unstaffed48h' | 'overdue' | 'incidentsOpen', number>>

export type BoardPart = { readonly points: readonly OpenPoint[]; readonly counts: Counts }

/** Milliseconds ahead of its departure from which a trip must have its drivers. */
const staffedAheadMs = 48 * hourMs

function spoken({ now }: Desk, { timezone }: { readonly timezone: string }, at: number): string {
  return toSpokenTime(at, timezone, now)
}

type DepartingTrip = { readonly ref: string; readonly departsAt: number; readonly timezone: string }

/** A line about a trip that needs something before it departs; the time of the departure ends its sentence. */
function departurePoint(desk: Desk, kind: OpenPoint['kind'], trip: DepartingTrip, sentence: string): OpenPoint {
  const { ref, departsAt: dueAt } = trip
  const severity = severityBy(dueAt - dayMs, desk.now) === 'now' ? 'now' : 'soon'
  return { kind, ref, subject: null, summary: `${sentence} ${spoken(desk, trip, dueAt)}.`, dueAt, severity }
}

/** Requests and jobs that run out: for who may read jobs. */
export async function inboxPoints(db: Reader, desk: Desk): Promise<BoardPart> {
  const { operator, now } = desk
  const closingUntil = now + operator.closingHours * hourMs
  const inbox = { operatorId: operator.id, updatedSince: null, now, closingUntil, offset: 0 }
  const requests = await waitingRequests(db, { operatorId: operator.id, limit: mostLines })
  // The first to close of those that are not quoted.
  const fresh = await listJobs(db, { ...inbox, filter: 'fresh', limit: mostLines })
  const closing = await listJobs(db, { ...inbox, filter: 'closing', limit: 1 })
  const isClosing = ({ offer }: ListedJob) => offer.quoteBy <= closingUntil
  return {
    points: [
      ...requests.lines.map((request): OpenPoint => {
        const leaves = spoken(desk, request, request.departsAt)
        return {
          kind: 'booking_request',
          ref: request.ref,
          subject: { kind: 'quote', id: request.quoteId },
          summary: `A customer asks to book ${request.ref}, which leaves ${leaves}. Answer by ${spoken(desk, request, request.respondBy)}.`,
          dueAt: request.respondBy,
          severity: severityBy(request.respondBy, now),
        }
      }),
      ...fresh.items.filter(isClosing).map(({ offer, trip }): OpenPoint => {
        const leaves = spoken(desk, operator, offer.departsAt)
        return {
          kind: 'job_closing',
          ref: trip.ref,
          subject: null,
          summary: `You have not quoted for ${trip.ref}, which leaves ${leaves}. Quoting ends ${spoken(desk, operator, offer.quoteBy)}.`,
          dueAt: offer.quoteBy,
          severity: severityBy(offer.quoteBy, now),
        }
      }),
    ],
    counts: { fresh: fresh.total, closing: closing.total, requests: requests.total },
  }
}

/** Trips that lack somebody, and what is wrong on the road: for who may read bookings. */
export async function roadPoints(db: Reader, desk: Desk): Promise<BoardPart> {
  const { operator, now } = desk
  const of = { operatorId: operator.id, limit: mostLines }
  const unstaffed = await unstaffedBetween(db, { ...of, now, until: now + staffedAheadMs })
  const unanswered = await unansweredDuties(db, { operatorId: operator.id, now, until: now + dayMs })
  const incidents = await listIncidents(db, { ...of, status: 'open', offset: 0 })
  const isLate = (duty: (typeof unanswered)[number]) => acknowledgeBy(duty, duty.departsAt) <= now
  return {
    points: [
      ...unstaffed.lines.map((trip) => {
        const { vehiclesAssigned, vehiclesNeeded } = trip
        const lacks = vehiclesAssigned ? 'still lacks a driver' : vehiclesNeeded > 1 ? 'has no drivers' : 'has no driver'
        const verb = trip.departsAt <= now ? 'left' : 'leaves'
        return departurePoint(desk, 'unstaffed', trip, `${trip.ref} ${lacks}. It ${verb}`)
      }),
      ...unanswered
        .filter(isLate)
        .slice(0, mostLines)
        .map((duty): OpenPoint => {
          const leaves = spoken(desk, duty, duty.departsAt)
          return {
            kind: 'unacknowledged',
            ref: duty.ref,
            subject: { kind: 'duty', id: duty.dutyId },
            summary: `${duty.driverName} has not confirmed ${duty.ref}, which leaves ${leaves}.`,
            dueAt: duty.departsAt,
            severity: severityBy(duty.departsAt, now),
          }
        }),
      ...incidents.items.map(
        ({ incident, ref, driver }): OpenPoint => ({
          kind: 'incident',
          ref,
          subject: { kind: 'incident', id: incident.id },
          summary: `${driver?.name ?? 'The customer'} reports ${saidOf[incident.kind]} on ${ref}.`,
          dueAt: null,
          severity: incident.severity === 'high' ? 'now' : 'soon',
        }),
      ),
    ],
    counts: { unstaffed48h: unstaffed.total, incidentsOpen: incidents.total },
  }
}

const saidOf = {
  delay: 'a delay',
  breakdown: 'a breakdown',
  collision: 'a collision',
  passenger_behaviour: 'trouble with passengers',
  injury: 'an injury',
  lost_property: 'lost property',
  access_problem: 'a problem with the access',
  wrong_details: 'wrong details',
  other: 'a problem',
} as const

/** Money and changes that wait for somebody: for who may read bookings. */
export async function officePoints(db: Reader, desk: Desk): Promise<BoardPart> {
  const { operator, now, phoneCountries } = desk
  const of = { operatorId: operator.id, limit: mostLines }
  const transfers = await awaitedTransfers(db, of)
  const toSettle = await paymentsToSettle(db, of)
  const unknown = await unknownPaymentsOfOperator(db, of)
  const overdue = await overdueBookings(db, { ...of, ...overdueSpan('overdue', now) })
  const wishes = await wishedAmendments(db, of)
  const invoices = await requestedInvoices(db, of)
  const contacts = await customerContactsAhead(db, { operatorId: operator.id, now, limit: contactsRead })
  const money = (line: { readonly currencyCode: string }, amount: number) => toSpokenAmount(amount, line.currencyCode)
  return {
    points: [
      ...transfers.map(
        (line): OpenPoint => ({
          kind: 'transfer_awaited',
          ref: line.ref,
          subject: { kind: 'payment', id: line.paymentId },
          summary: `A transfer of ${money(line, line.amount)} for ${line.ref} is on its way. Say when it has come.`,
          dueAt: line.lockedUntil,
          severity: line.lockedUntil === null ? 'info' : severityBy(line.lockedUntil, now),
        }),
      ),
      ...toSettle.map(settlingPoint),
      ...unknown.map((line) => unknownPoint(desk, line)),
      ...overdue.lines.map((line): OpenPoint => {
        const dueAt = dueSince(line) ?? now
        return {
          kind: 'balance_overdue',
          ref: line.ref,
          subject: null,
          summary: `${money(line, line.dueAmount)} for ${line.ref} is overdue: it was due ${spoken(desk, line, dueAt)}.`,
          dueAt,
          severity: 'soon',
        }
      }),
      ...invoices.map(
        ({ ref }): OpenPoint => ({
          kind: 'invoice_requested',
          ref,
          subject: null,
          summary: `The customer of ${ref} asks for an invoice.`,
          dueAt: null,
          severity: 'soon',
        }),
      ),
      ...wishes.map((line): OpenPoint => {
        const who = line.by === 'platform' ? 'The marketplace' : 'The customer'
        return {
          kind: 'amendment',
          ref: line.ref,
          subject: { kind: 'amendment', id: line.id },
          summary: `${who} wishes to change ${line.ref}, which leaves ${spoken(desk, line, line.departsAt)}.`,
          dueAt: line.respondBy,
          severity: line.respondBy === null ? 'soon' : severityBy(line.respondBy, now),
        }
      }),
      ...contacts
        .filter((line) => !isReachable(line, phoneCountries))
        .sort((one, other) => one.departsAt - other.departsAt)
        .slice(0, mostLines)
        .map((line) => {
          const lacks = `The customer of ${line.ref} has no working email address or phone number. It leaves`
          return departurePoint(desk, 'customer_unreachable', line, lacks)
        }),
    ],
    counts: { overdue: overdue.total },
  }
}

/** Money that moved after the backup that was restored: only the provider can tell what it was for. */
function unknownPoint(
  desk: Desk,
  { kind, tripRef: ref, providerRef, amount, currencyCode, madeAt }: UnknownPaymentRow,
): OpenPoint {
  const did = kind === 'charge' ? 'was taken by card' : 'was sent back'
  const moved = `${toSpokenAmount(amount, currencyCode)} ${did} for ${ref} ${spoken(desk, desk.operator, madeAt)}`
  const summary = `${moved}, and no payment here knows of it. Look for ${providerRef} at your provider of card payments.`
  return { kind: 'payment_to_settle', ref, subject: null, summary, dueAt: null, severity: 'soon' }
}

/** A refund of a booking that is sent by hand is done there; of everything else the money's own page tells what to do. */
function settlingPoint({ payment, ref, isOfBooking }: PaymentToSettle): OpenPoint {
  const { id, kind, status, fault, amount, currencyCode } = payment
  const line = { ref, subject: { kind: 'payment', id }, dueAt: null } as const
  const sum = toSpokenAmount(amount, currencyCode)
  if (kind !== 'refund') {
    if (payment.takenAmount !== null && payment.takenCurrency !== null) {
      const taken = toSpokenAmount(payment.takenAmount, payment.takenCurrency)
      const summary = `A payment page took ${taken} for ${ref}, and ${sum} was due. Record it as paid, or wait for its refund.`
      return { ...line, kind: 'payment_to_settle', summary, severity: 'soon' }
    }
    const summary = `It is not known whether ${sum} for ${ref} was taken. Look at the pages of your provider of card payments.`
    return { ...line, kind: 'payment_to_settle', summary, severity: 'soon' }
  }
  if (isOfUnknownCharge(payment)) {
    const summary = `It is not known whether ${sum} for ${ref} went back: the account that takes cards does not know the payment.`
    return { ...line, kind: isOfBooking ? 'refund_due' : 'payment_to_settle', summary, severity: 'soon' }
  }
  if (
    fault !== 'insufficient_funds' &&
    (status === 'refund_pending' || (status === 'refund_due' && payment.providerRef !== null))
  ) {
    const summary = `${sum} for ${ref} came too late or was not the amount due. It is being refunded.`
    return { ...line, kind: 'payment_to_settle', summary, severity: 'info' }
  }
  if (status === 'refund_pending') {
    const summary = `${sum} for ${ref} waits to go back: the account that takes cards holds too little.`
    return { ...line, kind: 'payment_to_settle', summary, severity: 'soon' }
  }
  if (fault === 'disputed') {
    const summary = `${sum} for ${ref} does not go back: the bank is already taking it.`
    return { ...line, kind: 'payment_to_settle', summary, severity: 'info' }
  }
  const summary = `Send ${sum} back to the customer of ${ref}.`
  return { ...line, kind: isOfBooking ? 'refund_due' : 'payment_to_settle', summary, severity: 'soon' }
}
