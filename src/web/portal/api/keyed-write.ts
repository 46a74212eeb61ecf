import { type Intention, newIntention } from '../../plain/key.ts'
import { answerOf, type Sent } from './client.ts'
import { asFailure } from './failure.ts'
import type { WriteHeaders } from './write.ts'

const intentions = new Map<string, Intention>()

/**
 * A write that stands in no form, under one idempotency key however often it is tried: what was sent and whose answer was lost is not
 * done twice. `name` says which write it is, such as `decline TR-7K3MQ2`. Throws an `ApiFailure` for a refusal.
 */
export async function writeUnderKey<Result>(
  name: string,
  body: unknown,
  send: (headers: WriteHeaders) => Sent<Result>,
): Promise<Result> {
  const intention = intentions.get(name) ?? newIntention()
  intentions.set(name, intention)
  try {
    const result = await answerOf(send({ 'Idempotency-Key': intention.keyFor(body) }))
    intentions.delete(name)
    return result
  } catch (thrown) {
    const { status } = asFailure(thrown)
    // Without an answer, or with half of one, it may have been done.
    if (status > 0 && status < 500) intentions.delete(name)
    throw thrown
  }
}
