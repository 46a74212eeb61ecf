import { isPaged, isPageOpen } from '../../domain/card-page.ts'
import { dayMs } from '../../domain/instant.ts'
import type { CardPayments, MadeThing } from '../../gateways/payments/payments.ts'
import {
  findPayment,
  findPaymentKeyed,
  listPaymentsByProviderRefs,
  type PaymentRow,
  savePayment,
} from '../../storage/queries/payments.ts'
import { type DueTask, finishTask, runTasksNow, scheduleTask } from '../../storage/queries/scheduler.ts'
import { listOpenUnknownCharges, listOpenUnknownPayments } from '../../storage/queries/unknown-payments.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { compareTask } from '../cards/cards-task.ts'
import { chargeTask, isBeingCharged, isUndecided, requireExisting } from '../cards/charges.ts'
import { findRestoredNote, removeRestoredNote, saveRestoredNote } from '../cards/restored.ts'
import { type MadeMoney, saveReturnedAmount, saveUnknownMoney } from '../cards/unknown-payments.ts'
import type { WorkerContext } from '../context.ts'
import { refundTask } from '../money/late-payments.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { expirePage } from './card-page-ends.ts'
import { settleCardPayment } from './follow-payments.ts'

/** Milliseconds between two checks of whether unknown money was refunded. */
const lookedAtMs = dayMs

/**
 * Requests a comparison of the restored database with the provider. Returns the start of the compared time (ms, by the wall
 * clock).
 */
export async function requestComparison(tx: Writer, now: number, wallNow: number): Promise<number> {
  const since = await saveRestoredNote(tx, now, wallNow)
  await scheduleTask(tx, compareTask, 0, now, now)
  return since
}

/**
 * Compares the provider's objects since shortly before the restored backup with the database. A match updates its payment in
 * the usual way; money without a match is reported to people and books nothing. It can be repeated, and throws the provider's
 * fault if there is no answer. While unknown money exists it runs daily, and only looks for its refunds.
 */
export async function comparePayments(context: WorkerContext, _subjectId: number, claimed: DueTask): Promise<void> {
  const { payments, storage, clock, log } = context
  if (payments.kind !== 'cards') return storage.transact((tx) => finishTask(tx, claimed))
  const note = await storage.read(findRestoredNote)
  if (note === null) await compareUnknownCharges(context, payments)
  else for await (const made of payments.listCreatedSince(note.since ?? 0)) await compareMadeThing(context, payments, made)
  const isLeft = await storage.transact(async (tx) => {
    const now = clock()
    if (note !== null) {
      await removeRestoredNote(tx)
      // Resumes charges and refunds that waited for the comparison.
      for (const kind of [chargeTask, refundTask] as const) await runTasksNow(tx, kind, now)
    }
    // A request for a comparison that arrived meanwhile remains.
    const isAskedAgain = note === null && (await findRestoredNote(tx)) !== null
    const left = await listOpenUnknownCharges(tx, payments.name)
    if (left.length === 0 || isAskedAgain) await finishTask(tx, claimed)
    else await scheduleTask(tx, compareTask, 0, now + lookedAtMs, now)
    return (await listOpenUnknownPayments(tx, 1)).length > 0
  })
  if (note !== null) log.info({ isAllKnown: !isLeft }, 'restored database compared with the payment provider')
}

/**
 * Saves which unknown money was refunded. A charge without an answer does not delay the others; the first fault is thrown after
 * all of them.
 */
