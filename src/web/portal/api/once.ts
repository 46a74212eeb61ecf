import { newKey } from '../../plain/key.ts'
import { answerOf, type Sent } from './client.ts'
import { asFailure } from './failure.ts'
import type { WriteHeaders } from './write.ts'

/** The keys of what was sent and not answered yet, by what was meant, and when each was first sent (ms). */
const unanswered = new Map<string, { readonly key: string; readonly at: number }>()

/** Milliseconds after which a press is meant anew. */
const rememberedMs = 10 * 60_000

/**
 * A write without a form, sent as often as somebody presses and done once: until an answer was heard, and for ten minutes at
 * most, the same `intention` has the same idempotency key. Throws an `ApiFailure`.
 */
export async function sendOnce<Result>(intention: string, send: (headers: WriteHeaders) => Sent<Result>): Promise<Result> {
  const known = unanswered.get(intention)
  const { key, at } = known !== undefined && Date.now() - known.at < rememberedMs ? known : { key: newKey(), at: Date.now() }
  unanswered.set(intention, { key, at })
  try {
    const result = await answerOf(send({ 'Idempotency-Key': key }))
    unanswered.delete(intention)
    return result
  } catch (thrown) {
    const failed = asFailure(thrown)
    if (failed.isHeard) unanswered.delete(intention)
    throw failed
  }
}
