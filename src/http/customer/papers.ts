import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { printOwnConfirmation, printOwnInvoice, printOwnReceipt } from '../../actions/papers/booked-papers.ts'
import { gate } from '../gate.ts'
import { paper, pdf } from '../paper.ts'

const own = { forCustomer: true, refuses: ['not_found'], files: pdf } as const

/** Routes of the papers that a customer keeps. */
export function customerPaperRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1/trip' })
    .use(gate(app))
    .get('/confirmation/.pdf', ({ caller, context }) => paper(context, (db) => printOwnConfirmation(db, caller, context.now)), {
      ...own,
      summary: 'Print what was booked',
    })
    .get('/receipt/.pdf', ({ caller, context }) => paper(context, (db) => printOwnReceipt(db, caller, context.now)), {
      ...own,
      summary: 'Print what was paid',
    })
    .get('/invoice/.pdf', ({ caller, context }) => paper(context, (db) => printOwnInvoice(db, caller, context.now)), {
      ...own,
      summary: 'Print the invoice of the trip',
    })
}
