import type { PortalCaller } from '../../domain/caller.ts'
import { localDays, toLocalDate } from '../../domain/instant.ts'
import { dueOf, invoiceStatusOf } from '../../domain/invoice.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { invalid, mustFind, notFound } from '../../domain/refusal.ts'
import { checkKeptMonths } from '../../domain/vehicle-check.ts'
import { checkFile } from '../../gateways/papers/check-file.ts'
import { invoice as invoicePaper } from '../../gateways/papers/invoice.ts'
import { payoutStatement } from '../../gateways/papers/payout-statement.ts'
import { vehicleFile } from '../../gateways/papers/vehicle-file.ts'
import { findInvoice, type Invoiceable, type InvoiceRecord, invoiceablesByRef } from '../../storage/queries/invoices.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { payoutsOfStatement } from '../../storage/queries/payouts.ts'
import { findVehicleCheck, listVehicleChecks } from '../../storage/queries/vehicle-checks.ts'
import { findVehicle } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import { letterheadOf } from './letterheads.ts'

/** An invoice or a credit note of the caller's. Refuses `not_found`. */
export async function printInvoice(db: Reader, caller: PortalCaller, number: number, now: number): Promise<PrintedPaper> {
  return invoiceOnPaper(db, caller.operatorId, await mustFind(findInvoice(db, caller.operatorId, number)), now)
}

/** An invoice as its customer keeps it. */
export async function invoiceOnPaper(db: Reader, operatorId: number, record: InvoiceRecord, now: number): Promise<PrintedPaper> {
  const { invoice, paidAmount, owedAmount } = record
  const operator = await mustFind(findOperator(db, operatorId))
  const { bankDetails, timezone } = operator
  const status = invoiceStatusOf({ ...invoice, owedAmount })
  const booked = await invoiceablesByRef(db, operatorId, refsOf(invoice))
  return invoicePaper(
    {
      ...invoice,
      ...{ bankDetails, timezone, paidAmount },
      letterhead: await letterheadOf(db, operator),
      sums: invoice,
      dueAmount: dueOf({ ...invoice, owedAmount }),
      status,
      calledOff: status === 'credited' || invoice.credits !== null ? [] : calledOffOn(invoice, booked),
      tripTimezones: booked.map(({ trip }) => trip.timezone),
    },
    now,
  )
}

/** Refs of an invoice's bookings that were called off, in the order of its lines. */
function calledOffOn(invoice: InvoiceRecord['invoice'], booked: readonly Invoiceable[]): string[] {
  return refsOf(invoice).filter((ref) => booked.some(({ booking }) => booking.ref === ref && booking.status === 'cancelled'))
}

function refsOf({ lines }: InvoiceRecord['invoice']): string[] {
  return [...new Set(lines.map(({ ref }) => ref))]
}

/** The statement of what the caller was paid under one reference. Refuses `not_found` where nothing was. */
export async function printStatement(
  db: Reader,
  { operatorId }: PortalCaller,
  statementRef: string,
  now: number,
): Promise<PrintedPaper> {
  const found = await payoutsOfStatement(db, operatorId, statementRef)
  if (found.length === 0) throw notFound()
  const operator = await mustFind(findOperator(db, operatorId))
  const lines = found.map(({ payout, ...line }) => ({ ...payout, ref: payout.bookingRef, ...line }))
  const { timezone, vat } = operator
  const letterhead = await letterheadOf(db, operator)
  return payoutStatement({ letterhead, statementRef, timezone, vatNumber: vat?.number ?? null, lines }, now)
}

/** Greatest number of checks printed at once: two a day for all the time that they are kept. */
const mostChecks = 1_000

/**
 * The checks of one of the caller's vehicles within some days of the operator's clocks, by default all that are kept. Refuses
 * `not_found`, `validation_failed`.
 */
export async function printVehicleChecks(
  db: Reader,
  { operatorId }: PortalCaller,
  vehicleId: number,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  now: number,
): Promise<PrintedPaper> {
  const { id, registration } = await mustFind(findVehicle(db, operatorId, vehicleId))
  const operator = await mustFind(findOperator(db, operatorId))
  const { timezone } = operator
  const last = to ?? toLocalDate(now, timezone)
  const first = from ?? String(Temporal.PlainDate.from(last).subtract({ months: checkKeptMonths }))
  if (last < first) throw invalid(['to'], 'notBefore', { other: 'from' })
  const days = localDays({ from: first, to: last }, timezone)
  const span = { from: days.from, to: days.to - 1 }
  const vehicle = { operatorId, vehicleReg: registration, result: null }
  const { items, total } = await listVehicleChecks(db, { ...vehicle, ...span, limit: mostChecks, offset: 0 })
  const checks = items.map(({ check, driver, tripRef }) => ({ ...check, tripRef, driver: nameOf(driver) }))
  const letterhead = await letterheadOf(db, operator)
  return vehicleFile({ letterhead, timezone, vehicleId: id, vehicleReg: registration, ...span, checks, total }, now)
}

/** Null for who was forgotten. */
function nameOf({ name }: { readonly name: string }): string | null {
  return name === '' ? null : name
}

/** A walkaround of one of the caller's drivers. Refuses `not_found`. */
export async function printCheck(db: Reader, { operatorId }: PortalCaller, id: number, now: number): Promise<PrintedPaper> {
  const { check, driver, tripRef } = await mustFind(findVehicleCheck(db, operatorId, id))
  const operator = await mustFind(findOperator(db, operatorId))
  const facts = { ...check, tripRef, driver: nameOf(driver) }
  return checkFile({ ...facts, letterhead: await letterheadOf(db, operator), timezone: operator.timezone }, now)
}
