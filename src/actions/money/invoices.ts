import { computeAgreedDueTime } from '../../domain/agreement.ts'
import { listBookedVehicles, tripCancelled } from '../../domain/booking.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { findFirstMs, findLocalMonth } from '../../domain/instant.ts'
import {
  computeGross,
  computeInvoiceDueDay,
  computeInvoiceTotals,
  formatInvoiceNumber,
  listInvoiceLines,
  negateInvoiceLines,
  requireCreditableInvoice,
} from '../../domain/invoice.ts'
import { isSameAddress, type PostalAddress } from '../../domain/postal-address.ts'
import { invalid, Refusal, requireFound } from '../../domain/refusal.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockOperator, lockTrips } from '../../storage/locks.ts'
import { findBooking, saveBooking } from '../../storage/queries/bookings.ts'
import {
  findInvoice,
  findInvoiceOfBooking,
  findNextInvoiceNumber,
  type Invoiceable,
  type InvoiceRecord,
  type InvoiceRow,
  insertInvoice,
  insertInvoicedBookings,
  listInvoiceablesByRef,
  listInvoiceablesOfCustomer,
  listInvoices,
  releaseInvoicedBookings,
  saveInvoice,
} from '../../storage/queries/invoices.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findOwnCustomer, type OwnCustomerRow, saveOwnCustomer } from '../../storage/queries/own-customers.ts'
import { findCustomerOfTrip, saveCustomer } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { recordSums } from './sums.ts'

/** An invoice to make for bookings, by their refs or by the month of a customer (`2026-06`). */
export type InvoiceAsked = BookingsToInvoice & {
  /** Address of the buyer; null for the known one. */
  readonly address: PostalAddress | null
}

/** The bookings of an invoice. */
export type BookingsToInvoice = { readonly refs: readonly string[] } | { readonly customerId: number; readonly month: string }

/** The caller's invoices and credit notes, newest first. */
export function listAccountInvoices(db: Reader, caller: PortalCaller, asked: PageAsked) {
  return listInvoices(db, { operatorId: caller.operatorId, ...toPageSpan(asked) })
}

/** The invoice of one of the caller's bookings, or null. Refuses `not_found` for a booking of another account. */
export async function showInvoiceOfBooking(db: Reader, caller: PortalCaller, ref: string): Promise<InvoiceRecord | null> {
  const { booking } = await requireFound(findBooking(db, caller.operatorId, ref))
  return findInvoiceOfBooking(db, booking.id)
}

/** The instant (ms) at which the customer of a booking requested an invoice, or null, and the address for it. */
export type NextInvoice = { readonly requestedAt: number | null; readonly address: PostalAddress | null }

/** The customer's request for an invoice of one of the caller's bookings. Refuses `not_found`. */
export async function showInvoiceRequest(db: Reader, caller: PortalCaller, ref: string): Promise<NextInvoice> {
  const { booking, trip } = await requireFound(findBooking(db, caller.operatorId, ref))
  const { ownCustomerId } = trip
  const kept = ownCustomerId === null ? null : await findOwnCustomer(db, caller.operatorId, ownCustomerId)
  const [ofTrip, ofKept] = [(await findCustomerOfTrip(db, trip)).address, kept?.address ?? null]
  const { invoiceRequestedAt: requestedAt } = booking
  return { requestedAt, address: requestedAt === null ? (ofKept ?? ofTrip) : (ofTrip ?? ofKept) }
}

/** One of the caller's invoices. Refuses `not_found`. */
export function showInvoice(db: Reader, caller: PortalCaller, number: number): Promise<InvoiceRecord> {
  return requireFound(findInvoice(db, caller.operatorId, number))
}

/**
 * Invoices bookings under the next number; amounts on an account fall due with it. Refuses `validation_failed` (bookings,
 * customer, an empty month), `trip_cancelled`, `invalid_transition` (an invoiced booking).
 */
export async function makeInvoice(tx: Writer, caller: PortalCaller, asked: InvoiceAsked, now: number): Promise<InvoiceRecord> {
  // The lock keeps the numbers without gaps and repetitions.
  await lockOperator(tx, caller.operatorId)
  const operator = await findOwnOperator(tx, caller)
  const seen = await bookingsAsked(tx, operator, asked)
  await lockTrips(
    tx,
    seen.map(({ trip }) => trip.id),
  )
  const bookings = await bookingsAsked(tx, operator, asked)
  requireInvoiceableBookings(bookings)
  const customer = await requireOneCustomer(tx, operator, bookings)
  const address = asked.address ?? findInvoiceAddress(bookings, true) ?? customer?.address ?? findInvoiceAddress(bookings, false)
  requireAddresses(operator, address)
  if (asked.address !== null) await keepAddress(tx, customer, bookings, asked.address, now)
  const made = await insertFor(tx, operator, { kept: customer, address }, bookings, now)
  return showInvoice(tx, caller, made)
}

