import { Type } from '@sinclair/typebox'
import type { CustomerDue } from '../../actions/money/dues.ts'
import { amountCell, type CsvField, plainCell, textCell } from '../../domain/csv.ts'
import { toInstant, toLocalTime } from '../../domain/instant.ts'
import { daysInvoiced, dueOf, invoiceStatusOf, writtenNumber } from '../../domain/invoice.ts'
import { ledgerStatuses, ledgerStatusOf, owedStatuses } from '../../domain/ledger.ts'
import { paymentMeans } from '../../domain/payment.ts'
import { payoutStatuses } from '../../domain/payout.ts'
import { addressLines } from '../../domain/postal-address.ts'
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

export const DuesExportQuery = input({ ...days, status: Type.Optional(oneOf(owedStatuses)) })

/** The columns of an export, in their order. Spreadsheets count them: a new one goes to the end, and none is taken away. */
export type ExportColumns<Item> = Readonly<Record<string, (item: Item) => CsvField>>

function instantCell(ms: number | null): CsvField {
  return plainCell(ms === null ? null : toInstant(ms))
}

/** A time of a trip, on the clocks it is driven by. */
function tripTimeCell(ms: number | null, { timezone }: { readonly timezone: string }): CsvField {
  return plainCell(ms === null ? null : toLocalTime(ms, timezone))
}

export const bookingColumns: ExportColumns<ExportedBooking> = {
  ref: ({ booking }) => textCell(booking.ref),
  status: ({ booking }) => textCell(booking.status),
  trip_status: ({ booking }) => textCell(booking.tripStatus),
  departs_at: ({ booking, itinerary }) => tripTimeCell(booking.departsAt, itinerary),
  ends_at: ({ booking, itinerary }) => tripTimeCell(booking.endsAt, itinerary),
  timezone: ({ itinerary }) => textCell(itinerary.timezone),
  summary: ({ itinerary }) => textCell(itinerary.summary),
  purpose: ({ itinerary }) => textCell(itinerary.purpose),
  passenger_count: ({ itinerary }) => plainCell(itinerary.passengerCount),
  vehicles_needed: ({ booking }) => plainCell(booking.vehiclesNeeded),
  customer_name: ({ customer }) => textCell(customer.name),
  customer_organisation: ({ customer }) => textCell(customer.organisation),
  customer_email: ({ customer }) => textCell(customer.email),
  customer_phone: ({ customer }) => textCell(customer.phone),
  terms: ({ booking }) => textCell(booking.terms),
  po_number: ({ booking }) => textCell(booking.poNumber),
  currency_code: ({ booking }) => textCell(booking.currencyCode),
  price_amount: ({ booking }) => amountCell(booking.priceAmount, booking.currencyCode),
  extras_amount: ({ booking }) => amountCell(booking.extrasAmount, booking.currencyCode),
  deposit_amount: ({ booking }) => amountCell(booking.depositAmount, booking.currencyCode),
  paid_amount: ({ booking }) => amountCell(booking.paidAmount, booking.currencyCode),
  due_amount: ({ booking }) => amountCell(booking.dueAmount, booking.currencyCode),
  commission_amount: ({ booking }) => amountCell(booking.commissionAmount, booking.currencyCode),
  payout_amount: ({ booking }) => amountCell(booking.payoutAmount, booking.currencyCode),
  payment_status: ({ booking }) => textCell(booking.paymentStatus),
  balance_due_at: ({ booking }) => instantCell(booking.balanceDueAt),
  confirmed_at: ({ booking }) => instantCell(booking.confirmedAt),
  finished_at: ({ booking }) => instantCell(booking.finishedAt),
  cancelled_at: ({ booking }) => instantCell(booking.cancelledAt),
  cancelled_by: ({ booking }) => textCell(booking.cancellation?.by ?? null),
  refund_amount: ({ booking }) => amountCell(booking.cancellation?.refundAmount ?? null, booking.currencyCode),
}

export const paymentColumns: ExportColumns<ExportedPayment> = {
  id: ({ payment }) => plainCell(payment.id),
  ref: ({ ref }) => textCell(ref),
  customer_name: ({ customerName }) => textCell(customerName),
  kind: ({ payment }) => textCell(payment.kind),
  method: ({ payment }) => textCell(payment.means),
  status: ({ payment }) => textCell(ledgerStatusOf(payment)),
  currency_code: ({ payment }) => textCell(payment.currencyCode),
  amount: ({ payment }) => amountCell(payment.amount, payment.currencyCode),
  received_at: ({ payment }) => instantCell(payment.receivedAt),
  reference: ({ payment }) => textCell(payment.reference),
  recorded_by: ({ payment }) => textCell(payment.recordedBy),
  recorded_at: ({ payment }) => instantCell(payment.createdAt),
  reversed_at: ({ payment }) => instantCell(payment.reversedAt),
}

