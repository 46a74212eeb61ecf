import type { OperatorCaller } from '../../domain/caller.ts'
import { type AccountRow, findAccount } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'

/** A caller and their operator. */
export type CallerAccount = {
  readonly caller: OperatorCaller
  readonly operator: AccountRow
}

export async function showCaller(db: Reader, caller: OperatorCaller): Promise<CallerAccount> {
  const operator = await findAccount(db, caller.operatorId)
  if (operator === null) throw new Error(`operator ${caller.operatorId} not found`)
  return { caller, operator }
}
