import { Type } from '@sinclair/typebox'
import type { BookingsToInvoice, NextInvoice } from '../../actions/money/invoices.ts'
import { isMonth } from '../../domain/instant.ts'
import {
  computeInvoiceDue,
  findInvoicedDays,
  findInvoiceStatus,
  formatInvoiceNumber,
  invoiceStatuses,
  parseInvoiceNumber,
} from '../../domain/invoice.ts'
import type { PostalAddress } from '../../domain/postal-address.ts'
import { invalid, notFound } from '../../domain/refusal.ts'
import type { InvoiceRecord as KeptInvoice } from '../../storage/queries/invoices.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { input, moment, nullable, type Of, oneOf, pageFields, prose, record, text, whole } from '../schema.ts'
import { asRecord } from './fields.ts'
import { toInstantOrNull } from './instant.ts'
import { Address, AddressBody, asAddress, toAddress } from './postal-address.ts'

export const InvoiceBody = input({
  refs: Type.Optional(nullable(Type.Array(text({ min: 1, max: 20 }), { minItems: 1, maxItems: 100, uniqueItems: true }))),
  customer_id: Type.Optional(nullable(whole({ min: 1 }))),
  month: Type.Optional(nullable(text({ min: 1, max: 7 }))),
  customer: Type.Optional(nullable(input({ address: Type.Optional(nullable(AddressBody)) }))),
})

/** The bookings of a body for an invoice. Refuses `validation_failed` for bookings together with a month, and for neither. */
export function toInvoiceAsked({ refs, customer_id, month }: Of<typeof InvoiceBody>): BookingsToInvoice {
  if (refs != null) {
    if (customer_id != null || month != null) throw invalid(['refs'], 'refsOrMonth')
    return { refs }
  }
  if (customer_id == null && month == null) throw invalid(['refs'], 'required')
  if (customer_id == null) throw invalid(['customerId'], 'required')
  if (month == null) throw invalid(['month'], 'required')
  if (!isMonth(month)) throw invalid(['month'], 'month')
  return { customerId: customer_id, month }
}

/** The buyer's address of a body; null for the known address. */
export function toBuyerAddress({ customer }: Of<typeof InvoiceBody>): PostalAddress | null {
  return customer?.address == null ? null : toAddress(customer.address, ['customer', 'address'])
}

export const InvoiceRequestBody = input({ address: Type.Optional(nullable(AddressBody)) })

/** The customer's billing address; null if none was sent. */
export function toRequestedAddress({ address }: Of<typeof InvoiceRequestBody>): PostalAddress | null {
  return address == null ? null : toAddress(address, ['address'])
}

export const CreditBody = input({ reason: prose({ min: 3, max: 500 }) })

export const InvoicesQuery = input(pageFields)

/** The invoice number in a path. Refuses `not_found` for another text. */
export function toInvoiceNumber(written: string): number {
  const number = parseInvoiceNumber(written)
  if (number === null) throw notFound()
  return number
}

const money = Type.Integer()

export const InvoiceLine = record({
  ref: Type.String(),
  description: Type.String(),
  net_amount: money,
  vat_rate_bps: Type.Integer(),
  vat_amount: money,
  gross_amount: money,
  currency_code: Type.String(),
})

export const InvoicedCustomer = record({
  name: Type.String(),
  organisation: nullable(Type.String()),
  email: nullable(Type.String()),
  address: nullable(Address),
})

export const InvoiceRecord = record({
  number: Type.String(),
  credits: nullable(Type.String()),
  credited_by: nullable(Type.String()),
  reason: nullable(Type.String()),
  customer_id: nullable(Type.Integer()),
  customer: InvoicedCustomer,
  operator: record({ address: nullable(Address) }),
  vat_number: nullable(Type.String()),
  issued_at: moment(),
  lines: Type.Array(InvoiceLine),
  net_amount: money,
  vat_amount: money,
  gross_amount: money,
  paid_amount: money,
  due_amount: money,
  currency_code: Type.String(),
  due_on: Type.String(),
  status: oneOf(invoiceStatuses),
  period_from: nullable(Type.String()),
  period_to: nullable(Type.String()),
  sent_at: nullable(moment()),
})

/** An invoice or a credit note, with the payments received for it. */
function asInvoice({ invoice, paidAmount, owedAmount, spans }: KeptInvoice): Of<typeof InvoiceRecord> {
  const { number, credits, creditedBy, currencyCode } = invoice
  return asRecord(InvoiceRecord, invoice, {
    number: formatInvoiceNumber(number),
    credits: credits === null ? null : formatInvoiceNumber(credits),
    credited_by: creditedBy === null ? null : formatInvoiceNumber(creditedBy),
    customer_id: invoice.ownCustomerId,
    customer: asRecord(InvoicedCustomer, invoice.customer, { address: asAddress(invoice.customer.address ?? null) }),
    operator: { address: asAddress(invoice.operatorAddress) },
    lines: invoice.lines.map((line) => asRecord(InvoiceLine, line, { currency_code: currencyCode })),
    paid_amount: paidAmount,
    due_amount: computeInvoiceDue({ ...invoice, owedAmount }),
    status: findInvoiceStatus({ ...invoice, owedAmount }),
    period_from: findInvoicedDays(spans)?.from ?? null,
    period_to: findInvoicedDays(spans)?.to ?? null,
    sent_at: toInstantOrNull(invoice.sentAt),
  })
}

export const InvoiceView = defineContract(InvoiceRecord, asInvoice)

export const InvoicePage = definePageContract(InvoiceRecord, asInvoice)

export const InvoiceOfBooking = record({ invoice: nullable(InvoiceRecord) })

/** The invoice of a booking, or null. */
export const InvoiceOfBookingView = defineContract(InvoiceOfBooking, (invoice: KeptInvoice | null) => ({
  invoice: invoice && asInvoice(invoice),
}))

export const InvoiceRequest = record({ requested_at: nullable(moment()), address: nullable(Address) })

/** The customer's request for an invoice, and the billing address of the next one. */
export const InvoiceRequestView = defineContract(InvoiceRequest, ({ requestedAt, address }: NextInvoice) => ({
  requested_at: toInstantOrNull(requestedAt),
  address: asAddress(address),
}))
