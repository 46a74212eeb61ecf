import type { BookingPaymentStatus, BookingStatus } from './booking.ts'
import { dayMs } from './instant.ts'
import { type CardKeeping, hasPaid, type PaymentKind, type PaymentMeans, type PaymentStatus } from './payment.ts'

/** A line of a booking's ledger, for the sums. Amounts in minor units, instants in ms. */
export type LedgerLine = {
  readonly id: number
  readonly kind: PaymentKind | CardKeeping
  readonly status: PaymentStatus
  readonly amount: number
  /** The provider's name for it. A refund without one is sent by hand. */
  readonly providerRef: string | null
  readonly receivedAt: number | null
  /** Instant of a payment that came too late to count; null if it counts. */
  readonly lateAt: number | null
  readonly refundOf: number | null
}

/** An extra, charged in addition to the price. */
type Extra = { readonly amount: number; readonly addedAt: number }

/** The part of a booking that determines the amounts due. */
export type Billed = {
  readonly status: BookingStatus
  readonly priceAmount: number
  readonly depositAmount: number
  readonly balanceDueAt: number | null
  readonly confirmedAt: number
  readonly paymentStatus: BookingPaymentStatus
}

/** The sums of its ledger that a booking stores. */
export type Sums = {
  readonly extrasAmount: number
  readonly paidAmount: number
  readonly dueAmount: number
  readonly overdueAt: number | null
  readonly paymentStatus: BookingPaymentStatus
}

