import { type Intention, newIntention } from '../../plain/key.ts'
import { answerOf, type Sent } from './client.ts'
import { asFailure } from './failure.ts'
import type { WriteHeaders } from './write.ts'

const intentions = new Map<string, Intention>()

/**
 * A write that stands in no form, under an idempotency key of its own: tried again after a lost answer it is the same one. `what`
 * says which, such as `decline TR-7K3MQ2`, and `body` what is sent. Throws an `ApiFailure` for a refusal.
 */
export async function doOnce<Result>(
  what: string,
  body: unknown,
  send: (headers: WriteHeaders) => Sent<Result>,
): Promise<Result> {
  const intention = intentions.get(what) ?? newIntention()
  intentions.set(what, intention)
  try {
    const result = await answerOf(send({ 'Idempotency-Key': intention.keyFor(body) }))
    intentions.delete(what)
    return result
  } catch (thrown) {
    const { status } = asFailure(thrown)
    // Without an answer, or with half of one, it may have been done.
    if (status > 0 && status < 500) intentions.delete(what)
    throw thrown
  }
}
