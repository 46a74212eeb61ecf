import { sql } from 'drizzle-orm'
import type { InvoiceLine } from '../../domain/invoice.ts'
import type { PostalAddress } from '../../domain/postal-address.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { BookingTables } from './bookings.ts'

/** The customer that an invoice was made out to, as they were called then. Older invoices hold no address. */
export type InvoicedCustomer = {
  readonly name: string
  readonly organisation: string | null
  readonly email: string | null
  readonly address?: PostalAddress | null
}

/** The tables of what an operator invoices its customers for, and takes back. */
export function invoiceTables(c: Columns, { bookings, operators, ownCustomers }: AccountTables & BookingTables) {
  /**
   * Invoices and credit notes. Written by the operator's people and not changed, but that a credit note is noted, and by the message
   * worker when it leaves. Never deleted, nor emptied: tax law wants them kept as they were made.
   */
  const invoices = c.table(
    'invoices',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      /** Counts up without a gap for each operator, credit notes among them. */
      number: c.int().notNull(),
      /** Number of the invoice that a credit note takes back. */
      credits: c.int(),
      /** The number of the credit note that took it back. */
      creditedBy: c.int(),
      /** Reason of a credit note: why the invoice was taken back. */
      reason: c.text(),
      ownCustomerId: c.ref(() => ownCustomers.id),
      customer: c.json<InvoicedCustomer>().notNull(),
      vatNumber: c.text(),
      /** Address of the operator when it was issued. */
      operatorAddress: c.json<PostalAddress>(),
      lines: c.json<readonly InvoiceLine[]>().notNull(),
      netAmount: c.int().notNull(),
      vatAmount: c.int().notNull(),
      grossAmount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      /** A day, `2026-06-12`. */
      dueOn: c.text().notNull(),
      issuedAt: c.instant().notNull(),
      /** Instant at which it last went along with a mail to the customer. */
      sentAt: c.instant(),
    },
    (t) => [
      c.unique('invoices_number').on(t.operatorId, t.number),
      c.index('invoices_issued').on(t.operatorId, t.issuedAt, t.id),
    ],
  )

  /**
   * The bookings an invoice is about. Written with it, then when it is taken back. Never deleted; one that was taken back has
   * `creditedAt`.
   */
  const invoicedBookings = c.table(
    'invoiced_bookings',
    {
      id: c.id(),
      invoiceId: c.ref(() => invoices.id).notNull(),
      bookingId: c.ref(() => bookings.id).notNull(),
      /** Minor units of the invoice that are this booking's. */
      grossAmount: c.int().notNull(),
      creditedAt: c.instant(),
    },
    (t) => [
      c.index('invoiced_bookings_invoice').on(t.invoiceId),
      c.unique('invoiced_bookings_booking').on(t.bookingId).where(sql`credited_at is null`),
    ],
  )

  return { invoices, invoicedBookings }
}
