import type { PortalCaller } from '../../domain/caller.ts'
import { type CancellationTerm, risingRow } from '../../domain/cancellation-terms.ts'
import { invalid } from '../../domain/refusal.ts'
import { lockOperator } from '../../storage/locks.ts'
import { type Operator, saveOperator } from '../../storage/queries/operators.ts'
import type { Writer } from '../../storage/storage.ts'
import { mustBePhones, type PhoneSetting } from '../people/phones.ts'
import { operatorOf } from '../quotes/jobs.ts'

/** A change that an operator's people may make to their account; fields left out stay. */
export type AccountChange = Partial<
  Pick<
    Operator,
    | 'name'
    | 'phone'
    | 'email'
    | 'operatorLicence'
    | 'address'
    | 'depositBps'
    | 'depositMinimumAmount'
    | 'closingHours'
    | 'noShowWaitMinutes'
    | 'vehicleCheckRequired'
    | 'payoutWeekday'
    | 'balanceDays'
    | 'chargeBalance'
    | 'unconfirmOnClash'
    | 'bankDetails'
    | 'cancellationTerms'
    | 'vat'
    | 'depot'
  >
>

/**
 * Changes the caller's account. What is already agreed (quotes, bookings, payouts with a day) stays as it was. Refuses
 * `validation_failed` for terms of calling off whose days do not fall, and a phone that is no number.
 */
export async function changeAccount(
  tx: Writer,
  setting: PhoneSetting,
  caller: PortalCaller,
  change: AccountChange,
  now: number,
): Promise<Operator> {
  mustFall(change.cancellationTerms ?? [])
  await lockOperator(tx, caller.operatorId)
  const account = await operatorOf(tx, caller)
  const { phone = account.phone } = change
  if (phone !== account.phone) mustBePhones(setting, [{ ...account, ...change }], [[['phone'], phone]])
  return saveOperator(tx, account, { ...change, updatedAt: now })
}

function mustFall(terms: readonly CancellationTerm[]): void {
  const rising = risingRow(terms)
  if (rising !== null) throw invalid(['settings', 'cancellationTerms', rising, 'daysBefore'], 'falling')
}
