import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { creditInvoice, listAccountInvoices, makeInvoice, showInvoice } from '../../actions/money/invoices.ts'
import { read } from '../contract.ts'
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
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'

const billing = { forPortal: { needs: ['bookings:read'] } } as const

/** Invoices and credit notes. */
export function portalInvoiceRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/invoices' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) => list(context, InvoicePage, query, (db, page) => listAccountInvoices(db, caller, page)),
      {
        ...billing,
        query: InvoicesQuery,
        response: InvoicePage.schema,
        summary: 'List invoices and credit notes, the last one first',
      },
    )
    .post(
      '',
      ({ caller, body, context }) =>
        write(
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
        summary: "Invoice bookings, or a month of a customer's",
      },
    )
    .get(
      '/:number',
      ({ caller, params, context }) =>
        read(context, InvoiceView, (db) => showInvoice(db, caller, toInvoiceNumber(params.number))),
      { ...billing, response: InvoiceView.schema, summary: 'Read an invoice or a credit note' },
    )
    .post(
      '/:number/credit',
      ({ caller, params, body, context }) =>
        write(
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
        summary: 'Take an invoice back with a credit note',
      },
    )
}
