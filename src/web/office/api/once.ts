import { createKey } from '../../plain/key.ts'
import { requireAnswer, type Sent } from './client.ts'
import { toFailure } from './failure.ts'
import type { WriteHeaders } from './write.ts'

/** The keys of unanswered calls by intention, with the time of the first attempt (ms). */
const unanswered = new Map<string, { readonly key: string; readonly at: number }>()

/** Milliseconds after which another press is a new intention. */
const rememberedMs = 10 * 60_000

/**
 * A write without a form that runs once for repeated presses: the same `intention` keeps its idempotency key until an answer, for
 * at most ten minutes. Throws an `ApiFailure`.
 */
export async function sendIntentionOnce<Result>(
  intention: string,
  send: (headers: WriteHeaders) => Sent<Result>,
): Promise<Result> {
  const known = unanswered.get(intention)
  const { key, at } = known !== undefined && Date.now() - known.at < rememberedMs ? known : { key: createKey(), at: Date.now() }
  unanswered.set(intention, { key, at })
  try {
    const result = await requireAnswer(send({ 'Idempotency-Key': key }))
    unanswered.delete(intention)
    return result
  } catch (thrown) {
    const failed = toFailure(thrown)
    if (failed.isHeard) unanswered.delete(intention)
    throw failed
  }
}
