import type { PortalCaller } from '../../domain/caller.ts'
import { findLocalDays, type LocalDays } from '../../domain/instant.ts'
import { invalid } from '../../domain/refusal.ts'
import {
  type ExportAsked,
  type ExportedBooking,
  type ExportedDuty,
  type ExportedPayment,
  type ExportedPayout,
  type ExportedQuote,
  type ExportPosition,
  exportBookings,
  exportDuties,
  exportPayments,
  exportPayouts,
  exportQuotes,
} from '../../storage/queries/exports.ts'
import { exportInvoices, type InvoiceRecord } from '../../storage/queries/invoices.ts'
import type { Reader, Storage } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'

/** Number of rows of one read, small enough to delay no other caller. */
const rowsAtOnce = 250

/** A table for export: reads its next rows, and finds the position of a row. */
export type Exportable<Item> = {
  readonly read: (db: Reader, asked: ExportAsked) => Promise<Item[]>
  readonly positionOf: (item: Item) => ExportPosition
}

export const everyBooking: Exportable<ExportedBooking> = {
  read: exportBookings,
  positionOf: ({ booking }) => ({ at: booking.departsAt, id: booking.id }),
}

export const everyDuty: Exportable<ExportedDuty> = {
  read: exportDuties,
  positionOf: ({ booking }) => ({ at: booking.departsAt, id: booking.id }),
}

export const everyPayment: Exportable<ExportedPayment> = {
  read: exportPayments,
  positionOf: ({ payment }) => ({ at: payment.createdAt, id: payment.id }),
}

export const everyPayout: Exportable<ExportedPayout> = {
  read: exportPayouts,
  positionOf: ({ payout }) => ({ at: payout.createdAt, id: payout.id }),
}

export const everyQuote: Exportable<ExportedQuote> = {
  read: exportQuotes,
  positionOf: ({ quote }) => ({ at: quote.submittedAt, id: quote.id }),
}

export const everyInvoice: Exportable<InvoiceRecord> = {
  read: exportInvoices,
  positionOf: ({ invoice }) => ({ at: invoice.issuedAt, id: invoice.id }),
}

/**
 * The rows of the caller's account within some days of its clocks, both included. They are read in small batches. Rows written
 * meanwhile may or may not be included. Refuses `validation_failed` before the first row.
 */
export async function readExportedRows<Item>(
  storage: Storage,
  caller: PortalCaller,
  days: LocalDays,
  what: Exportable<Item>,
): Promise<AsyncGenerator<readonly Item[], void>> {
  if (days.to < days.from) throw invalid(['to'], 'notBefore', { other: 'from' })
  const { timezone } = await storage.read((db) => findOwnOperator(db, caller), caller)
  const { from, to } = findLocalDays(days, timezone)
  return readExportPages(storage, caller, { from, to: to - 1 }, what)
}

async function* readExportPages<Item>(
  storage: Storage,
  caller: PortalCaller,
  { from, to }: { readonly from: number; readonly to: number },
  { read, positionOf }: Exportable<Item>,
): AsyncGenerator<readonly Item[], void> {
  const { operatorId } = caller
  let after: ExportPosition = { at: from - 1, id: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const query = { operatorId, to, after, limit: rowsAtOnce }
    const items = await storage.read((db) => read(db, query), caller)
    const last = items.at(-1)
    if (last === undefined) return
    yield items
    after = positionOf(last)
  }
}
