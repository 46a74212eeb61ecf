import type { PortalCaller } from '../domain/caller.ts'
import { type Operator, saveOperator } from '../storage/queries/operators.ts'
import type { Writer } from '../storage/storage.ts'
import { operatorOf } from './jobs.ts'

/** What an operator's people may change about their account; what is left out stays. */
export type AccountChange = Partial<
  Pick<
    Operator,
    | 'name'
    | 'phone'
    | 'email'
    | 'operatorLicence'
    | 'depositBps'
    | 'depositMinimumAmount'
    | 'closingHours'
    | 'noShowWaitMinutes'
    | 'vehicleCheckRequired'
    | 'tripVisibilityDays'
    | 'payoutWeekday'
  >
>

/** Changes the caller's account. What is already agreed (quotes, bookings, payouts with a day) stays as it was. */
export async function changeAccount(tx: Writer, caller: PortalCaller, change: AccountChange, now: number): Promise<Operator> {
  const account = await operatorOf(tx, caller)
  return saveOperator(tx, account, { ...change, updatedAt: now })
}
