import { computeMailedPageEnd } from '../../domain/card-page.ts'
import { computeBalanceDue, computeUnpaidDeposit } from '../../domain/ledger.ts'
import { limitPayable, toSpokenAmount } from '../../domain/money.ts'
import { Refusal } from '../../domain/refusal.ts'
import { findLeastCharge } from '../../gateways/payments/payments.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { listPaymentsOfBooking, type PaymentRow } from '../../storage/queries/payments.ts'
import type { Writer } from '../../storage/storage.ts'
import { findBalanceChargePlan } from '../cards/saved-cards.ts'
import type { AppContext } from '../context.ts'
import { openPageForQuote } from './card-pages.ts'

/**
 * Finds or inserts the page for the amount due of a booking. Throws as `openPageForQuote` does. Refuses `no_payment_due` for
 * less than a card can be charged.
 */
export async function openBalancePage(
  tx: Writer,
  app: AppContext,
  { booking, quote }: Pick<BookingRecord, 'booking' | 'quote'>,
  { isMailed }: { readonly isMailed: boolean },
  now: number,
): Promise<PaymentRow> {
  const { payments, kind, amount } = await findBookingDue(tx, app, booking, now)
  const page = { kind, origin: 'pay', amount } as const
  if (!isMailed) return openPageForQuote(tx, app, quote, page, now)
  const operator = await findOperator(tx, booking.operatorId)
  const chargedFrom = findBalanceChargePlan(app, { booking, quote, operator, payments }, now)?.from ?? now
  // The page is closed before the saved card is charged.
  return openPageForQuote(
    tx,
    app,
    quote,
    { ...page, mailedUntil: computeMailedPageEnd(now, chargedFrom > now ? chargedFrom : undefined) },
    now,
  )
}

/**
 * The amount (minor units) of a booking that a card can pay now, its kind, and the booking's payments. Refuses `no_payment_due` for
 * less than a card can be charged.
 */
export async function findBookingDue(tx: Writer, app: AppContext, booking: BookingRecord['booking'], now: number) {
  const { dueAmount, currencyCode } = booking
  const least = findLeastCharge(app.payments, currencyCode)
  if (dueAmount < least) throw amountTooSmall(dueAmount, least, currencyCode)
  const payments = await listPaymentsOfBooking(tx, booking)
  const kind: 'balance' | 'extra' = computeBalanceDue(booking, payments) > 0 ? 'balance' : 'extra'
  return { payments, kind, amount: limitPayable(computeUnpaidDeposit(booking, now) || dueAmount, { least, most: dueAmount }) }
}

function amountTooSmall(dueAmount: number, least: number, currencyCode: string): Refusal {
  const [due, from] = [toSpokenAmount(dueAmount, currencyCode), toSpokenAmount(least, currencyCode)]
  return new Refusal('no_payment_due', `Only ${due} is due. A card payment must be at least ${from}. Pay another way.`, {
    currentStatus: 'booked',
  })
}
