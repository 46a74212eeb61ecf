import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { printCheck, printInvoice, printStatement, printVehicleChecks } from '../../actions/papers/account-papers.ts'
import { printConfirmation } from '../../actions/papers/booked-papers.ts'
import { printJobSheet } from '../../actions/papers/job-sheets.ts'
import { toInvoiceNumber } from '../contracts/invoice.ts'
import { JobSheetQuery, StatementQuery, toDutyId, toFiledDays, VehicleFileQuery } from '../contracts/paper.ts'
import { createGate } from '../gate.ts'
import { pdf, respondWithPaper } from '../paper.ts'
import { parseIdOrRefuse } from '../schema.ts'

const booked = { forPortal: { needs: ['bookings:read'] }, files: pdf } as const

/** Routes of the office's documents. */
export function portalPaperRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/bookings/:ref/job-sheet/.pdf',
      ({ caller, params, query, context }) =>
        respondWithPaper(context, (db) => printJobSheet(db, caller, params.ref, toDutyId(query), context.now)),
      { ...booked, query: JobSheetQuery, summary: 'Print the job sheets of a booking, or of one duty' },
    )
    .get(
      '/bookings/:ref/confirmation/.pdf',
      ({ caller, params, context }) => respondWithPaper(context, (db) => printConfirmation(db, caller, params.ref, context.now)),
      { ...booked, summary: 'Print the booking confirmation for the customer' },
    )
    .get(
      '/invoices/:number/.pdf',
      ({ caller, params, context }) =>
        respondWithPaper(context, (db) => printInvoice(db, caller, toInvoiceNumber(params.number), context.now)),
      { ...booked, summary: 'Print an invoice or a credit note' },
    )
    .get(
      '/payouts/statement/.pdf',
      ({ caller, query, context }) =>
        respondWithPaper(context, (db) => printStatement(db, caller, query.statement_ref, context.now)),
      {
        forPortal: { needs: ['payouts:read'] },
        refuses: ['not_found'],
        files: pdf,
        query: StatementQuery,
        summary: 'Print the payout statement of a reference',
      },
    )
    .get(
      '/vehicle-checks/:id/.pdf',
      ({ caller, params, context }) =>
        respondWithPaper(context, (db) => printCheck(db, caller, parseIdOrRefuse(params.id), context.now)),
      { forPortal: { needs: ['drivers:read'] }, files: pdf, summary: 'Print a walkaround check' },
    )
    .get(
      '/vehicles/:id/checks/.pdf',
      ({ caller, params, query, context }) =>
        respondWithPaper(context, (db) =>
          printVehicleChecks(db, caller, parseIdOrRefuse(params.id), toFiledDays(query), context.now),
        ),
      {
        forPortal: { needs: ['drivers:read'] },
        refuses: ['not_found'],
        files: pdf,
        query: VehicleFileQuery,
        summary: 'Print all walkaround checks of a vehicle',
      },
    )
}
