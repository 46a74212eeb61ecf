import { newKey } from '../../plain/key.ts'
import { answerOf, type Sent } from './client.ts'
import { asFailure } from './failure.ts'
import type { WriteHeaders } from './write.ts'

const mostTries = 3

/**
 * Milliseconds for which the server is left alone where it does not say when to come back. No wait is longer than five
 * times that.
 */
const pauseMs = 1_000

/**
 * A write that is not repeated by pressing again, such as a drag or an Undo, under an idempotency key of its own: where no answer came,
 * or half of one, it is sent again under that key, twice at most. The same done later has another. Throws an `ApiFailure`.
 */
export async function sendWithRetry<Result>(send: (headers: WriteHeaders) => Sent<Result>): Promise<Result> {
  const headers = { 'Idempotency-Key': newKey() }
  for (let tries = 1; ; tries++) {
    try {
      return await answerOf(send(headers))
    } catch (thrown) {
      const failed = asFailure(thrown)
      if (failed.isHeard || tries === mostTries) throw failed
      const pause = failed.retryAt === null ? pauseMs : failed.retryAt - Date.now()
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, 5 * pauseMs)))
    }
  }
}
