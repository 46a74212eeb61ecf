import { newKey } from '../../plain/key.ts'
import { answerOf, type Sent } from './client.ts'
import { asFailure } from './failure.ts'
import type { WriteHeaders } from './write.ts'

/**
 * A write that no form makes, such as a drag or an Undo: with an idempotency key of its own. Where no answer came, or half of one, it
 * is sent a second time with the same key: what was done already is not done twice.
 */
export async function sendOnce<Result>(send: (headers: WriteHeaders) => Sent<Result>): Promise<Result> {
  const headers = { 'Idempotency-Key': newKey() }
  try {
    return await answerOf(send(headers))
  } catch (thrown) {
    const { status } = asFailure(thrown)
    if (status > 0 && status < 500) throw thrown
    return answerOf(send(headers))
  }
}
