import type { PortalCaller } from '../../domain/caller.ts'
import { dueOf, invoiceStatusOf } from '../../domain/invoice.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { mustFind, notFound } from '../../domain/refusal.ts'
import { checkFile } from '../../gateways/papers/check-file.ts'
import { invoice as invoicePaper } from '../../gateways/papers/invoice.ts'
import { payoutStatement } from '../../gateways/papers/payout-statement.ts'
import { findInvoice, type InvoiceRecord } from '../../storage/queries/invoices.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { payoutsOfStatement } from '../../storage/queries/payouts.ts'
import { findVehicleCheck } from '../../storage/queries/vehicle-checks.ts'
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
  return invoicePaper(
    {
      ...invoice,
      ...{ bankDetails, timezone, paidAmount },
      letterhead: await letterheadOf(db, operator),
      sums: invoice,
      dueAmount: dueOf({ ...invoice, owedAmount }),
      status: invoiceStatusOf({ ...invoice, owedAmount }),
    },
    now,
  )
}

/** What the caller was paid under one reference. Refuses `not_found` where nothing was. */
export async function printStatement(
  db: Reader,
  { operatorId }: PortalCaller,
  statementRef: string,
  now: number,
): Promise<PrintedPaper> {
  const found = await payoutsOfStatement(db, operatorId, statementRef)
  if (found.length === 0) throw notFound()
  const operator = await mustFind(findOperator(db, operatorId))
  const lines = found.map(({ payout, departsAt, adjustments }) => ({ ...payout, ref: payout.bookingRef, departsAt, adjustments }))
  const { timezone } = operator
  return payoutStatement({ letterhead: await letterheadOf(db, operator), statementRef, timezone, lines }, now)
}

/** A walkaround of one of the caller's drivers. Refuses `not_found`. */
export async function printCheck(db: Reader, { operatorId }: PortalCaller, id: number, now: number): Promise<PrintedPaper> {
  const { check, driver, tripRef } = await mustFind(findVehicleCheck(db, operatorId, id))
  const operator = await mustFind(findOperator(db, operatorId))
  const facts = { ...check, tripRef, driver: driver.name === '' ? null : driver.name }
  return checkFile({ ...facts, letterhead: await letterheadOf(db, operator), timezone: operator.timezone }, now)
}
