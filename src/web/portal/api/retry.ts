import { newKey } from '../../plain/key.ts'
import { answerOf, type Sent } from './client.ts'
import { asFailure } from './failure.ts'
import type { WriteHeaders } from './write.ts'

/**
 * A write that is not repeated by pressing again, such as a drag or an Undo, under an idempotency key of its own: where no answer came,
 * or half of one, it is sent once more under that key. The same done later has another. Throws an `ApiFailure`.
 */
export async function sendWithRetry<Result>(send: (headers: WriteHeaders) => Sent<Result>): Promise<Result> {
  const headers = { 'Idempotency-Key': newKey() }
  try {
    return await answerOf(send(headers))
  } catch (thrown) {
    const { status } = asFailure(thrown)
    if (status > 0 && status < 500) throw thrown
    return answerOf(send(headers))
  }
}
