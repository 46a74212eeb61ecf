import { isPaged, isPageOpen } from '../domain/card-page.ts'
import { dayMs } from '../domain/instant.ts'
import type { CardPayments, MadeThing, Payments } from '../gateways/payments/payments.ts'
import { findPayment, findPaymentKeyed, type PaymentRow, paymentsNamed, savePayment } from '../storage/queries/payments.ts'
import { type DueTask, dueAtOf, finishTask, runNow, schedule } from '../storage/queries/scheduler.ts'
import { openUnknownPayments } from '../storage/queries/unknown-payments.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { shutPage } from './card-page-ends.ts'
import { chargeTask, isInHand, isUndecided, mustExist } from './charges.ts'
import type { WorkerContext } from './context.ts'
import { refundTask } from './refunds.ts'
import { dropRestoredNote, findRestoredNote, noteRestored } from './restored.ts'
import { lockTripWithRivals } from './rival-quotes.ts'
import { type MadeMoney, noteUnknown } from './unknown-payments.ts'

/** The scheduler's name for comparing a restored database with the provider; there is one of it. */
export const compareTask = 'compare'

/** What is unknown is looked at so often, whether it has gone back meanwhile. */
const lookedAtMs = dayMs

/** Sees to it that a restored database is compared with the provider, and that what is unknown is looked at, where cards are taken. */
export async function planComparing(tx: Writer, payments: Payments, now: number): Promise<void> {
  if (payments.kind !== 'cards') return
  const isUnknown = (await openUnknownPayments(tx, 1)).length > 0
  const isPlanned = (await dueAtOf(tx, compareTask, 0)) !== null
  if ((await findRestoredNote(tx)) !== null || (isUnknown && !isPlanned)) await schedule(tx, compareTask, 0, now, now)
}

/** Has the database compared with the provider, since it was put back to an earlier moment. Answers from when on (ms, by the wall clock). */
export async function askToCompare(tx: Writer, now: number, wallNow: number): Promise<number> {
  const since = await noteRestored(tx, now, wallNow)
  await schedule(tx, compareTask, 0, now, now)
  return since
}

/**
 * Asks the provider what it made since shortly before the backup that was restored. What matches a payment brings that up to date in the
 * ordinary way; money that matches none is told to people and books nothing. Safe to repeat; throws what the provider says instead of an
 * answer. Comes back daily while something is unknown.
 */
export async function comparePayments(context: WorkerContext, _subjectId: number, claimed: DueTask): Promise<void> {
  const { payments, storage, clock, log } = context
  if (payments.kind !== 'cards') return storage.transact((tx) => finishTask(tx, claimed))
  const { note, unknown } = await storage.read(async (db) => ({
    note: await findRestoredNote(db),
    unknown: await openUnknownPayments(db, 1),
  }))
  const since = Math.min(note === null ? Number.POSITIVE_INFINITY : (note.since ?? 0), ...unknown.map(({ madeAt }) => madeAt))
  if (Number.isFinite(since)) {
    for await (const made of payments.madeSince(since)) await compare(context, payments, made)
  }
  const isLeft = await storage.transact(async (tx) => {
    const now = clock()
    if (note !== null) {
      await dropRestoredNote(tx)
      // What was held back goes on at once.
      for (const kind of [chargeTask, refundTask]) await runNow(tx, kind, now)
    }
    const left = await openUnknownPayments(tx, 1)
    // A wish that came meanwhile stays.
    const isAskedAnew = note === null && (await findRestoredNote(tx)) !== null
    if (left.length === 0 || isAskedAnew) await finishTask(tx, claimed)
    else await schedule(tx, compareTask, 0, now + lookedAtMs, now)
    return left.length > 0
  })
  if (note !== null) log.info({ isAllKnown: !isLeft }, 'the restored database was compared with the provider of card payments')
}

async function compare(context: WorkerContext, provider: CardPayments, made: MadeThing): Promise<void> {
  const payment = await context.storage.read((db) => paymentOf(db, provider, made))
  if (made.kind === 'page') return comparePage(context, provider, made, payment)
  if (payment !== null && (made.kind === 'refund' || hasHeard(payment, made.ref))) return
  if (payment !== null && isUndecided(payment) && !isPaged(payment)) return nameCharge(context, payment, made.ref)
  const { storage, clock } = context
  await storage.transact(async (tx) => {
    if (await isToBeTold(tx, made)) await noteUnknown(tx, context, made, clock())
  })
}

/** The payment that a thing was made for. A key is never given out again; that of a refund comes from the payment's, and the instant tells. */
async function paymentOf(db: Reader, { name }: CardPayments, made: MadeThing): Promise<PaymentRow | null> {
  const payment = await findPaymentKeyed(db, made.key)
  if (payment?.provider !== name || (payment.kind === 'refund') !== (made.kind === 'refund')) return null
  const isAnother = made.kind === 'refund' && made.owedAt !== null && made.owedAt !== payment.createdAt
  return isAnother ? null : payment
}

/** What was open when the backup was made is closed: who paid there has paid. One of which nothing is known may not be paid any more. */
async function comparePage(
  context: WorkerContext,
  provider: CardPayments,
  { ref, key, tripRef, isOpen }: MadeThing & { readonly kind: 'page' },
  payment: PaymentRow | null,
): Promise<void> {
  if (payment === null) {
    if (!isOpen) return
    await provider.closePage(ref, { key: key === '' ? ref : key, attempt: 1 })
    context.log.warn({ page: ref, trip: tripRef }, 'a payment page from after the backup that was restored is closed')
    return
  }
  if (payment.status !== 'opening' || (await isInHand(context, payment))) return
  await context.storage.transact(async (tx) => {
    await lockTripWithRivals(tx, payment.tripId)
    const now = context.clock()
    const row = await mustExist(findPayment(tx, payment.id))
    if (row.status !== 'opening') return
    // Its address is lost, so that it must never be taken for one that can be handed out.
    await savePayment(tx, row, { status: 'awaiting_customer', sessionRef: ref, pageExpiresAt: 0, updatedAt: now })
    await schedule(tx, chargeTask, row.id, now, now)
  })
  await shutPage(context, payment.id)
}

/** Whether a payment knows of the money that a charge took, or will hear of it by itself. */
function hasHeard(payment: PaymentRow, chargeRef: string): boolean {
  if (payment.providerRef === chargeRef || isPageOpen(payment)) return true
  return isUndecided(payment) && payment.intentRef !== null
}

/** A charge of which only the provider's name is missing: it is the one that is asked about from now on. */
async function nameCharge({ storage, clock }: WorkerContext, { id }: PaymentRow, intentRef: string): Promise<void> {
  await storage.transact(async (tx) => {
    const now = clock()
    const payment = await mustExist(findPayment(tx, id))
    if (!isUndecided(payment) || payment.intentRef !== null) return
    await savePayment(tx, payment, { intentRef, updatedAt: now })
    await schedule(tx, chargeTask, id, now, now)
  })
}

/** What went back of money that is unknown itself is told with that. */
async function isToBeTold(db: Reader, made: MadeMoney): Promise<boolean> {
  return made.kind === 'charge' || (await paymentsNamed(db, [made.chargeRef])).length > 0
}
