import type { OperatorCaller } from '../../domain/caller.ts'
import { mayReport, type PayoutReport, type PayoutStatus, report } from '../../domain/payout.ts'
import { invalid, mustFind } from '../../domain/refusal.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { lockTripsOfPayouts } from '../../storage/locks.ts'
import { touchBooking } from '../../storage/queries/booking-changes.ts'
import { findOperatorByRef } from '../../storage/queries/operators.ts'
import {
  findPayout,
  findPayoutAlone,
  type LedgerFilter,
  listLedger,
  listPayouts,
  type PayoutRecord,
  savePayout,
} from '../../storage/queries/payouts.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { followReturned } from './held-payouts.ts'

export type PayoutsAsked = PageAsked & { readonly status: PayoutStatus | null }

/** The payouts of the caller, those to come among them, newest first. */
export function listOwnPayouts(db: Reader, caller: OperatorCaller, asked: PayoutsAsked) {
  return listPayouts(db, { operatorId: caller.operatorId, status: asked.status, ...pageSpanOf(asked) })
}

export type LedgerAsked = PageAsked & Omit<LedgerFilter, 'operatorId'> & { readonly operatorRef: string | null }

/**
 * The payouts of the platform, made and to come, to everyone or to one operator. Refuses `validation_failed` for an
 * operator no one knows.
 */
export async function listEveryPayout(db: Reader, { operatorRef, ...asked }: LedgerAsked) {
  const operator = operatorRef === null ? null : await findOperatorByRef(db, operatorRef)
  if (operatorRef !== null && operator === null) throw invalid(['operatorRef'], 'unknown')
  const { status, scheduledBefore } = asked
  return listLedger(db, { operatorId: operator?.id ?? null, status, scheduledBefore, ...pageSpanOf(asked) })
}

/** The platform says what has become of a payout; one that came back while a payment is disputed is held. Refuses `not_found`, `invalid_transition`. */
export async function reportPayout(tx: Writer, id: number, said: PayoutReport, now: number): Promise<PayoutRecord> {
  await lockTripsOfPayouts(tx, [id])
  const found = await mustFind(findPayout(tx, id))

  const reported = report(found.payout, said, now)

  const payout = await savePayout(tx, found.payout, reported)
  await touchBooking(tx, payout.bookingId, now)
  const returned = payout.status === 'failed' ? await followReturned(tx, payout, now) : null
  return returned ?? { ...found, payout }
}

/** The outcome of each payout of a batch: it was written, or why not; both in the order they were named. */
export type BatchOutcome = {
  readonly done: readonly number[]
  readonly refused: readonly { readonly id: number; readonly code: BatchRefusal }[]
}

type BatchRefusal = 'not_found' | 'invalid_transition'

/** The platform says the same of many payouts at once. Those that refuse it as `reportPayout` does stay as they are. */
export async function reportPayouts(tx: Writer, ids: readonly number[], said: PayoutReport, now: number): Promise<BatchOutcome> {
  const named = [...new Set(ids)]
  await lockTripsOfPayouts(tx, named)
  const done: number[] = []
  const refused: { id: number; code: BatchRefusal }[] = []
  for (const id of named) {
    const code = await reportOne(tx, id, said, now)
    if (code === null) done.push(id)
    else refused.push({ id, code })
  }
  return { done, refused }
}

/** Reports one payout of a batch. Answers why it stays as it is, or null. */
async function reportOne(tx: Writer, id: number, said: PayoutReport, now: number): Promise<BatchRefusal | null> {
  const before = await findPayoutAlone(tx, id)
  if (before === null) return 'not_found'
  if (!mayReport(before, said)) return 'invalid_transition'
  const payout = await savePayout(tx, before, report(before, said, now))
  await touchBooking(tx, before.bookingId, now)
  if (payout.status === 'failed') await followReturned(tx, payout, now)
  return null
}
