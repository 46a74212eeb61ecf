import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { everyDue, exportedDue } from '../../actions/money/dues.ts'
import {
  type Exportable,
  everyBooking,
  everyDuty,
  everyInvoice,
  everyPayment,
  everyPayout,
  everyQuote,
  exportedRows,
} from '../../actions/money/exports.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import type { LocalDays } from '../../domain/instant.ts'
import { ledgerStatusOf } from '../../domain/ledger.ts'
import {
  bookingColumns,
  DuesExportQuery,
  dueColumns,
  dutyColumns,
  type ExportColumns,
  ExportQuery,
  exportedDuty,
  invoiceColumns,
  PaymentsExportQuery,
  PayoutsExportQuery,
  paymentColumns,
  payoutColumns,
  quoteColumns,
} from '../contracts/export.ts'
import { csvResponse } from '../csv-response.ts'
import { gate } from '../gate.ts'

/** A table as a file: its name, what is read for it, and the line made of a row, null for one not asked for. */
type TableFile<Item, Line> = {
  readonly name: string
  readonly what: Exportable<Item>
  readonly lineOf: (item: Item) => Line | null
  readonly columns: ExportColumns<Line>
}

const files = 'text/csv'

/** Everything the office keeps books of, as tables for a spreadsheet. */
export function portalExportRoutes(app: AppContext) {
  async function send<Item, Line>(
    { caller, query, request }: { readonly caller: PortalCaller; readonly query: LocalDays; readonly request: Request },
    { name, what, lineOf, columns }: TableFile<Item, Line>,
  ): Promise<Response> {
    const pages = await exportedRows(app.storage, caller, query, what)
    const isForHeadersOnly = request.method === 'HEAD'
    return csvResponse(`${name}-${query.from}-${query.to}.csv`, columns, linesOf(pages, lineOf), isForHeadersOnly)
  }

  return new Elysia({ prefix: '/portal/v1/exports' })
    .use(gate(app))
    .get(
      '/bookings.csv',
      (call) =>
        send(call, {
          name: 'bookings',
          what: everyBooking,
          lineOf: (line) => line,
          columns: bookingColumns,
        }),
      {
        forPortal: { needs: ['bookings:read'] },
        query: ExportQuery,
        files,
        summary: 'Export the bookings that depart within some days',
      },
    )
    .get(
      '/payments.csv',
      (call) =>
        send(call, {
          name: 'payments',
          what: everyPayment,
          lineOf(line) {
            const { method = line.payment.means, status } = call.query
            const isOfStatus = status === undefined || ledgerStatusOf(line.payment) === status
            return isOfStatus && line.payment.means === method ? line : null
          },
          columns: paymentColumns,
        }),
      {
        forPortal: { needs: ['bookings:read'] },
        query: PaymentsExportQuery,
        files,
        summary: 'Export what was paid and refunded within some days',
      },
    )
    .get(
      '/payouts.csv',
      (call) =>
        send(call, {
          name: 'payouts',
          what: everyPayout,
          lineOf(line) {
            const { status = line.payout.status } = call.query
            return line.payout.status === status ? line : null
          },
          columns: payoutColumns,
        }),
      {
        forPortal: { needs: ['payouts:read'] },
        query: PayoutsExportQuery,
        files,
        summary: 'Export the payouts of what was booked within some days',
      },
    )
    .get(
      '/duties.csv',
      (call) =>
        send(call, {
          name: 'duties',
          what: everyDuty,
          lineOf: exportedDuty,
          columns: dutyColumns,
        }),
      {
        forPortal: { needs: ['drivers:read'] },
        query: ExportQuery,
        files,
        summary: 'Export who drives what of the bookings that depart within some days',
      },
    )
    .get(
      '/dues.csv',
      (call) =>
        send(call, {
          name: 'dues',
          what: everyDue,
          lineOf: (line) => exportedDue(line, call.query.status ?? null, call.context.now),
          columns: dueColumns,
        }),
      {
        forPortal: { needs: ['bookings:read'] },
        query: DuesExportQuery,
        files,
        summary: 'Export the bookings with money owing that falls due within some days',
      },
    )
    .get(
      '/invoices.csv',
      (call) =>
        send(call, {
          name: 'invoices',
          what: everyInvoice,
          lineOf: (line) => line,
          columns: invoiceColumns,
        }),
      {
        forPortal: { needs: ['bookings:read'] },
        query: ExportQuery,
        files,
        summary: 'Export the invoices and credit notes that were made within some days',
      },
    )
    .get(
      '/quotes.csv',
      (call) =>
        send(call, {
          name: 'quotes',
          what: everyQuote,
          lineOf: (line) => line,
          columns: quoteColumns,
        }),
      {
        forPortal: { needs: ['jobs:read'] },
        query: ExportQuery,
        files,
        summary: 'Export the quotes that were first sent within some days',
      },
    )
}

async function* linesOf<Item, Line>(
  pages: AsyncGenerator<readonly Item[], void>,
  lineOf: (item: Item) => Line | null,
): AsyncGenerator<readonly Line[], void> {
  for await (const items of pages) yield items.map(lineOf).filter((line) => line !== null)
}
