import type { BookingPaymentStatus, BookingStatus } from './booking.ts'
import { dayMs } from './instant.ts'
import { type CardKeeping, hasPaid, type PaymentKind, type PaymentMeans, type PaymentStatus } from './payment.ts'

/** A line of a booking's ledger, as the sums look at it. Amounts in minor units, instants in ms. */
export type LedgerLine = {
  readonly id: number
  readonly kind: PaymentKind | CardKeeping
  readonly status: PaymentStatus
  readonly amount: number
  /** The provider's name for it; without one a refund is sent by hand. */
  readonly providerRef: string | null
  readonly receivedAt: number | null
  /** Instant at which it came too late to count for anything; null where it counts. */
  readonly lateAt: number | null
  readonly refundOf: number | null
}

/** An extra that came on top of the price. */
type Extra = { readonly amount: number; readonly addedAt: number }

/** The part of a booking that decides what is owed. */
export type Billed = {
  readonly status: BookingStatus
  readonly priceAmount: number
  readonly depositAmount: number
  readonly balanceDueAt: number | null
  readonly confirmedAt: number
  readonly paymentStatus: BookingPaymentStatus
}

/** The sums that a booking keeps of its ledger. */
export type Sums = {
  readonly extrasAmount: number
  readonly paidAmount: number
  readonly dueAmount: number
  readonly overdueAt: number | null
  readonly paymentStatus: BookingPaymentStatus
}

export const ledgerStatuses = [
  /** Begun by who pays, or owed back. The provider or somebody who saw the money moves it on. */
  'pending',
  /** The money is there, or of a refund has left. Left by who recorded it. */
  'cleared',
  /** Nothing came of it. Final. */
  'failed',
  /** Taken back by who recorded it. Final. */
  'reversed',
] as const

export type LedgerStatus = (typeof ledgerStatuses)[number]

const shownStatuses: Readonly<Record<PaymentStatus, LedgerStatus>> = {
  card_saved: 'pending',
  opening: 'pending',
  awaiting_customer: 'pending',
  charging: 'pending',
  requires_action: 'failed',
  in_doubt: 'pending',
  awaiting_transfer: 'pending',
  refund_due: 'pending',
  succeeded: 'cleared',
  refund_pending: 'pending',
  refund_failed: 'failed',
  refunded: 'cleared',
  declined: 'failed',
  released: 'failed',
  reversed: 'reversed',
}

/** The status of a payment, in the four words that people keep books in. */
export function ledgerStatusOf({ status }: Pick<LedgerLine, 'status'>): LedgerStatus {
  return shownStatuses[status]
}

/** The statuses of a payment that are shown as this one. */
export function statusesShownAs(status: LedgerStatus): PaymentStatus[] {
  return (Object.keys(shownStatuses) as PaymentStatus[]).filter((one) => shownStatuses[one] === status)
}

/** Milliseconds after which what is due counts as overdue. */
export const overdueAfterMs = 3 * dayMs

/** Whether a refund has left: a provider sends what it is told to, and what goes by hand has left when somebody says so. */
function hasLeft({ status, providerRef }: LedgerLine): boolean {
  return status === 'refunded' || status === 'refund_pending' || (status === 'refund_due' && providerRef !== null)
}

/** The lines that what was paid is the sum of: what was taken, and of it what has left again. */
export function countedLines<L extends LedgerLine>(lines: readonly L[]): L[] {
  const taken = new Set(lines.filter(isTaken).map(({ id }) => id))
  return lines.filter((line) => taken.has(line.id) || (taken.has(line.refundOf ?? 0) && hasLeft(line)))
}

function isTaken(line: LedgerLine): boolean {
  return line.kind !== 'refund' && hasPaid(line)
}

function refundsOf(lines: readonly LedgerLine[], { id }: LedgerLine): LedgerLine[] {
  return lines.filter(({ kind, refundOf }) => kind === 'refund' && refundOf === id)
}

