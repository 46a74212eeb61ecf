import { isPaged, isPageOpen } from '../../domain/card-page.ts'
import { dayMs } from '../../domain/instant.ts'
import type { CardPayments, MadeThing } from '../../gateways/payments/payments.ts'
import { findPayment, findPaymentKeyed, type PaymentRow, paymentsNamed, savePayment } from '../../storage/queries/payments.ts'
import { type DueTask, finishTask, runNow, schedule } from '../../storage/queries/scheduler.ts'
import { openUnknownCharges, openUnknownPayments } from '../../storage/queries/unknown-payments.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { refundTask } from '../money/late-payments.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { shutPage } from './card-page-ends.ts'
import { compareTask } from './cards-task.ts'
import { chargeTask, isInHand, isUndecided, mustExist } from './charges.ts'
import { followPayment } from './follow-payments.ts'
import { dropRestoredNote, findRestoredNote, noteRestored } from './restored.ts'
import { type MadeMoney, noteReturned, noteUnknown } from './unknown-payments.ts'

/** Milliseconds between two looks at unknown money, to see whether it has gone back meanwhile. */
const lookedAtMs = dayMs

/** Has the database compared with the provider, since it was put back to an earlier moment. Answers from when on (ms, by the wall clock). */
export async function askToCompare(tx: Writer, now: number, wallNow: number): Promise<number> {
  const since = await noteRestored(tx, now, wallNow)
  await schedule(tx, compareTask, 0, now, now)
  return since
}

/**
 * Asks the provider what it made since shortly before the backup that was restored. What matches a payment brings that up to date in the
 * ordinary way; money that matches none is told to people and books nothing. Safe to repeat; throws what the provider says instead of an
 * answer. Comes back daily while money is unknown that was taken, and then asks what of that has gone back and nothing else.
 */
export async function comparePayments(context: WorkerContext, _subjectId: number, claimed: DueTask): Promise<void> {
  const { payments, storage, clock, log } = context
  if (payments.kind !== 'cards') return storage.transact((tx) => finishTask(tx, claimed))
  const note = await storage.read(findRestoredNote)
  if (note === null) await lookAtUnknown(context, payments)
  else for await (const made of payments.madeSince(note.since ?? 0)) await compare(context, payments, made)
  const isLeft = await storage.transact(async (tx) => {
    const now = clock()
    if (note !== null) {
      await dropRestoredNote(tx)
      // What was held back goes on at once.
      for (const kind of [chargeTask, refundTask] as const) await runNow(tx, kind, now)
    }
    // A wish that came meanwhile stays.
    const isAskedAnew = note === null && (await findRestoredNote(tx)) !== null
    const left = await openUnknownCharges(tx, payments.name)
    if (left.length === 0 || isAskedAnew) await finishTask(tx, claimed)
    else await schedule(tx, compareTask, 0, now + lookedAtMs, now)
    return (await openUnknownPayments(tx, 1)).length > 0
  })
  if (note !== null) log.info({ isAllKnown: !isLeft }, 'the restored database was compared with the provider of card payments')
}

/**
 * Writes down what has gone back of money of which no payment knows. One charge of which the provider does not answer
 * holds up none of the others; the first fault is thrown after all of them.
 */
async function lookAtUnknown({ storage, clock }: WorkerContext, payments: CardPayments): Promise<void> {
  const faults: unknown[] = []
  for (const { providerRef } of await storage.read((db) => openUnknownCharges(db, payments.name))) {
    try {
      const returned = await payments.returnedOf(providerRef)
      if (returned !== null) await storage.transact((tx) => noteReturned(tx, providerRef, returned, clock()))
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw faults[0]
}

async function compare(context: WorkerContext, provider: CardPayments, made: MadeThing): Promise<void> {
  const payment = await context.storage.read((db) => paymentOf(db, provider, made))
  if (made.kind === 'page') return comparePage(context, provider, made, payment)
  if (payment !== null && (made.kind === 'refund' || hasHeard(payment, made.ref))) return
  if (payment !== null && mayHear(payment)) return nameCharge(context, payment, made.ref)
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

/**
 * Writes down what became of a page that the database knows, before any money is compared: who paid there has paid. A
 * page that was only being opened when the backup was made is closed. So is one of which nothing is known, since it may
 * not be paid any more.
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
    context.log.warn({ page: ref, trip: tripRef }, 'a payment page from after the backup that was restored is closed')
    return
  }
  if (await isInHand(context, payment)) return
  const named = await namePage(context, payment, ref)
  if (payment.status === 'opening') await shutPage(context, named.id)
  else await followPayment(context, named.id)
}

/** A page that had no name when the backup was made, and may have been given up since, is this one. */
async function namePage({ storage, clock }: WorkerContext, { id, tripId }: PaymentRow, sessionRef: string): Promise<PaymentRow> {
  return storage.transact(async (tx) => {
    await lockTripWithRivals(tx, tripId)
    const now = clock()
    const page = await mustExist(findPayment(tx, id))
    if (page.sessionRef !== null || (page.status !== 'opening' && page.status !== 'released')) return page
    await schedule(tx, chargeTask, id, now, now)
    // Its address is lost, so that it must never be taken for one that can be handed out; or it was given up, and who can say unpaid?
    const lost = page.status === 'opening' ? ({ status: 'awaiting_customer', pageExpiresAt: 0 } as const) : doubted
    return savePayment(tx, page, { ...lost, sessionRef, updatedAt: now })
  })
}

/** A page that was given up with this is asked about all the same. */
const doubted = { fault: 'restored' } as const

/** Whether a payment knows of the money that a charge took, or will hear of it by itself. */
function hasHeard(payment: PaymentRow, chargeRef: string): boolean {
  const { status, providerRef, intentRef } = payment
  if (providerRef === chargeRef || isPageOpen(payment)) return true
  // Somebody has said that the money is there. A page takes none but once.
  return status === 'succeeded' && (intentRef === chargeRef || (isPaged(payment) && providerRef === null))
}

/** Whether a charge can only have been made for this payment, of which it is not known what became, or which was given up before it was. */
function mayHear(payment: PaymentRow): boolean {
  return !isPaged(payment) && (isUndecided(payment) || payment.status === 'released')
}

/** Writes down what became of a charge of which at most the provider's name was missing. */
async function nameCharge(context: WorkerContext, { id }: PaymentRow, ref: string): Promise<void> {
  await context.storage.transact(async (tx) => {
    const payment = await mustExist(findPayment(tx, id))
    if (mayHear(payment) && payment.intentRef === null)
      await savePayment(tx, payment, { intentRef: ref, updatedAt: context.clock() })
  })
  await followPayment(context, id)
}

/**
 * Whether money that no payment knows is told to people. Money sent back is not, where its charge is unknown too and
 * told with it, or counts for nothing.
 */
async function isToBeTold(db: Reader, made: MadeMoney): Promise<boolean> {
  if (made.kind === 'charge') return true
  const named = (await paymentsNamed(db, [made.chargeRef])).map(({ id }) => mustExist(findPayment(db, id)))
  return (await Promise.all(named)).some(({ status }) => status !== 'declined' && status !== 'released')
}
