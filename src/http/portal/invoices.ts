import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { creditInvoice, listAccountInvoices, makeInvoice, showInvoice } from '../../actions/money/invoices.ts'
import { respondWithRead } from '../contract.ts'
import {
  CreditBody,
  InvoiceBody,
  InvoicePage,
  InvoicesQuery,
  InvoiceView,
  toBuyerAddress,
  toInvoiceAsked,
  toInvoiceNumber,
} from '../contracts/invoice.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'

const billing = { forPortal: { needs: ['bookings:read'] } } as const

/** Routes of invoices and credit notes. */
export function portalInvoiceRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/invoices' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, InvoicePage, query, (db, page) => listAccountInvoices(db, caller, page)),
      {
        ...billing,
        query: InvoicesQuery,
        response: InvoicePage.schema,
        summary: 'List invoices and credit notes, the newest first',
      },
    )
    .post(
      '',
      ({ caller, body, context }) =>
        respondWithWrite(
          context,
          InvoiceView,
          (tx) => makeInvoice(tx, caller, { ...toInvoiceAsked(body), address: toBuyerAddress(body) }, context.now),
          201,
        ),
      {
        ...billing,
        refuses: ['trip_cancelled', 'invalid_transition'],
        body: InvoiceBody,
        response: { 201: InvoiceView.schema },
        summary: "Issue an invoice for bookings, or for a customer's month",
      },
    )
    .get(
      '/:number',
      ({ caller, params, context }) =>
        respondWithRead(context, InvoiceView, (db) => showInvoice(db, caller, toInvoiceNumber(params.number))),
      { ...billing, response: InvoiceView.schema, summary: 'Read an invoice or a credit note' },
    )
    .post(
      '/:number/credit',
      ({ caller, params, body, context }) =>
        respondWithWrite(
          context,
          InvoiceView,
          (tx) => creditInvoice(tx, caller, toInvoiceNumber(params.number), body.reason, context.now),
          201,
        ),
      {
        ...billing,
        refuses: ['not_found', 'invalid_transition'],
        body: CreditBody,
        response: { 201: InvoiceView.schema },
        summary: 'Issue a credit note for an invoice',
      },
    )
}
