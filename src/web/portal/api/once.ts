import { newKey } from '../../plain/key.ts'
import { answerOf, type Sent } from './client.ts'
import { asFailure } from './failure.ts'
import type { WriteHeaders } from './write.ts'

/** The keys of what was sent and not answered yet, by what was meant. */
const unanswered = new Map<string, string>()

/**
 * A write without a form, sent as often as somebody presses and done once: until an answer was heard the same `intention` has the
 * same idempotency key. Throws an `ApiFailure`.
 */
export async function sendOnce<Result>(intention: string, send: (headers: WriteHeaders) => Sent<Result>): Promise<Result> {
  const key = unanswered.get(intention) ?? newKey()
  unanswered.set(intention, key)
  try {
    const result = await answerOf(send({ 'Idempotency-Key': key }))
    unanswered.delete(intention)
    return result
  } catch (thrown) {
    const failed = asFailure(thrown)
    if (failed.status > 0 && failed.status < 500) unanswered.delete(intention)
    throw failed
  }
}
