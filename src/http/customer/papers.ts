import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { printOwnConfirmation, printOwnInvoice, printOwnReceipt } from '../../actions/papers/booked-papers.ts'
import { createGate } from '../gate.ts'
import { pdf, respondWithPaper } from '../paper.ts'

const own = { forCustomer: true, refuses: ['not_found'], files: pdf } as const

/** Routes of a customer's documents. */
export function customerPaperRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1/trip' })
    .use(createGate(app))
    .get(
      '/confirmation/.pdf',
      ({ caller, context }) => respondWithPaper(context, (db) => printOwnConfirmation(db, caller, context.now)),
      {
        ...own,
        summary: 'Print the booking confirmation',
      },
    )
    .get('/receipt/.pdf', ({ caller, context }) => respondWithPaper(context, (db) => printOwnReceipt(db, caller, context.now)), {
      ...own,
      summary: 'Print the receipt',
    })
    .get('/invoice/.pdf', ({ caller, context }) => respondWithPaper(context, (db) => printOwnInvoice(db, caller, context.now)), {
      ...own,
      summary: 'Print the invoice of the trip',
    })
}
