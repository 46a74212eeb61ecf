import { createKey } from '../../plain/key.ts'
import { requireAnswer, type Sent } from './client.ts'
import { toFailure } from './failure.ts'
import type { WriteHeaders } from './write.ts'

const mostTries = 3

/**
 * Milliseconds between attempts if the answer has no wait. No wait is longer than five times this.
 */
const pauseMs = 1_000

/**
 * Sends a write that the user cannot repeat by pressing again, such as a drag or an Undo. Without a whole answer it sends the
 * write again, at most twice, with the same idempotency key. Throws an `ApiFailure`.
 */
export async function sendWithRetry<Result>(send: (headers: WriteHeaders) => Sent<Result>): Promise<Result> {
  const headers = { 'Idempotency-Key': createKey() }
  for (let tries = 1; ; tries++) {
    try {
      return await requireAnswer(send(headers))
    } catch (thrown) {
      const failed = toFailure(thrown)
      if (failed.isHeard || tries === mostTries) throw failed
      const pause = failed.retryAt === null ? pauseMs : failed.retryAt - Date.now()
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, 5 * pauseMs)))
    }
  }
}
