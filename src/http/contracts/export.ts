import { Type } from '@sinclair/typebox'
import type { CustomerDue } from '../../actions/money/dues.ts'
import { type CsvField, toAmountCell, toPlainCell, toTextCell } from '../../domain/csv.ts'
import { toInstant, toLocalTime } from '../../domain/instant.ts'
import { computeInvoiceDue, findInvoicedDays, findInvoiceStatus, formatInvoiceNumber } from '../../domain/invoice.ts'
import { dueStatuses, findLedgerStatus, ledgerStatuses } from '../../domain/ledger.ts'
import { paymentMeans } from '../../domain/payment.ts'
import { payoutStatuses } from '../../domain/payout.ts'
import { formatAddressLines } from '../../domain/postal-address.ts'
import type {
  ExportedBooking,
  ExportedDuty,
  ExportedPayment,
  ExportedPayout,
  ExportedQuote,
} from '../../storage/queries/exports.ts'
import type { InvoiceRecord } from '../../storage/queries/invoices.ts'
import { date, input, oneOf } from '../schema.ts'

const days = { from: date(), to: date() }

export const ExportQuery = input(days)

export const PaymentsExportQuery = input({
  ...days,
  method: Type.Optional(oneOf(paymentMeans)),
  status: Type.Optional(oneOf(ledgerStatuses)),
})

export const PayoutsExportQuery = input({ ...days, status: Type.Optional(oneOf(payoutStatuses)) })

export const DuesExportQuery = input({ ...days, status: Type.Optional(oneOf(dueStatuses)) })

/** The columns of an export, in order. Spreadsheets use their positions: add new columns at the end and remove none. */
export type ExportColumns<Item> = Readonly<Record<string, (item: Item) => CsvField>>

function formatInstantCell(ms: number | null): CsvField {
  return toPlainCell(ms === null ? null : toInstant(ms))
}

/** A time of a trip, in the trip's time zone. */
function formatTripTimeCell(ms: number | null, { timezone }: { readonly timezone: string }): CsvField {
  return toPlainCell(ms === null ? null : toLocalTime(ms, timezone))
}

export const bookingColumns: ExportColumns<ExportedBooking> = {
  ref: ({ booking }) => toTextCell(booking.ref),
  status: ({ booking }) => toTextCell(booking.status),
  trip_status: ({ booking }) => toTextCell(booking.tripStatus),
  departs_at: ({ booking, itinerary }) => formatTripTimeCell(booking.departsAt, itinerary),
  ends_at: ({ booking, itinerary }) => formatTripTimeCell(booking.endsAt, itinerary),
  timezone: ({ itinerary }) => toTextCell(itinerary.timezone),
  summary: ({ itinerary }) => toTextCell(itinerary.summary),
  purpose: ({ itinerary }) => toTextCell(itinerary.purpose),
  passenger_count: ({ itinerary }) => toPlainCell(itinerary.passengerCount),
  vehicles_needed: ({ booking }) => toPlainCell(booking.vehiclesNeeded),
  customer_name: ({ customer }) => toTextCell(customer.name),
  customer_organisation: ({ customer }) => toTextCell(customer.organisation),
  customer_email: ({ customer }) => toTextCell(customer.email),
  customer_phone: ({ customer }) => toTextCell(customer.phone),
  terms: ({ booking }) => toTextCell(booking.terms),
  po_number: ({ booking }) => toTextCell(booking.poNumber),
  currency_code: ({ booking }) => toTextCell(booking.currencyCode),
  price_amount: ({ booking }) => toAmountCell(booking.priceAmount, booking.currencyCode),
  extras_amount: ({ booking }) => toAmountCell(booking.extrasAmount, booking.currencyCode),
  deposit_amount: ({ booking }) => toAmountCell(booking.depositAmount, booking.currencyCode),
  paid_amount: ({ booking }) => toAmountCell(booking.paidAmount, booking.currencyCode),
  due_amount: ({ booking }) => toAmountCell(booking.dueAmount, booking.currencyCode),
  commission_amount: ({ booking }) => toAmountCell(booking.commissionAmount, booking.currencyCode),
  payout_amount: ({ booking }) => toAmountCell(booking.payoutAmount, booking.currencyCode),
  payment_status: ({ booking }) => toTextCell(booking.paymentStatus),
  balance_due_at: ({ booking }) => formatInstantCell(booking.balanceDueAt),
  confirmed_at: ({ booking }) => formatInstantCell(booking.confirmedAt),
  finished_at: ({ booking }) => formatInstantCell(booking.finishedAt),
  cancelled_at: ({ booking }) => formatInstantCell(booking.cancelledAt),
  cancelled_by: ({ booking }) => toTextCell(booking.cancellation?.by ?? null),
  refund_amount: ({ booking }) => toAmountCell(booking.cancellation?.refundAmount ?? null, booking.currencyCode),
}

