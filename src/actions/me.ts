import type { OperatorCaller } from '../domain/caller.ts'
import { findAccount } from '../storage/queries/operators.ts'
import type { Reader } from '../storage/storage.ts'

/** Who is calling, for which operator. */
export async function whoAmI(db: Reader, caller: OperatorCaller) {
  const operator = await findAccount(db, caller.operatorId)
  if (operator === null) throw new Error(`operator ${caller.operatorId} is gone`)
  return { caller, operator }
}
