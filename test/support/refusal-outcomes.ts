import { Refusal } from '../../src/domain/refusal.ts'
import { asFacts } from '../../src/http/contracts/refusal.ts'

/** The result of a move in one word: the result of `work`, or the code of its refusal. Any other error fails the test. */
export function resultOrRefusalCode<T>(work: () => T): T | string {
  try {
    return work()
  } catch (fault) {
    if (fault instanceof Refusal) return fault.code
    throw fault
  }
}

/** The further fields of a refusal, by the names of the API. */
export function refusalFactsOf(work: () => unknown): unknown {
  try {
    work()
  } catch (fault) {
    if (fault instanceof Refusal) return asFacts(fault.facts)
    throw fault
  }
  throw new Error('nothing was refused')
}
