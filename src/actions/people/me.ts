import type { OperatorCaller } from '../../domain/caller.ts'
import { type AccountRow, findAccount } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'

/** A caller, and the operator they call for. */
export type CallerAccount = {
  readonly caller: OperatorCaller
  readonly operator: AccountRow
}

/** The caller, and the operator they call for. */
export async function whoAmI(db: Reader, caller: OperatorCaller): Promise<CallerAccount> {
  const operator = await findAccount(db, caller.operatorId)
  if (operator === null) throw new Error(`operator ${caller.operatorId} is gone`)
  return { caller, operator }
}
