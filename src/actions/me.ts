import type { OperatorCaller } from '../domain/caller.ts'
import type { Reader } from '../storage/storage.ts'
import { operatorOf } from './jobs.ts'

/** Who is calling, for which operator. */
export async function whoAmI(db: Reader, caller: OperatorCaller) {
  return { caller, operator: await operatorOf(db, caller) }
}