export const payoutColumns: ExportColumns<ExportedPayout> = {
  id: ({ payout }) => plainCell(payout.id),
  booking_ref: ({ payout }) => textCell(payout.bookingRef),
  status: ({ payout }) => textCell(payout.status),
  currency_code: ({ payout }) => textCell(payout.currencyCode),
  price_amount: ({ payout }) => amountCell(payout.priceAmount, payout.currencyCode),
  commission_amount: ({ payout }) => amountCell(payout.commissionAmount, payout.currencyCode),
  adjustments_amount: ({ payout, adjustmentsAmount }) => amountCell(adjustmentsAmount, payout.currencyCode),
  amount: ({ payout }) => amountCell(payout.amount, payout.currencyCode),
  scheduled_for: ({ payout }) => instantCell(payout.scheduledFor),
  paid_at: ({ payout }) => instantCell(payout.paidAt),
  statement_ref: ({ payout }) => textCell(payout.statementRef),
  failure_reason: ({ payout }) => textCell(payout.failureReason),
  created_at: ({ payout }) => instantCell(payout.createdAt),
}

export const dueColumns: ExportColumns<CustomerDue> = {
  ref: ({ booking }) => textCell(booking.ref),
  customer_name: ({ customer }) => textCell(customer.name),
  customer_organisation: ({ customer }) => textCell(customer.organisation),
  customer_email: ({ customer }) => textCell(customer.email),
  customer_phone: ({ customer }) => textCell(customer.phone),
  summary: ({ itinerary }) => textCell(itinerary.summary),
  departs_at: ({ booking, itinerary }) => tripTimeCell(booking.departsAt, itinerary),
  timezone: ({ itinerary }) => textCell(itinerary.timezone),
  terms: ({ booking }) => textCell(booking.terms),
  po_number: ({ booking }) => textCell(booking.poNumber),
  currency_code: ({ booking }) => textCell(booking.currencyCode),
  price_amount: ({ booking }) => amountCell(booking.priceAmount, booking.currencyCode),
  extras_amount: ({ booking }) => amountCell(booking.extrasAmount, booking.currencyCode),
  paid_amount: ({ booking }) => amountCell(booking.paidAmount, booking.currencyCode),
  due_amount: ({ booking }) => amountCell(booking.dueAmount, booking.currencyCode),
  due_on: ({ dueOn }) => plainCell(dueOn),
  days_over: ({ daysOver }) => plainCell(daysOver),
  last_reminder_at: ({ remindedAt }) => instantCell(remindedAt),
}

export const invoiceColumns: ExportColumns<InvoiceRecord> = {
  number: ({ invoice }) => textCell(writtenNumber(invoice.number)),
  credits: ({ invoice }) => textCell(invoice.credits === null ? null : writtenNumber(invoice.credits)),
  credited_by: ({ invoice }) => textCell(invoice.creditedBy === null ? null : writtenNumber(invoice.creditedBy)),
  status: ({ invoice, owedAmount }) => textCell(invoiceStatusOf({ ...invoice, owedAmount })),
  customer_id: ({ invoice }) => plainCell(invoice.ownCustomerId),
  customer_name: ({ invoice }) => textCell(invoice.customer.name),
  customer_organisation: ({ invoice }) => textCell(invoice.customer.organisation),
  customer_email: ({ invoice }) => textCell(invoice.customer.email),
  refs: ({ invoice }) => textCell([...new Set(invoice.lines.map(({ ref }) => ref))].join(' ')),
  period_from: ({ spans }) => plainCell(daysInvoiced(spans)?.from ?? null),
  period_to: ({ spans }) => plainCell(daysInvoiced(spans)?.to ?? null),
  issued_at: ({ invoice }) => instantCell(invoice.issuedAt),
  due_on: ({ invoice }) => plainCell(invoice.dueOn),
  sent_at: ({ invoice }) => instantCell(invoice.sentAt),
  vat_number: ({ invoice }) => textCell(invoice.vatNumber),
  currency_code: ({ invoice }) => textCell(invoice.currencyCode),
  net_amount: ({ invoice }) => amountCell(invoice.netAmount, invoice.currencyCode),
  vat_amount: ({ invoice }) => amountCell(invoice.vatAmount, invoice.currencyCode),
  gross_amount: ({ invoice }) => amountCell(invoice.grossAmount, invoice.currencyCode),
  paid_amount: ({ invoice, paidAmount }) => amountCell(paidAmount, invoice.currencyCode),
  due_amount: ({ invoice, owedAmount }) => amountCell(dueOf({ ...invoice, owedAmount }), invoice.currencyCode),
  reason: ({ invoice }) => textCell(invoice.reason),
  customer_address: ({ invoice }) =>
    textCell(invoice.customer.address ? addressLines(invoice.customer.address).join(', ') : null),
}

