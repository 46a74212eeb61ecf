import { Refusal } from '../../src/domain/refusal.ts'
import { asFacts } from '../../src/http/contracts/refusal.ts'

/** What a move came to, in one word: what `work` answers, or the code of its refusal. Any other fault fails the test. */
export function resultOrRefusalCode<T>(work: () => T): T | string {
  try {
    return work()
  } catch (fault) {
    if (fault instanceof Refusal) return fault.code
    throw fault
  }
}

/** What a refusal says beside its code and message, by the names of the API. */
export function refusalFactsOf(work: () => unknown): unknown {
  try {
    work()
  } catch (fault) {
    if (fault instanceof Refusal) return asFacts(fault.facts)
    throw fault
  }
  throw new Error('nothing was refused')
}
