import type { OperatorCaller } from '../domain/caller.ts'
import { findAccount } from '../storage/queries/operators.ts'
import type { Reader } from '../storage/storage.ts'

/** The caller, and the operator they call for. */
export async function whoAmI(db: Reader, caller: OperatorCaller) {
  const operator = await findAccount(db, caller.operatorId)
  if (operator === null) throw new Error(`operator ${caller.operatorId} is gone`)
  return { caller, operator }
}
