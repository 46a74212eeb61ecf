import type { OperatorCaller } from '../../domain/caller.ts'
import { applyPayoutReport, isReportAllowed, type PayoutReport, type PayoutStatus } from '../../domain/payout.ts'
import { invalid, requireFound } from '../../domain/refusal.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockTripsOfPayouts } from '../../storage/locks.ts'
import { touchBooking } from '../../storage/queries/booking-changes.ts'
import { findOperatorByRef } from '../../storage/queries/operators.ts'
import {
  addItinerariesToPayouts,
  addItineraryToPayout,
  findPayout,
  findPayoutAlone,
  type LedgerFilter,
  listLedger,
  listPayouts,
  type PayoutWithTrip,
  savePayout,
} from '../../storage/queries/payouts.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { followReturned } from './held-payouts.ts'

export type PayoutsAsked = PageAsked & { readonly status: PayoutStatus | null }

/** Lists the caller's payouts, including planned ones, newest first. */
export async function listOwnPayouts(db: Reader, caller: OperatorCaller, asked: PayoutsAsked) {
  const { operatorId } = caller
  const { items, total } = await listPayouts(db, { operatorId, status: asked.status, ...toPageSpan(asked) })
  return { items: await addItinerariesToPayouts(db, items), total }
}

export type LedgerAsked = PageAsked & Omit<LedgerFilter, 'operatorId'> & { readonly operatorRef: string | null }

/**
 * Lists the payouts of the platform, sent and planned, to all operators or to one. Refuses `validation_failed` for an unknown
 * operator.
 */
export async function listEveryPayout(db: Reader, { operatorRef, ...asked }: LedgerAsked) {
  const operator = operatorRef === null ? null : await findOperatorByRef(db, operatorRef)
  if (operatorRef !== null && operator === null) throw invalid(['operatorRef'], 'unknown')
  const { status, scheduledBefore } = asked
  const { items, total } = await listLedger(db, {
    operatorId: operator?.id ?? null,
    status,
    scheduledBefore,
    ...toPageSpan(asked),
  })
  return { items: await addItinerariesToPayouts(db, items), total }
}

/**
 * Saves the platform's report of a payout; a returned one is held while a payment is disputed. Refuses `not_found`,
 * `invalid_transition`.
 */
export async function reportPayout(tx: Writer, id: number, said: PayoutReport, now: number): Promise<PayoutWithTrip> {
  await lockTripsOfPayouts(tx, [id])
  const found = await requireFound(findPayout(tx, id))

  const reported = applyPayoutReport(found.payout, said, now)

  const payout = await savePayout(tx, found.payout, reported)
  await touchBooking(tx, payout.bookingId, now)
  const returned = payout.status === 'failed' ? await followReturned(tx, payout, now) : null
  return addItineraryToPayout(tx, returned ?? { ...found, payout })
}

/** The result of each payout of a batch: saved, or the reason against it; both in the given order. */
export type BatchOutcome = {
  readonly done: readonly number[]
  readonly refused: readonly { readonly id: number; readonly code: BatchRefusal }[]
}

type BatchRefusal = 'not_found' | 'invalid_transition'

/** Saves the same report for many payouts. A payout that `reportPayout` would refuse does not change. */
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

/** Reports one payout of a batch. Returns why it did not change, or null. */
async function reportOne(tx: Writer, id: number, said: PayoutReport, now: number): Promise<BatchRefusal | null> {
  const before = await findPayoutAlone(tx, id)
  if (before === null) return 'not_found'
  if (!isReportAllowed(before, said)) return 'invalid_transition'
  const payout = await savePayout(tx, before, applyPayoutReport(before, said, now))
  await touchBooking(tx, before.bookingId, now)
  if (payout.status === 'failed') await followReturned(tx, payout, now)
  return null
}
