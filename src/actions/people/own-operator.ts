import { findOperator, type Operator } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'

/** The caller's own account. */
export async function findOwnOperator(db: Reader, caller: { readonly operatorId: number }): Promise<Operator> {
  const operator = await findOperator(db, caller.operatorId)
  if (operator === null) throw new Error(`operator ${caller.operatorId} not found`)
  return operator
}