async function compareUnknownCharges({ storage, clock }: WorkerContext, payments: CardPayments): Promise<void> {
  const faults: unknown[] = []
  for (const { providerRef } of await storage.read((db) => listOpenUnknownCharges(db, payments.name))) {
    try {
      const returned = await payments.returnedOf(providerRef)
      if (returned !== null) await storage.transact((tx) => saveReturnedAmount(tx, providerRef, returned, clock()))
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw faults[0]
}

async function compareMadeThing(context: WorkerContext, provider: CardPayments, made: MadeThing): Promise<void> {
  const payment = await context.storage.read((db) => findPaymentOfMadeThing(db, provider, made))
  if (made.kind === 'page') return comparePage(context, provider, made, payment)
  if (payment !== null && (made.kind === 'refund' || isRecorded(payment, made.ref))) return
  if (payment !== null && isOnlyCandidate(payment)) return settleFoundCharge(context, payment, made.ref)
  const { storage, clock } = context
  await storage.transact(async (tx) => {
    if (await isReported(tx, made)) await saveUnknownMoney(tx, context, made, clock())
  })
}

/** The payment of a provider's object. Each key is used once, and a refund's key contains the payment's. The instant decides. */
async function findPaymentOfMadeThing(db: Reader, { name }: CardPayments, made: MadeThing): Promise<PaymentRow | null> {
  const payment = await findPaymentKeyed(db, made.key)
  if (payment?.provider !== name || (payment.kind === 'refund') !== (made.kind === 'refund')) return null
  const isAnother = made.kind === 'refund' && made.owedAt !== null && made.owedAt !== payment.createdAt
  return isAnother ? null : payment
}

/**
 * Saves the result of a known page before any money is compared, so that its payment counts. A page that was being opened at
 * the time of the backup is closed. A page without an answer is closed too, since it must not be paid.
 */
async function comparePage(
  context: WorkerContext,
  provider: CardPayments,
  { ref, key, tripRef, isOpen }: MadeThing & { readonly kind: 'page' },
  payment: PaymentRow | null,
): Promise<void> {
  if (payment === null) {
    if (!isOpen) return
    await provider.closePage(ref, { key: key === '' ? ref : key, attempt: 1 })
    context.log.warn({ page: ref, trip: tripRef }, 'expired a payment page opened after the restored backup')
    return
  }
  if (await isBeingCharged(context, payment)) return
  const named = await saveNameOfPage(context, payment, ref)
  if (payment.status === 'opening') await expirePage(context, named.id)
  else await settleCardPayment(context, named.id)
}

/** Adds the provider's name to a page that had none at the time of the backup. The page may have been released since. */
async function saveNameOfPage(
  { storage, clock }: WorkerContext,
  { id, tripId }: PaymentRow,
  sessionRef: string,
): Promise<PaymentRow> {
  return storage.transact(async (tx) => {
    await lockTripWithRivals(tx, tripId)
    const now = clock()
    const page = await requireExisting(findPayment(tx, id))
    if (page.sessionRef !== null || (page.status !== 'opening' && page.status !== 'released')) return page
    await scheduleTask(tx, chargeTask, id, now, now)
    // The page's address is lost, so it cannot be handed out; or the page was released, and may have been paid.
    const lost = page.status === 'opening' ? ({ status: 'awaiting_customer', pageExpiresAt: 0 } as const) : doubted
    return savePayment(tx, page, { ...lost, sessionRef, updatedAt: now })
  })
}

/** Fault of a released page that is still checked. */
const doubted = { fault: 'restored' } as const

/** Whether a payment includes the money of a charge, or will include it automatically. */
function isRecorded(payment: PaymentRow, chargeRef: string): boolean {
  const { status, providerRef, intentRef } = payment
  if (providerRef === chargeRef || isPageOpen(payment)) return true
  // A person confirmed the payment. A page takes money only once.
  return status === 'succeeded' && (intentRef === chargeRef || (isPaged(payment) && providerRef === null))
}

/** Whether a charge can only belong to this payment: its result is unknown, or it was released before the result was known. */
function isOnlyCandidate(payment: PaymentRow): boolean {
  return !isPaged(payment) && (isUndecided(payment) || payment.status === 'released')
}

/** Saves the result of a charge that lacked at most the provider's name. */
async function settleFoundCharge(context: WorkerContext, { id }: PaymentRow, ref: string): Promise<void> {
  await context.storage.transact(async (tx) => {
    const payment = await requireExisting(findPayment(tx, id))
    if (isOnlyCandidate(payment) && payment.intentRef === null)
      await savePayment(tx, payment, { intentRef: ref, updatedAt: context.clock() })
  })
  await settleCardPayment(context, id)
}

/**
 * Whether money without a payment is reported to people. A refund is not reported if its charge is unknown too, or does not
 * count.
 */
async function isReported(db: Reader, made: MadeMoney): Promise<boolean> {
  if (made.kind === 'charge') return true
  const named = (await listPaymentsByProviderRefs(db, [made.chargeRef])).map(({ id }) => requireExisting(findPayment(db, id)))
  return (await Promise.all(named)).some(({ status }) => status !== 'declined' && status !== 'released')
}