/** The address of the first booking that has one, or of the first whose customer requested an invoice. */
function findInvoiceAddress(bookings: readonly Invoiceable[], isRequested: boolean): PostalAddress | null {
  const asking = bookings.filter(({ booking }) => !isRequested || booking.invoiceRequestedAt !== null)
  return asking.find(({ customer }) => customer.address !== null)?.customer.address ?? null
}

async function bookingsAsked(tx: Writer, operator: Operator, asked: BookingsToInvoice): Promise<Invoiceable[]> {
  if ('refs' in asked) return bookingsUnder(tx, operator, asked.refs)
  if ((await findOwnCustomer(tx, operator.id, asked.customerId)) === null) throw invalid(['customerId'], 'unknown')
  const ofMonth = await listInvoiceablesOfCustomer(tx, asked.customerId, findLocalMonth(asked.month, operator.timezone))
  if (ofMonth.length === 0) throw invalid(['month'], 'nothingBooked')
  // Bookings with their own invoice are left out; if all have one, the refusal names the reason.
  const left = ofMonth.filter(({ invoiceNumber }) => invoiceNumber === null)
  return left.length === 0 ? ofMonth : left
}

async function bookingsUnder(tx: Writer, { id }: Operator, refs: readonly string[]): Promise<Invoiceable[]> {
  const found = new Map((await listInvoiceablesByRef(tx, id, refs)).map((one) => [one.booking.ref, one]))
  return refs.map((ref, nth) => {
    const booking = found.get(ref)
    if (booking === undefined) throw invalid(['refs', nth], 'unknown')
    return booking
  })
}

function requireInvoiceableBookings(bookings: readonly Invoiceable[]): void {
  for (const { booking, invoiceNumber } of bookings) {
    if (booking.status === 'cancelled') throw tripCancelled()
    if (invoiceNumber === null) continue
    const why = `${booking.ref} is on invoice ${formatInvoiceNumber(invoiceNumber)}. Issue a credit note for that invoice first.`
    throw new Refusal('invalid_transition', why, { currentStatus: 'invoiced', allowed: [] })
  }
}

/**
 * The saved customer of these bookings; null if none is saved. An invoice goes to one customer, so unsaved ones must have the
 * same name on each trip.
 */
async function requireOneCustomer(
  tx: Writer,
  { id }: Operator,
  bookings: readonly Invoiceable[],
): Promise<OwnCustomerRow | null> {
  const [first] = bookings
  if (first === undefined) return null
  const other = bookings.findIndex((one) => !isSameCustomer(first, one))
  if (other !== -1) throw invalid(['refs', other], 'oneCustomer')
  const { ownCustomerId } = first.trip
  return ownCustomerId === null ? null : findOwnCustomer(tx, id, ownCustomerId)
}

function isSameCustomer(one: Invoiceable, other: Invoiceable): boolean {
  if (one.trip.ownCustomerId !== null || other.trip.ownCustomerId !== null) {
    return one.trip.ownCustomerId === other.trip.ownCustomerId
  }
  const known = ['name', 'email', 'phone', 'organisation'] as const
  return known.every((field) => one.customer[field] === other.customer[field])
}

/** An invoice with VAT names the address of the operator and of the buyer. */
function requireAddresses({ vat, address }: Operator, buyerAddress: PostalAddress | null): void {
  if (vat === null) return
  if (address === null) throw invalid(['operator', 'address'], 'requiredForVat')
  if (buyerAddress === null) throw invalid(['customer', 'address'], 'requiredForVat')
}

/** Saves an address for the next invoice, with the operator's saved customer, otherwise with the customer of each trip. */
async function keepAddress(
  tx: Writer,
  kept: OwnCustomerRow | null,
  bookings: readonly Invoiceable[],
  address: PostalAddress,
  now: number,
): Promise<void> {
  if (kept !== null) {
    if (kept.address === null) await saveOwnCustomer(tx, kept, { address, updatedAt: now })
    return
  }
  for (const { customer } of bookings)
    if (!isSameAddress(customer.address, address)) await saveCustomer(tx, customer, { address })
}

/** The buyer of an invoice: a saved customer, or null for the customer of the trips, and their address. */
type Buyer = { readonly kept: OwnCustomerRow | null; readonly address: PostalAddress | null }