export const paymentColumns: ExportColumns<ExportedPayment> = {
  id: ({ payment }) => toPlainCell(payment.id),
  ref: ({ ref }) => toTextCell(ref),
  customer_name: ({ customerName }) => toTextCell(customerName),
  kind: ({ payment }) => toTextCell(payment.kind),
  method: ({ payment }) => toTextCell(payment.means),
  status: ({ payment }) => toTextCell(findLedgerStatus(payment)),
  currency_code: ({ payment }) => toTextCell(payment.currencyCode),
  amount: ({ payment }) => toAmountCell(payment.amount, payment.currencyCode),
  received_at: ({ payment }) => formatInstantCell(payment.receivedAt),
  reference: ({ payment }) => toTextCell(payment.reference),
  recorded_by: ({ payment }) => toTextCell(payment.recordedBy),
  recorded_at: ({ payment }) => formatInstantCell(payment.createdAt),
  reversed_at: ({ payment }) => formatInstantCell(payment.reversedAt),
}

export const payoutColumns: ExportColumns<ExportedPayout> = {
  id: ({ payout }) => toPlainCell(payout.id),
  booking_ref: ({ payout }) => toTextCell(payout.bookingRef),
  status: ({ payout }) => toTextCell(payout.status),
  currency_code: ({ payout }) => toTextCell(payout.currencyCode),
  price_amount: ({ payout }) => toAmountCell(payout.priceAmount, payout.currencyCode),
  commission_amount: ({ payout }) => toAmountCell(payout.commissionAmount, payout.currencyCode),
  adjustments_amount: ({ payout, adjustmentsAmount }) => toAmountCell(adjustmentsAmount, payout.currencyCode),
  amount: ({ payout }) => toAmountCell(payout.amount, payout.currencyCode),
  scheduled_for: ({ payout }) => formatInstantCell(payout.scheduledFor),
  paid_at: ({ payout }) => formatInstantCell(payout.paidAt),
  statement_ref: ({ payout }) => toTextCell(payout.statementRef),
  failure_reason: ({ payout }) => toTextCell(payout.failureReason),
  created_at: ({ payout }) => formatInstantCell(payout.createdAt),
}

export const dueColumns: ExportColumns<CustomerDue> = {
  ref: ({ booking }) => toTextCell(booking.ref),
  customer_name: ({ customer }) => toTextCell(customer.name),
  customer_organisation: ({ customer }) => toTextCell(customer.organisation),
  customer_email: ({ customer }) => toTextCell(customer.email),
  customer_phone: ({ customer }) => toTextCell(customer.phone),
  summary: ({ itinerary }) => toTextCell(itinerary.summary),
  departs_at: ({ booking, itinerary }) => formatTripTimeCell(booking.departsAt, itinerary),
  timezone: ({ itinerary }) => toTextCell(itinerary.timezone),
  terms: ({ booking }) => toTextCell(booking.terms),
  po_number: ({ booking }) => toTextCell(booking.poNumber),
  currency_code: ({ booking }) => toTextCell(booking.currencyCode),
  price_amount: ({ booking }) => toAmountCell(booking.priceAmount, booking.currencyCode),
  extras_amount: ({ booking }) => toAmountCell(booking.extrasAmount, booking.currencyCode),
  paid_amount: ({ booking }) => toAmountCell(booking.paidAmount, booking.currencyCode),
  due_amount: ({ booking }) => toAmountCell(booking.dueAmount, booking.currencyCode),
  due_on: ({ dueOn }) => toPlainCell(dueOn),
  days_over: ({ daysOver }) => toPlainCell(daysOver),
  last_reminder_at: ({ remindedAt }) => formatInstantCell(remindedAt),
}

export const invoiceColumns: ExportColumns<InvoiceRecord> = {
  number: ({ invoice }) => toTextCell(formatInvoiceNumber(invoice.number)),
  credits: ({ invoice }) => toTextCell(invoice.credits === null ? null : formatInvoiceNumber(invoice.credits)),
  credited_by: ({ invoice }) => toTextCell(invoice.creditedBy === null ? null : formatInvoiceNumber(invoice.creditedBy)),
  status: ({ invoice, owedAmount }) => toTextCell(findInvoiceStatus({ ...invoice, owedAmount })),
  customer_id: ({ invoice }) => toPlainCell(invoice.ownCustomerId),
  customer_name: ({ invoice }) => toTextCell(invoice.customer.name),
  customer_organisation: ({ invoice }) => toTextCell(invoice.customer.organisation),
  customer_email: ({ invoice }) => toTextCell(invoice.customer.email),
  refs: ({ invoice }) => toTextCell([...new Set(invoice.lines.map(({ ref }) => ref))].join(' ')),
  period_from: ({ spans }) => toPlainCell(findInvoicedDays(spans)?.from ?? null),
  period_to: ({ spans }) => toPlainCell(findInvoicedDays(spans)?.to ?? null),
  issued_at: ({ invoice }) => formatInstantCell(invoice.issuedAt),
  due_on: ({ invoice }) => toPlainCell(invoice.dueOn),
  sent_at: ({ invoice }) => formatInstantCell(invoice.sentAt),
  vat_number: ({ invoice }) => toTextCell(invoice.vatNumber),
  currency_code: ({ invoice }) => toTextCell(invoice.currencyCode),
  net_amount: ({ invoice }) => toAmountCell(invoice.netAmount, invoice.currencyCode),
  vat_amount: ({ invoice }) => toAmountCell(invoice.vatAmount, invoice.currencyCode),
  gross_amount: ({ invoice }) => toAmountCell(invoice.grossAmount, invoice.currencyCode),
  paid_amount: ({ invoice, paidAmount }) => toAmountCell(paidAmount, invoice.currencyCode),
  due_amount: ({ invoice, owedAmount }) => toAmountCell(computeInvoiceDue({ ...invoice, owedAmount }), invoice.currencyCode),
  reason: ({ invoice }) => toTextCell(invoice.reason),
  customer_address: ({ invoice }) =>
    toTextCell(invoice.customer.address ? formatAddressLines(invoice.customer.address).join(', ') : null),
}

