import { and, asc, desc, eq, gte, inArray, isNull, lte, type SQLWrapper, sql } from 'drizzle-orm'
import type { InvoicedSpan } from '../../domain/invoice.ts'
import { buildListing, type PageSpan } from '../lists/listing.ts'
import { buildBulkStatement, handfuls } from '../rows/bulk.ts'
import { createFinder, createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { buildExportReader, type ExportAsked } from './exports.ts'

export type InvoiceRow = Row<'invoices'>

/**
 * An invoice with its contents, the amount paid and the amount due. Each booking counts at most its amount on the invoice as
 * paid, and at most its own amount due.
 */
export type InvoiceRecord = {
  readonly invoice: InvoiceRow
  readonly paidAmount: number
  readonly owedAmount: number
  /** The present spans of its trips. */
  readonly spans: readonly InvoicedSpan[]
}

export const insertInvoice = createInserter('invoices')
export const saveInvoice = createSaver('invoices', ['creditedBy'])

const lastNumber = prepareStatement('last_invoice_number', ({ db, t: { invoices } }) =>
  db
    .select({ number: invoices.number })
    .from(invoices)
    .where(eq(invoices.operatorId, sql.placeholder('operatorId')))
    .orderBy(desc(invoices.number))
    .limit(1),
)

/** The number of an operator's next invoice. The caller locks the operator, so that no number is used twice. */
export async function findNextInvoiceNumber(tx: Writer, operatorId: number): Promise<number> {
  return (takeFirstRow(await lastNumber(tx).execute({ operatorId }))?.number ?? 0) + 1
}

const paying = buildBulkStatement(
  'paid_of_invoices',
  ['id'],
  ({ db, t: { bookings, invoicedBookings } }, places) => {
    const { invoiceId, grossAmount, creditedAt } = invoicedBookings
    const lesser = (one: SQLWrapper, other: SQLWrapper) => sql`case when ${one} < ${other} then ${one} else ${other} end`
    const paid = lesser(bookings.paidAmount, grossAmount)
    const owed = lesser(bookings.dueAmount, sql`(${grossAmount} - (${paid}))`)
    const isAsked = inArray(
      invoiceId,
      places.map(({ id }) => id),
    )
    return db
      .select({
        invoiceId,
        paidAmount: sql<number>`sum(${paid})`.mapWith(Number),
        owedAmount: sql<number>`sum(${owed})`.mapWith(Number),
      })
      .from(invoicedBookings)
      .innerJoin(bookings, eq(bookings.id, invoicedBookings.bookingId))
      .where(and(isAsked, isNull(creditedAt)))
      .groupBy(invoiceId)
  },
  handfuls,
)

const running = buildBulkStatement('periods_of_invoices', ['id'], ({ db, t: { bookings, invoicedBookings, trips } }, places) => {
  const { invoiceId } = invoicedBookings
  const isAsked = inArray(
    invoiceId,
    places.map(({ id }) => id),
  )
  return db
    .select({
      invoiceId,
      from: bookings.departsAt,
      to: bookings.endsAt,
      timezone: trips.timezone,
    })
    .from(invoicedBookings)
    .innerJoin(bookings, eq(bookings.id, invoicedBookings.bookingId))
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(isAsked)
})

async function withPaid(db: Reader, invoices: readonly InvoiceRow[]): Promise<InvoiceRecord[]> {
  const sums = new Map((await paying(db, invoices)).flat().map(({ invoiceId, ...sum }) => [invoiceId, sum]))
  const spans = Map.groupBy((await running(db, invoices)).flat(), ({ invoiceId }) => invoiceId)
  return invoices.map((invoice) => ({
    invoice,
    ...(sums.get(invoice.id) ?? { paidAmount: 0, owedAmount: 0 }),
    spans: spans.get(invoice.id) ?? [],
  }))
}

const exportedInvoices = buildExportReader<InvoiceRow>('invoices', ({ db, t: { invoices } }) => ({
  choose: (columns) => db.select(columns).from(invoices).$dynamic(),
  rows: () => db.select().from(invoices).$dynamic(),
  operatorId: invoices.operatorId,
  at: invoices.issuedAt,
  id: invoices.id,
}))

/** Invoices and credit notes in the order of their issue. */
export async function exportInvoices(db: Reader, asked: ExportAsked): Promise<InvoiceRecord[]> {
  return withPaid(db, await exportedInvoices(db, asked))
}

const byNumber = createFinder('invoices', 'operatorId', 'number')

/** An operator's invoice or credit note under its number, or null. */
export async function findInvoice(db: Reader, operatorId: number, number: number): Promise<InvoiceRecord | null> {
  const invoice = await byNumber(db, operatorId, number)
  return invoice === null ? null : takeFirstRow(await withPaid(db, [invoice]))
}

const ofBooking = prepareStatement('invoice_of_booking', ({ db, t: { invoicedBookings, invoices } }) =>
  db
    .select({ invoice: invoices })
    .from(invoicedBookings)
    .innerJoin(invoices, eq(invoices.id, invoicedBookings.invoiceId))
    .where(and(eq(invoicedBookings.bookingId, sql.placeholder('bookingId')), isNull(invoicedBookings.creditedAt))),
)

/** The invoice of a booking, or null. */
export async function findInvoiceOfBooking(db: Reader, bookingId: number): Promise<InvoiceRecord | null> {
  const found = takeFirstRow(await ofBooking(db).execute({ bookingId }))
  return found === null ? null : takeFirstRow(await withPaid(db, [found.invoice]))
}

const nameOfBooking = prepareStatement('invoice_named_of_booking', ({ db, t: { invoicedBookings, invoices } }) =>
  db
    .select({ number: invoices.number, issuedAt: invoices.issuedAt })
    .from(invoicedBookings)
    .innerJoin(invoices, eq(invoices.id, invoicedBookings.invoiceId))
    .where(and(eq(invoicedBookings.bookingId, sql.placeholder('bookingId')), isNull(invoicedBookings.creditedAt))),
)

/** The number of an invoice and the instant (ms) at which it was issued. */
export type InvoiceName = Pick<InvoiceRow, 'number' | 'issuedAt'>

/** The name of a booking's invoice, without its sums; or null. */
export async function findInvoiceName(db: Reader, bookingId: number): Promise<InvoiceName | null> {
  return takeFirstRow(await nameOfBooking(db).execute({ bookingId }))
}

const leaving = prepareStatement('note_invoice_sent', ({ db, t: { bookings, invoicedBookings, invoices } }) => {
  const standing = db
    .select({ id: invoicedBookings.invoiceId })
    .from(invoicedBookings)
    .innerJoin(bookings, eq(bookings.id, invoicedBookings.bookingId))
    .where(and(eq(bookings.tripId, sql.placeholder('tripId')), isNull(invoicedBookings.creditedAt)))
  return db
    .update(invoices)
    .set({ sentAt: sql`${sql.placeholder('at')}` })
    .where(inArray(invoices.id, standing))
})

/** Saves that the invoice of a trip was sent to its customer at `at` (ms); nothing without an invoice. */
export async function noteInvoiceSent(tx: Writer, tripId: number, at: number): Promise<void> {
  await leaving(tx).execute({ tripId, at })
}

const listed = buildListing<InvoiceRow, { readonly operatorId: number }>('invoices', ({ db, t: { invoices } }) => ({
  choose: (columns) =>
    db
      .select(columns)
      .from(invoices)
      .where(eq(invoices.operatorId, sql.placeholder('operatorId')))
      .$dynamic(),
  rows: () => db.select().from(invoices).$dynamic(),
  id: invoices.id,
  by: [invoices.number, invoices.id],
  newestFirst: true,
}))

/** One page of an operator's invoices and credit notes, newest first, with their count. */
export async function listInvoices(db: Reader, query: { readonly operatorId: number } & PageSpan) {
  const { items, total } = await listed(db, query)
  return { items: await withPaid(db, items), total }
}

const binding = buildBulkStatement('insert_invoiced_bookings', ['bookingId', 'grossAmount'], ({ db, t }, places, invoiceId) =>
  db.insert(t.invoicedBookings).values(places.map((place) => ({ ...place, invoiceId }))),
)

/** Saves the bookings of an invoice. */
export async function insertInvoicedBookings(
  tx: Writer,
  invoiceId: number,
  bookings: readonly { readonly bookingId: number; readonly grossAmount: number }[],
): Promise<void> {
  await binding(tx, bookings, invoiceId)
}

const releasing = prepareStatement('release_invoiced_bookings', ({ db, t: { invoicedBookings } }) =>
  db
    .update(invoicedBookings)
    .set({ creditedAt: sql`${sql.placeholder('at')}` })
    .where(eq(invoicedBookings.invoiceId, sql.placeholder('invoiceId'))),
)

/** Frees the bookings of an invoice credited at `at` (ms): they can be invoiced again. */
export async function releaseInvoicedBookings(tx: Writer, invoiceId: number, at: number): Promise<void> {
  await releasing(tx).execute({ invoiceId, at })
}

/** A booking for an invoice, with the customer of its trip. */
export type Invoiceable = {
  readonly booking: Row<'bookings'>
  readonly trip: Row<'trips'>
  readonly quote: Row<'quotes'>
  readonly customer: Row<'customers'>
  /** The number of its invoice. */
  readonly invoiceNumber: number | null
}

function invoiceables({ db, t }: Reader) {
  return db
    .select({
      booking: t.bookings,
      trip: t.trips,
      quote: t.quotes,
      customer: t.customers,
      invoiceNumber: t.invoices.number,
    })
    .from(t.bookings)
    .innerJoin(t.trips, eq(t.trips.id, t.bookings.tripId))
    .innerJoin(t.quotes, eq(t.quotes.id, t.bookings.quoteId))
    .innerJoin(t.customers, eq(t.customers.id, t.trips.customerId))
    .leftJoin(t.invoicedBookings, and(eq(t.invoicedBookings.bookingId, t.bookings.id), isNull(t.invoicedBookings.creditedAt)))
    .leftJoin(t.invoices, eq(t.invoices.id, t.invoicedBookings.invoiceId))
}

const byRefs = buildBulkStatement('invoiceables_by_ref', ['ref'], (handle, places) => {
  const refs = places.map(({ ref }) => ref)
  return invoiceables(handle).where(inArray(handle.t.bookings.ref, refs))
})

/** An operator's bookings with these refs, in no order. */
export async function listInvoiceablesByRef(db: Reader, operatorId: number, refs: readonly string[]): Promise<Invoiceable[]> {
  const rows = refs.map((ref) => ({ ref }))
  return (await byRefs(db, rows)).flat().filter(({ booking }) => booking.operatorId === operatorId)
}

const ofCustomer = prepareStatement('invoiceables_of_customer', (handle) => {
  const { bookings, trips } = handle.t
  return invoiceables(handle)
    .where(
      and(
        eq(trips.ownCustomerId, sql.placeholder('ownCustomerId')),
        gte(trips.departsAt, sql.placeholder('from')),
        lte(trips.departsAt, sql.placeholder('to')),
        eq(bookings.status, sql`'active'`),
      ),
    )
    .orderBy(asc(trips.departsAt), asc(trips.id))
})

/**
 * The uncancelled bookings of an operator's own customer with a departure between two instants (ms), both included, by departure.
 */
export async function listInvoiceablesOfCustomer(
  db: Reader,
  ownCustomerId: number,
  span: { readonly from: number; readonly to: number },
): Promise<Invoiceable[]> {
  return ofCustomer(db).execute({ ownCustomerId, ...span })
}
