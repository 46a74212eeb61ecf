import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { buildExportedDue, everyDue } from '../../actions/money/dues.ts'
import {
  type Exportable,
  everyBooking,
  everyDuty,
  everyInvoice,
  everyPayment,
  everyPayout,
  everyQuote,
  readExportedRows,
} from '../../actions/money/exports.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import type { LocalDays } from '../../domain/instant.ts'
import { findLedgerStatus } from '../../domain/ledger.ts'
import {
  bookingColumns,
  DuesExportQuery,
  dueColumns,
  dutyColumns,
  type ExportColumns,
  ExportQuery,
  invoiceColumns,
  PaymentsExportQuery,
  PayoutsExportQuery,
  paymentColumns,
  payoutColumns,
  quoteColumns,
  toDutyLine,
} from '../contracts/export.ts'
import { createCsvResponse } from '../csv-response.ts'
import { createGate } from '../gate.ts'
import type { RequestContext } from '../request-context.ts'

/** A table as a file: its name, its source, and the line of a row, null for a row outside the filter. */
type TableFile<Item, Line> = {
  readonly name: string
  readonly what: Exportable<Item>
  readonly lineOf: (item: Item) => Line | null
  readonly columns: ExportColumns<Line>
}

type ExportCall = {
  readonly caller: PortalCaller
  readonly query: LocalDays
  readonly request: Request
  readonly context: RequestContext
}

const files = 'text/csv'

/** The bookings of a period with their quotes and duties, as tables for a spreadsheet. */
export function portalBookingExportRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/exports' })
    .use(createGate(app))
    .get(
      '/bookings.csv',
      (call) =>
        sendTableFile(call, {
          name: 'bookings',
          what: everyBooking,
          lineOf: (line) => line,
          columns: bookingColumns,
        }),
      {
        forPortal: { needs: ['bookings:read'] },
        query: ExportQuery,
        files,
        summary: 'Export the bookings that depart in a period',
      },
    )
    .get(
      '/duties.csv',
      (call) =>
        sendTableFile(call, {
          name: 'duties',
          what: everyDuty,
          lineOf: toDutyLine,
          columns: dutyColumns,
        }),
      {
        forPortal: { needs: ['drivers:read'] },
        query: ExportQuery,
        files,
        summary: 'Export the duties of bookings that depart in a period',
      },
    )
    .get(
      '/quotes.csv',
      (call) =>
        sendTableFile(call, {
          name: 'quotes',
          what: everyQuote,
          lineOf: (line) => line,
          columns: quoteColumns,
        }),
      {
        forPortal: { needs: ['jobs:read'] },
        query: ExportQuery,
        files,
        summary: 'Export the quotes first sent in a period',
      },
    )
}

/** The money of a period, as tables for a spreadsheet. */
export function portalMoneyExportRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/exports' })
    .use(createGate(app))
    .get(
      '/payments.csv',
      (call) =>
        sendTableFile(call, {
          name: 'payments',
          what: everyPayment,
          lineOf(line) {
            const { method = line.payment.means, status } = call.query
            const isOfStatus = status === undefined || findLedgerStatus(line.payment) === status
            return isOfStatus && line.payment.means === method ? line : null
          },
          columns: paymentColumns,
        }),
      {
        forPortal: { needs: ['bookings:read'] },
        query: PaymentsExportQuery,
        files,
        summary: 'Export the payments and refunds of a period',
      },
    )
    .get(
      '/payouts.csv',
      (call) =>
        sendTableFile(call, {
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
        summary: 'Export the payouts of trips booked in a period',
      },
    )
    .get(
      '/dues.csv',
      (call) =>
        sendTableFile(call, {
          name: 'dues',
          what: everyDue,
          lineOf: (line) => buildExportedDue(line, call.query.status ?? null, call.context.now),
          columns: dueColumns,
        }),
      {
        forPortal: { needs: ['bookings:read'] },
        query: DuesExportQuery,
        files,
        summary: 'Export the bookings with an amount due in a period',
      },
    )
    .get(
      '/invoices.csv',
      (call) =>
        sendTableFile(call, {
          name: 'invoices',
          what: everyInvoice,
          lineOf: (line) => line,
          columns: invoiceColumns,
        }),
      {
        forPortal: { needs: ['bookings:read'] },
        query: ExportQuery,
        files,
        summary: 'Export the invoices and credit notes of a period',
      },
    )
}

async function sendTableFile<Item, Line>(
  { caller, query, request, context }: ExportCall,
  { name, what, lineOf, columns }: TableFile<Item, Line>,
): Promise<Response> {
  const pages = await readExportedRows(context.app.storage, caller, query, what)
  const isForHeadersOnly = request.method === 'HEAD'
  return createCsvResponse(`${name}-${query.from}-${query.to}.csv`, columns, mapExportLines(pages, lineOf), isForHeadersOnly)
}

async function* mapExportLines<Item, Line>(
  pages: AsyncGenerator<readonly Item[], void>,
  lineOf: (item: Item) => Line | null,
): AsyncGenerator<readonly Line[], void> {
  for await (const items of pages) yield items.map(lineOf).filter((line) => line !== null)
}