function total(lines: readonly { readonly amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * The amount of a payment that has not gone back and will not. Nothing of one that was never taken, or came too late.
 */
export function leftOf(lines: readonly LedgerLine[], line: LedgerLine): number {
  return isTaken(line) ? line.amount - total(refundsOf(lines, line)) : 0
}

/** The means by which all that was paid came; null where it came by several, and where nothing was paid. */
export function paidBy(lines: readonly (LedgerLine & { readonly means: PaymentMeans })[]): PaymentMeans | null {
  const ways = new Set(lines.filter(isTaken).map(({ means }) => means))
  return ways.size === 1 ? ([...ways][0] ?? null) : null
}

/** The sum that the customer could still get back. */
export function refundable(lines: readonly LedgerLine[]): number {
  return lines.reduce((sum, line) => sum + leftOf(lines, line), 0)
}

/** A refund that is owed: so much of this payment. */
export type OwedRefund<L extends LedgerLine> = { readonly of: L; readonly amount: number }

/** The refunds by which `amount` goes back: the newest payment first, each once at most and never more than is left. */
export function refundsFor<L extends LedgerLine>(lines: readonly L[], amount: number): OwedRefund<L>[] {
  const newestFirst = lines.filter(isTaken).sort((one, other) => receivedAt(other) - receivedAt(one) || other.id - one.id)
  const refunds: OwedRefund<L>[] = []
  let owed = amount
  for (const of of newestFirst) {
    const back = Math.min(owed, leftOf(lines, of))
    if (back > 0) refunds.push({ of, amount: back })
    owed -= Math.max(back, 0)
  }
  return refunds
}

/** The refunds of money that counted: what came too late goes back beside them. */
export function countedRefunds<L extends LedgerLine>(lines: readonly L[]): L[] {
  const late = new Set(lines.flatMap(({ id, lateAt }) => (lateAt === null ? [] : [id])))
  return lines.filter(({ kind, refundOf }) => kind === 'refund' && !late.has(refundOf ?? 0))
}

function receivedAt(line: LedgerLine): number {
  return line.receivedAt ?? 0
}

/**
 * The sums of a booking, worked out from every payment and extra of it. Paid is what is cleared less what went back.
 * Due is price and extras less what is paid, never below nothing, and nothing once it is called off.
 */
export function sumsOf(booking: Billed, lines: readonly LedgerLine[], extras: readonly Extra[]): Sums {
  const counted = countedLines(lines)
  const taken = total(counted.filter(isTaken))
  const given = total(counted) - taken
  const paidAmount = taken - given
  const isOff = booking.status === 'cancelled'
  const extrasAmount = total(extras)
  const dueAmount = isOff ? 0 : Math.max(0, booking.priceAmount + extrasAmount - paidAmount)
  return {
    extrasAmount,
    paidAmount,
    dueAmount,
    overdueAt: dueAmount === 0 ? null : owedSince(booking, lines, paidAmount, extras) + overdueAfterMs,
    paymentStatus: isOff ? statusCalledOff(booking, taken, given) : statusStanding(booking, paidAmount, dueAmount),
  }
}

function statusStanding(booking: Billed, paidAmount: number, dueAmount: number): BookingPaymentStatus {
  if (dueAmount === 0) return 'paid'
  const deposit = depositOf(booking)
  return deposit > 0 && paidAmount >= deposit ? 'deposit_paid' : 'unpaid'
}

/** The deposit as it is to be paid: no more than the price, which may have been amended below it. */
function depositOf({ depositAmount, priceAmount }: Pick<Billed, 'depositAmount' | 'priceAmount'>): number {
  return Math.min(depositAmount, priceAmount)
}

function statusCalledOff({ paymentStatus }: Billed, taken: number, given: number): BookingPaymentStatus {
  if (given === 0) return taken === 0 ? 'unpaid' : paymentStatus
  return given >= taken ? 'refunded' : 'part_refunded'
}

/** Instant (ms) since which the oldest of what is not paid has been owed: the price, then the extras in their order. */
function owedSince(
  { balanceDueAt, confirmedAt, priceAmount }: Billed,
  lines: readonly LedgerLine[],
  paidAmount: number,
  extras: readonly Extra[],
): number {
  const agreed = balanceDueAt ?? confirmedAt
  if (paidAmount - paidForExtras(lines, total(extras)) < priceAmount) return agreed
  let covered = paidAmount - priceAmount
  for (const { amount, addedAt } of extras) {
    covered -= amount
    if (covered < 0) return Math.max(agreed, addedAt)
  }
  return agreed
}

/** Instant (ms) since which the oldest of what is due has been owed; null when nothing is. */
export function dueSince({ overdueAt }: Pick<Sums, 'overdueAt'>): number | null {
  return overdueAt === null ? null : overdueAt - overdueAfterMs
}

/** The amount paid for extras. What was recorded for extras pays them first; everything else pays the price first. */
function paidForExtras(lines: readonly LedgerLine[], extrasAmount: number): number {
  const recorded = lines.filter(({ kind }) => kind === 'extra').reduce((sum, line) => sum + leftOf(lines, line), 0)
  return Math.min(extrasAmount, recorded)
}

export const owedStatuses = ['overdue', 'due', 'not_due'] as const

/** The status of a booking with money owing. */
export type OwedStatus = (typeof owedStatuses)[number]

/** Between which instants `overdueAt` lies (ms, both included) where a booking stands so at `now`; null for any of them. */
export function overdueSpan(status: OwedStatus | null, now: number): { readonly from: number; readonly to: number } {
  const [first, last] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  if (status === 'overdue') return { from: first, to: now }
  if (status === 'due') return { from: now + 1, to: now + overdueAfterMs }
  return { from: status === 'not_due' ? now + overdueAfterMs + 1 : first, to: last }
}

/** The part of the sum due that is the price; the rest are extras. */
export function balanceOwed(
  { priceAmount, extrasAmount, paidAmount, dueAmount }: Pick<Billed, 'priceAmount'> & Omit<Sums, 'overdueAt' | 'paymentStatus'>,
  lines: readonly LedgerLine[],
): number {
  const paidOfPrice = paidAmount - paidForExtras(lines, extrasAmount)
  return Math.min(dueAmount, Math.max(0, priceAmount - paidOfPrice))
}

/** The part of a booking that decides whether its deposit is still to be paid first. */
type Deposited = Pick<Billed, 'status' | 'priceAmount' | 'depositAmount' | 'balanceDueAt'> & Pick<Sums, 'paidAmount'>

/**
 * The part still to come, at `now` (ms), of the deposit of a booking that was made without it, or lost it again. It is
 * never more than is due of the price, and 0 once all of that is due.
 */
export function depositOwed(booking: Deposited, now: number): number {
  const { status, paidAmount, balanceDueAt } = booking
  const isAwaited = status === 'active' && now < (balanceDueAt ?? Number.POSITIVE_INFINITY)
  return isAwaited ? Math.max(0, depositOf(booking) - paidAmount) : 0
}

/**
 * The kind of money that is received without a word of what it is for: the first of deposit, price and extras that is not paid.
 * One payment is one line, also where it pays more than that.
 */
export function kindOfNextPayment(
  booking: Parameters<typeof balanceOwed>[0] & Pick<Billed, 'depositAmount'>,
  lines: readonly LedgerLine[],
): 'deposit' | 'balance' | 'extra' {
  if (booking.paidAmount < depositOf(booking)) return 'deposit'
  return booking.dueAmount > 0 && balanceOwed(booking, lines) === 0 ? 'extra' : 'balance'
}

export const balanceStatuses = [
  /** The deposit is the price, or the booking is called off. An extra moves it on. */
  'none',
  /** As booked. The clock moves it on, or paying does. */
  'not_due',
  /** `balanceDueAt` has passed, or an extra came later. The clock moves it on, or paying does. */
  'due',
  /** It has been due for three days. Paying moves it on, or calling off. */
  'overdue',
  /** Nothing is due any more. An extra or a reversal moves it on. */
  'paid',
] as const

export type BalanceStatus = (typeof balanceStatuses)[number]

/** The status of the money after the deposit at `now` (ms); `none` where there is none to come, or no longer. */
export function balanceStatusOf(
  booking: Pick<Billed, 'status' | 'balanceDueAt'> & Pick<Sums, 'dueAmount' | 'overdueAt'> & { readonly balanceAmount: number },
  now: number,
): BalanceStatus {
  const { status, balanceAmount, balanceDueAt, dueAmount, overdueAt } = booking
  if (dueAmount === 0) return balanceAmount === 0 || status === 'cancelled' ? 'none' : 'paid'
  if (overdueAt !== null && now >= overdueAt) return 'overdue'
  return balanceDueAt !== null && now < balanceDueAt ? 'not_due' : 'due'
}
