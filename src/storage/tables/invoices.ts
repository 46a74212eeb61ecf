import { sql } from 'drizzle-orm'
import type { InvoiceLine } from '../../domain/invoice.ts'
import type { PostalAddress } from '../../domain/postal-address.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { BookingTables } from './bookings.ts'

/** The customer of an invoice at the time of its issue. Older invoices contain no address. */
export type InvoicedCustomer = {
  readonly name: string
  readonly organisation: string | null
  readonly email: string | null
  readonly address?: PostalAddress | null
}

/** The tables of an operator's invoices and credit notes. */
export function invoiceTables(c: Columns, { bookings, operators, ownCustomers }: AccountTables & BookingTables) {
  /**
   * Invoices and credit notes. Written by the operator's people, and changed only for a credit note, and by the message worker
   * when the invoice is sent. Never deleted or emptied: tax law requires them unchanged.
   */
  const invoices = c.table(
    'invoices',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      /** Number without gaps for each operator, shared by invoices and credit notes. */
      number: c.int().notNull(),
      /** Number of the invoice that a credit note credits. */
      credits: c.int(),
      /** The number of the credit note that cancels it. */
      creditedBy: c.int(),
      /** Reason of a credit note. */
      reason: c.text(),
      ownCustomerId: c.ref(() => ownCustomers.id),
      customer: c.json<InvoicedCustomer>().notNull(),
      vatNumber: c.text(),
      /** Address of the operator at the time of issue. */
      operatorAddress: c.json<PostalAddress>(),
      lines: c.json<readonly InvoiceLine[]>().notNull(),
      netAmount: c.int().notNull(),
      vatAmount: c.int().notNull(),
      grossAmount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      /** A day, `2026-06-12`. */
      dueOn: c.text().notNull(),
      issuedAt: c.instant().notNull(),
      /** Instant at which it was last attached to an email to the customer. */
      sentAt: c.instant(),
    },
    (t) => [
      c.unique('invoices_number').on(t.operatorId, t.number),
      c.index('invoices_issued').on(t.operatorId, t.issuedAt, t.id),
    ],
  )

  /** The bookings of an invoice. Written with it, and when it is credited. Never deleted; a credited one has `creditedAt`. */
  const invoicedBookings = c.table(
    'invoiced_bookings',
    {
      id: c.id(),
      invoiceId: c.ref(() => invoices.id).notNull(),
      bookingId: c.ref(() => bookings.id).notNull(),
      /** Part of the invoice for this booking, in minor units. */
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