/** Somebody who is on a booking. */
export type DutyLine = ExportedDuty & {
  readonly duty: NonNullable<ExportedDuty['duty']>
  readonly driver: NonNullable<ExportedDuty['driver']>
}

/** The line of a duty that was read; null where no one is on it. */
export function exportedDuty({ duty, driver, ...line }: ExportedDuty): DutyLine | null {
  return duty === null || driver === null ? null : { ...line, duty, driver }
}

export const dutyColumns: ExportColumns<DutyLine> = {
  id: ({ duty }) => plainCell(duty.id),
  ref: ({ booking }) => textCell(booking.ref),
  driver_id: ({ driver }) => plainCell(driver.id),
  driver_name: ({ driver }) => textCell(driver.name),
  vehicle_reg: ({ duty }) => textCell(duty.vehicleReg),
  vehicle_no: ({ duty }) => plainCell(duty.vehicleNo),
  role: ({ duty }) => textCell(duty.role),
  legs: ({ duty }) => textCell(duty.legs?.join(' ') ?? null),
  departs_at: ({ duty, itinerary }) => tripTimeCell(duty.departsAt, itinerary),
  ends_at: ({ duty, itinerary }) => tripTimeCell(duty.endsAt, itinerary),
  timezone: ({ itinerary }) => textCell(itinerary.timezone),
  summary: ({ itinerary }) => textCell(itinerary.summary),
  passenger_count: ({ duty, itinerary }) => plainCell(duty.passengerCount ?? itinerary.passengerCount),
  report_at: ({ duty, itinerary }) => tripTimeCell(duty.reportAt, itinerary),
  report_place: ({ duty }) => textCell(duty.reportPlace),
  status: ({ duty }) => textCell(duty.tripStatus),
  assigned_at: ({ duty }) => instantCell(duty.assignedAt),
  acknowledged_at: ({ duty }) => instantCell(duty.acknowledgedAt),
  declined_at: ({ duty }) => instantCell(duty.declinedAt),
  decline_reason: ({ duty }) => textCell(duty.declineReason),
}

export const quoteColumns: ExportColumns<ExportedQuote> = {
  id: ({ quote }) => plainCell(quote.id),
  ref: ({ ref }) => textCell(ref),
  status: ({ quote }) => textCell(quote.status),
  revision: ({ quote }) => plainCell(quote.revision),
  summary: ({ maskedItinerary }) => textCell(maskedItinerary.read().summary),
  purpose: ({ maskedItinerary }) => textCell(maskedItinerary.read().purpose),
  departs_at: ({ maskedItinerary }) => {
    const itinerary = maskedItinerary.read()
    return tripTimeCell(itinerary.departsAt, itinerary)
  },
  passenger_count: ({ maskedItinerary }) => plainCell(maskedItinerary.read().passengerCount),
  currency_code: ({ quote }) => textCell(quote.currencyCode),
  price_amount: ({ quote }) => amountCell(quote.priceAmount, quote.currencyCode),
  commission_amount: ({ quote }) => amountCell(quote.commissionAmount, quote.currencyCode),
  payout_amount: ({ quote }) => amountCell(quote.payoutAmount, quote.currencyCode),
  deposit_amount: ({ quote }) => amountCell(quote.depositAmount, quote.currencyCode),
  offered_at: ({ offeredAt }) => instantCell(offeredAt),
  submitted_at: ({ quote }) => instantCell(quote.submittedAt),
  valid_until: ({ quote }) => instantCell(quote.validUntil),
  closed_at: ({ quote }) => instantCell(quote.closedAt),
  rejection_code: ({ quote }) => textCell(quote.rejectionCode),
  rejection_reason: ({ quote }) => textCell(quote.rejectionReason),
}