export const ledgerStatuses = [
  /** Begun by the payer, or a planned refund. The provider or a person changes it. */
  'pending',
  /** The money was received, or for a refund sent. The person who recorded it can reverse it. */
  'cleared',
  /** Without effect. Final. */
  'failed',
  /** Reversed by the person who recorded it. Final. */
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

/** The status of a payment in bookkeeping. */
export function findLedgerStatus({ status }: Pick<LedgerLine, 'status'>): LedgerStatus {
  return shownStatuses[status]
}

/** The statuses of a payment with this status in bookkeeping. */
export function listStatusesShownAs(status: LedgerStatus): PaymentStatus[] {
  return (Object.keys(shownStatuses) as PaymentStatus[]).filter((one) => shownStatuses[one] === status)
}

/** Milliseconds after which an amount due counts as overdue. */
export const overdueAfterMs = 3 * dayMs

/** Whether a refund was sent: by the provider, or by a person who reported it. */
function hasLeft({ status, providerRef }: LedgerLine): boolean {
  return status === 'refunded' || status === 'refund_pending' || (status === 'refund_due' && providerRef !== null)
}

/** The lines whose sum is the amount paid: charges, and refunds that were sent. */
export function listCountedLines<L extends LedgerLine>(lines: readonly L[]): L[] {
  const taken = new Set(lines.filter(isPaidLine).map(({ id }) => id))
  return lines.filter((line) => taken.has(line.id) || (taken.has(line.refundOf ?? 0) && hasLeft(line)))
}

function isPaidLine(line: LedgerLine): boolean {
  return line.kind !== 'refund' && hasPaid(line)
}

function listRefundsOfLine(lines: readonly LedgerLine[], { id }: LedgerLine): LedgerLine[] {
  return lines.filter(({ kind, refundOf }) => kind === 'refund' && refundOf === id)
}

function sumAmounts(lines: readonly { readonly amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/** The amount of a payment that is not and will not be refunded. 0 for a payment that failed or came too late. */
export function computeUnrefunded(lines: readonly LedgerLine[], line: LedgerLine): number {
  return isPaidLine(line) ? line.amount - sumAmounts(listRefundsOfLine(lines, line)) : 0
}

/** The payment means that all payments share; null for several, and for none. */
export function findCommonMeans(lines: readonly (LedgerLine & { readonly means: PaymentMeans })[]): PaymentMeans | null {
  const ways = new Set(lines.filter(isPaidLine).map(({ means }) => means))
  return ways.size === 1 ? ([...ways][0] ?? null) : null
}

/** The sum that can still be refunded to the customer. */
export function computeRefundable(lines: readonly LedgerLine[]): number {
  return lines.reduce((sum, line) => sum + computeUnrefunded(lines, line), 0)
}

/** A planned refund of part of a payment. */
export type PlannedRefund<L extends LedgerLine> = { readonly of: L; readonly amount: number }

/** Splits `amount` into refunds: the newest payment first, each at most once and never above its remainder. */
export function listPlannedRefunds<L extends LedgerLine>(lines: readonly L[], amount: number): PlannedRefund<L>[] {
  const newestFirst = lines.filter(isPaidLine).sort((one, other) => receivedAt(other) - receivedAt(one) || other.id - one.id)
  const refunds: PlannedRefund<L>[] = []
  let remaining = amount
  for (const of of newestFirst) {
    const back = Math.min(remaining, computeUnrefunded(lines, of))
    if (back > 0) refunds.push({ of, amount: back })
    remaining -= Math.max(back, 0)
  }
  return refunds
}

/** The refunds of money that counted; refunds of late payments are separate. */
export function listCountedRefunds<L extends LedgerLine>(lines: readonly L[]): L[] {
  const late = new Set(lines.flatMap(({ id, lateAt }) => (lateAt === null ? [] : [id])))
  return lines.filter(({ kind, refundOf }) => kind === 'refund' && !late.has(refundOf ?? 0))
}

function receivedAt(line: LedgerLine): number {
  return line.receivedAt ?? 0
}

/**
 * The sums of a booking, calculated from all its payments and extras. Paid is cleared money less refunds. Due is price and extras
 * less what is paid, never below 0, and 0 after a cancellation.
 */
export function computeBookingSums(booking: Billed, lines: readonly LedgerLine[], extras: readonly Extra[]): Sums {
  const counted = listCountedLines(lines)
  const taken = sumAmounts(counted.filter(isPaidLine))
  const given = sumAmounts(counted) - taken
  const paidAmount = taken - given
  const isOff = booking.status === 'cancelled'
  const extrasAmount = sumAmounts(extras)
  const dueAmount = isOff ? 0 : Math.max(0, booking.priceAmount + extrasAmount - paidAmount)
  return {
    extrasAmount,
    paidAmount,
    dueAmount,
    overdueAt: dueAmount === 0 ? null : computeDueSince(booking, lines, paidAmount, extras) + overdueAfterMs,
    paymentStatus: isOff ? computeCancelledStatus(booking, taken, given) : computePaymentStatus(booking, paidAmount, dueAmount),
  }
}

function computePaymentStatus(booking: Billed, paidAmount: number, dueAmount: number): BookingPaymentStatus {
  if (dueAmount === 0) return 'paid'
  const deposit = capDeposit(booking)
  return deposit > 0 && paidAmount >= deposit ? 'deposit_paid' : 'unpaid'
}

/** The deposit to pay: no more than the price, which an amendment may have lowered. */
function capDeposit({ depositAmount, priceAmount }: Pick<Billed, 'depositAmount' | 'priceAmount'>): number {
  return Math.min(depositAmount, priceAmount)
}

function computeCancelledStatus({ paymentStatus }: Billed, taken: number, given: number): BookingPaymentStatus {
  if (given === 0) return taken === 0 ? 'unpaid' : paymentStatus
  return given >= taken ? 'refunded' : 'part_refunded'
}

/** Instant (ms) since which the oldest unpaid part has been due: the price, then the extras in order. */
function computeDueSince(
  { balanceDueAt, confirmedAt, priceAmount }: Billed,
  lines: readonly LedgerLine[],
  paidAmount: number,
  extras: readonly Extra[],
): number {
  const agreed = balanceDueAt ?? confirmedAt
  if (paidAmount - paidForExtras(lines, sumAmounts(extras)) < priceAmount) return agreed
  let covered = paidAmount - priceAmount
  for (const { amount, addedAt } of extras) {
    covered -= amount
    if (covered < 0) return Math.max(agreed, addedAt)
  }
  return agreed
}

/** Instant (ms) since which the oldest amount has been due; null without one. */
export function findDueSince({ overdueAt }: Pick<Sums, 'overdueAt'>): number | null {
  return overdueAt === null ? null : overdueAt - overdueAfterMs
}

/** The amount paid for extras. Money recorded for extras pays extras first; other money pays the price first. */
function paidForExtras(lines: readonly LedgerLine[], extrasAmount: number): number {
  const recorded = lines.filter(({ kind }) => kind === 'extra').reduce((sum, line) => sum + computeUnrefunded(lines, line), 0)
  return Math.min(extrasAmount, recorded)
}

export const dueStatuses = ['overdue', 'due', 'not_due'] as const

/** The status of a booking with an amount due. */
export type DueStatus = (typeof dueStatuses)[number]

/** The span of `overdueAt` (ms, both included) for bookings with this status at `now`; null for any status. */
export function findOverdueSpan(status: DueStatus | null, now: number): { readonly from: number; readonly to: number } {
  const [first, last] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  if (status === 'overdue') return { from: first, to: now }
  if (status === 'due') return { from: now + 1, to: now + overdueAfterMs }
  return { from: status === 'not_due' ? now + overdueAfterMs + 1 : first, to: last }
}

/** The part of the amount due that belongs to the price; the rest is for extras. */
export function computeBalanceDue(
  { priceAmount, extrasAmount, paidAmount, dueAmount }: Pick<Billed, 'priceAmount'> & Omit<Sums, 'overdueAt' | 'paymentStatus'>,
  lines: readonly LedgerLine[],
): number {
  const paidOfPrice = paidAmount - paidForExtras(lines, extrasAmount)
  return Math.min(dueAmount, Math.max(0, priceAmount - paidOfPrice))
}

/** The part of a booking that decides whether its deposit is due first. */
type Deposited = Pick<Billed, 'status' | 'priceAmount' | 'depositAmount' | 'balanceDueAt'> & Pick<Sums, 'paidAmount'>

/**
 * The part of a deposit due at `now` (ms), for a booking that was made without it or lost it. It is at most the amount due of
 * the price, and 0 once the whole price is due.
 */
export function computeUnpaidDeposit(booking: Deposited, now: number): number {
  const { status, paidAmount, balanceDueAt } = booking
  const isAwaited = status === 'active' && now < (balanceDueAt ?? Number.POSITIVE_INFINITY)
  return isAwaited ? Math.max(0, capDeposit(booking) - paidAmount) : 0
}

/**
 * The kind of a payment without a stated purpose: the first unpaid one of deposit, price and extras. Its whole amount has this
 * kind.
 */
export function findNextPaymentKind(
  booking: Parameters<typeof computeBalanceDue>[0] & Pick<Billed, 'depositAmount'>,
  lines: readonly LedgerLine[],
): 'deposit' | 'balance' | 'extra' {
  if (booking.paidAmount < capDeposit(booking)) return 'deposit'
  return booking.dueAmount > 0 && computeBalanceDue(booking, lines) === 0 ? 'extra' : 'balance'
}

export const balanceStatuses = [
  /** The deposit is the price, or the booking is cancelled. An extra changes it. */
  'none',
  /** As booked. The clock or a payment moves it on. */
  'not_due',
  /** `balanceDueAt` has passed, or an extra came later. The clock or a payment moves it on. */
  'due',
  /** It has been due for three days. A payment or a cancellation moves it on. */
  'overdue',
  /** Nothing is due. An extra or a reversal changes it. */
  'paid',
] as const

export type BalanceStatus = (typeof balanceStatuses)[number]

/** The status of the balance at `now` (ms); `none` without a balance. */
export function findBalanceStatus(
  booking: Pick<Billed, 'status' | 'balanceDueAt'> & Pick<Sums, 'dueAmount' | 'overdueAt'> & { readonly balanceAmount: number },
  now: number,
): BalanceStatus {
  const { status, balanceAmount, balanceDueAt, dueAmount, overdueAt } = booking
  if (dueAmount === 0) return balanceAmount === 0 || status === 'cancelled' ? 'none' : 'paid'
  if (overdueAt !== null && now >= overdueAt) return 'overdue'
  return balanceDueAt !== null && now < balanceDueAt ? 'not_due' : 'due'
}