/** A driver on a booking. */
export type DutyLine = ExportedDuty & {
  readonly duty: NonNullable<ExportedDuty['duty']>
  readonly driver: NonNullable<ExportedDuty['driver']>
}

/** The line of a duty; null without a driver. */
export function toDutyLine({ duty, driver, ...line }: ExportedDuty): DutyLine | null {
  return duty === null || driver === null ? null : { ...line, duty, driver }
}

export const dutyColumns: ExportColumns<DutyLine> = {
  id: ({ duty }) => toPlainCell(duty.id),
  ref: ({ booking }) => toTextCell(booking.ref),
  driver_id: ({ driver }) => toPlainCell(driver.id),
  driver_name: ({ driver }) => toTextCell(driver.name),
  vehicle_reg: ({ duty }) => toTextCell(duty.vehicleReg),
  vehicle_no: ({ duty }) => toPlainCell(duty.vehicleNo),
  role: ({ duty }) => toTextCell(duty.role),
  legs: ({ duty }) => toTextCell(duty.legs?.join(' ') ?? null),
  departs_at: ({ duty, itinerary }) => formatTripTimeCell(duty.departsAt, itinerary),
  ends_at: ({ duty, itinerary }) => formatTripTimeCell(duty.endsAt, itinerary),
  timezone: ({ itinerary }) => toTextCell(itinerary.timezone),
  summary: ({ itinerary }) => toTextCell(itinerary.summary),
  passenger_count: ({ duty, itinerary }) => toPlainCell(duty.passengerCount ?? itinerary.passengerCount),
  report_at: ({ duty, itinerary }) => formatTripTimeCell(duty.reportAt, itinerary),
  report_place: ({ duty }) => toTextCell(duty.reportPlace),
  status: ({ duty }) => toTextCell(duty.tripStatus),
  assigned_at: ({ duty }) => formatInstantCell(duty.assignedAt),
  acknowledged_at: ({ duty }) => formatInstantCell(duty.acknowledgedAt),
  declined_at: ({ duty }) => formatInstantCell(duty.declinedAt),
  decline_reason: ({ duty }) => toTextCell(duty.declineReason),
}

export const quoteColumns: ExportColumns<ExportedQuote> = {
  id: ({ quote }) => toPlainCell(quote.id),
  ref: ({ ref }) => toTextCell(ref),
  status: ({ quote }) => toTextCell(quote.status),
  revision: ({ quote }) => toPlainCell(quote.revision),
  summary: ({ maskedItinerary }) => toTextCell(maskedItinerary.read().summary),
  purpose: ({ maskedItinerary }) => toTextCell(maskedItinerary.read().purpose),
  departs_at: ({ maskedItinerary }) => {
    const itinerary = maskedItinerary.read()
    return formatTripTimeCell(itinerary.departsAt, itinerary)
  },
  passenger_count: ({ maskedItinerary }) => toPlainCell(maskedItinerary.read().passengerCount),
  currency_code: ({ quote }) => toTextCell(quote.currencyCode),
  price_amount: ({ quote }) => toAmountCell(quote.priceAmount, quote.currencyCode),
  commission_amount: ({ quote }) => toAmountCell(quote.commissionAmount, quote.currencyCode),
  payout_amount: ({ quote }) => toAmountCell(quote.payoutAmount, quote.currencyCode),
  deposit_amount: ({ quote }) => toAmountCell(quote.depositAmount, quote.currencyCode),
  offered_at: ({ offeredAt }) => formatInstantCell(offeredAt),
  submitted_at: ({ quote }) => formatInstantCell(quote.submittedAt),
  valid_until: ({ quote }) => formatInstantCell(quote.validUntil),
  closed_at: ({ quote }) => formatInstantCell(quote.closedAt),
  rejection_code: ({ quote }) => toTextCell(quote.rejectionCode),
  rejection_reason: ({ quote }) => toTextCell(quote.rejectionReason),
}
