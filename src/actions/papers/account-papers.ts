import type { PortalCaller } from '../../domain/caller.ts'
import { findLocalDays, toLocalDate } from '../../domain/instant.ts'
import { computeInvoiceDue, findInvoiceStatus } from '../../domain/invoice.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { invalid, notFound, requireFound } from '../../domain/refusal.ts'
import { checkKeptMonths } from '../../domain/vehicle-check.ts'
import { buildCheckFile } from '../../gateways/papers/check-file.ts'
import { buildInvoicePaper as invoicePaper } from '../../gateways/papers/invoice.ts'
import { buildPayoutStatement } from '../../gateways/papers/payout-statement.ts'
import { buildVehicleFile } from '../../gateways/papers/vehicle-file.ts'
import { findInvoice, type Invoiceable, type InvoiceRecord, listInvoiceablesByRef } from '../../storage/queries/invoices.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { listPayoutsOfStatement } from '../../storage/queries/payouts.ts'
import { findVehicleCheck, listVehicleChecks } from '../../storage/queries/vehicle-checks.ts'
import { findVehicle } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import { findLetterhead } from './letterheads.ts'

/** An invoice or a credit note of the caller's account. Refuses `not_found`. */
export async function printInvoice(db: Reader, caller: PortalCaller, number: number, now: number): Promise<PrintedPaper> {
  return renderInvoiceCopy(db, caller.operatorId, await requireFound(findInvoice(db, caller.operatorId, number)), now)
}

/** The customer's copy of an invoice. */
export async function renderInvoiceCopy(
  db: Reader,
  operatorId: number,
  record: InvoiceRecord,
  now: number,
): Promise<PrintedPaper> {
  const { invoice, paidAmount, owedAmount } = record
  const operator = await requireFound(findOperator(db, operatorId))
  const { bankDetails, timezone } = operator
  const status = findInvoiceStatus({ ...invoice, owedAmount })
  const booked = await listInvoiceablesByRef(db, operatorId, listInvoicedRefs(invoice))
  return invoicePaper(
    {
      ...invoice,
      ...{ bankDetails, timezone, paidAmount },
      letterhead: await findLetterhead(db, operator),
      sums: invoice,
      dueAmount: computeInvoiceDue({ ...invoice, owedAmount }),
      status,
      calledOff: status === 'credited' || invoice.credits !== null ? [] : listCancelledRefs(invoice, booked),
      tripTimezones: booked.map(({ trip }) => trip.timezone),
    },
    now,
  )
}

/** Refs of an invoice's bookings that were cancelled, in the order of its lines. */
function listCancelledRefs(invoice: InvoiceRecord['invoice'], booked: readonly Invoiceable[]): string[] {
  return listInvoicedRefs(invoice).filter((ref) =>
    booked.some(({ booking }) => booking.ref === ref && booking.status === 'cancelled'),
  )
}

function listInvoicedRefs({ lines }: InvoiceRecord['invoice']): string[] {
  return [...new Set(lines.map(({ ref }) => ref))]
}

/** Prints the statement of payouts to the caller under one reference. Refuses `not_found` without any. */
export async function printStatement(
  db: Reader,
  { operatorId }: PortalCaller,
  statementRef: string,
  now: number,
): Promise<PrintedPaper> {
  const found = await listPayoutsOfStatement(db, operatorId, statementRef)
  if (found.length === 0) throw notFound()
  const operator = await requireFound(findOperator(db, operatorId))
  const lines = found.map(({ payout, ...line }) => ({ ...payout, ref: payout.bookingRef, ...line }))
  const { timezone, vat } = operator
  const letterhead = await findLetterhead(db, operator)
  return buildPayoutStatement({ letterhead, statementRef, timezone, vatNumber: vat?.number ?? null, lines }, now)
}

/** Greatest number of checks printed in one document: two a day for the whole retention period. */
const mostChecks = 1_000

/**
 * Prints the checks of one of the caller's vehicles within some days of the operator's clocks, by default all stored ones.
 * Refuses `not_found`, `validation_failed`.
 */
export async function printVehicleChecks(
  db: Reader,
  { operatorId }: PortalCaller,
  vehicleId: number,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  now: number,
): Promise<PrintedPaper> {
  const { id, registration } = await requireFound(findVehicle(db, operatorId, vehicleId))
  const operator = await requireFound(findOperator(db, operatorId))
  const { timezone } = operator
  const last = to ?? toLocalDate(now, timezone)
  const first = from ?? String(Temporal.PlainDate.from(last).subtract({ months: checkKeptMonths }))
  if (last < first) throw invalid(['to'], 'notBefore', { other: 'from' })
  const days = findLocalDays({ from: first, to: last }, timezone)
  const span = { from: days.from, to: days.to - 1 }
  const vehicle = { operatorId, vehicleReg: registration, result: null }
  const { items, total } = await listVehicleChecks(db, { ...vehicle, ...span, limit: mostChecks, offset: 0 })
  const checks = items.map(({ check, driver, tripRef }) => ({ ...check, tripRef, driver: readKnownName(driver) }))
  const letterhead = await findLetterhead(db, operator)
  return buildVehicleFile({ letterhead, timezone, vehicleId: id, vehicleReg: registration, ...span, checks, total }, now)
}

/** Null for an erased person. */
function readKnownName({ name }: { readonly name: string }): string | null {
  return name === '' ? null : name
}

/** A walkaround of one of the caller's drivers. Refuses `not_found`. */
export async function printCheck(db: Reader, { operatorId }: PortalCaller, id: number, now: number): Promise<PrintedPaper> {
  const { check, driver, tripRef } = await requireFound(findVehicleCheck(db, operatorId, id))
  const operator = await requireFound(findOperator(db, operatorId))
  const facts = { ...check, tripRef, driver: readKnownName(driver) }
  return buildCheckFile({ ...facts, letterhead: await findLetterhead(db, operator), timezone: operator.timezone }, now)
}