/** Returns the number. */
async function insertFor(
  tx: Writer,
  operator: Operator,
  { kept: customer, address }: Buyer,
  bookings: readonly Invoiceable[],
  now: number,
): Promise<number> {
  const { vat, timezone } = operator
  const lines = bookings.flatMap(({ booking, trip, quote }) => {
    const { summary } = trip.itinerary
    return listInvoiceLines({ ...booking, summary, vehicles: listBookedVehicles(booking, quote) }, vat, trip.timezone)
  })
  const balances = bookings.map(({ booking }) => booking.balanceDueAt)
  const made = await insertInvoice(tx, {
    operatorId: operator.id,
    number: await findNextInvoiceNumber(tx, operator.id),
    ownCustomerId: customer?.id ?? null,
    customer: { ...findInvoiceNames(customer, bookings), address },
    operatorAddress: operator.address,
    vatNumber: vat?.number ?? null,
    lines,
    ...computeInvoiceTotals(lines),
    currencyCode: bookings[0]?.booking.currencyCode ?? operator.currencyCode,
    dueOn: computeInvoiceDueDay(customer?.account ?? null, balances, timezone, now),
    issuedAt: now,
  })
  const invoiced = bookings.map(({ booking }) => ({ bookingId: booking.id, grossAmount: computeGross(booking) }))
  await insertInvoicedBookings(tx, made.id, invoiced)
  for (const { booking, quote } of bookings) {
    const isRequested = booking.invoiceRequestedAt !== null
    const current = isRequested ? await saveBooking(tx, booking, { invoiceRequestedAt: null, updatedAt: now }) : booking
    if (booking.terms !== 'account') continue
    await recordSums(tx, { booking: current, quote }, now, { balanceDueAt: findFirstMs(made.dueOn, timezone) })
  }
  return made.number
}

function findInvoiceNames(customer: OwnCustomerRow | null, [first]: readonly Invoiceable[]) {
  const { name, organisation, email } = customer ?? first?.customer ?? { name: '', organisation: null, email: null }
  return { name, organisation, email }
}

/**
 * Credits an invoice under the next number: its bookings can be invoiced again, and amounts on an account get their earlier due
 * dates. Returns the credit note. Refuses `not_found`, `invalid_transition` (a credit note, or a credited invoice).
 */
export async function creditInvoice(tx: Writer, caller: PortalCaller, number: number, reason: string, now: number) {
  await lockOperator(tx, caller.operatorId)
  const operator = await findOwnOperator(tx, caller)
  const { timezone } = operator
  const { invoice, owedAmount } = await showInvoice(tx, caller, number)
  requireCreditableInvoice({ ...invoice, owedAmount })
  const { operatorId, ownCustomerId, customer, operatorAddress, vatNumber, currencyCode } = invoice
  const lines = negateInvoiceLines(invoice.lines)
  const note = await insertInvoice(tx, {
    ...{ operatorId, ownCustomerId, customer, operatorAddress, vatNumber, currencyCode },
    number: await findNextInvoiceNumber(tx, operatorId),
    credits: number,
    reason,
    lines,
    ...computeInvoiceTotals(lines),
    dueOn: computeInvoiceDueDay(null, [], timezone, now),
    issuedAt: now,
  })
  await saveInvoice(tx, invoice, { creditedBy: note.number })
  await releaseInvoicedBookings(tx, invoice.id, now)
  await restoreDueDates(tx, operator, invoice, now)
  return showInvoice(tx, caller, note.number)
}

/** Restores the due dates from before a credited invoice. A customer without the account keeps the present ones. */
async function restoreDueDates(tx: Writer, operator: Operator, { lines, ownCustomerId }: InvoiceRow, now: number): Promise<void> {
  const account = ownCustomerId === null ? null : ((await findOwnCustomer(tx, operator.id, ownCustomerId))?.account ?? null)
  const refs = [...new Set(lines.map(({ ref }) => ref))]
  const seen = await bookingsUnder(tx, operator, refs)
  await lockTrips(
    tx,
    seen.map(({ trip }) => trip.id),
  )
  for (const { booking, quote } of await bookingsUnder(tx, operator, refs)) {
    const { terms, status, confirmedAt } = booking
    if (terms !== 'account' || status === 'cancelled') continue
    const dueAt = computeAgreedDueTime({ terms }, { ...booking, timezone: operator.timezone }, account, confirmedAt)
    await recordSums(tx, { booking, quote }, now, { balanceDueAt: dueAt })
  }
}
