import { StripeRefusal } from './errors.ts'

/** The answer to a call. */
export type StripeAnswer = { readonly status: number; readonly body: object; readonly requestId: string }

type Kept = { readonly path: string; readonly params: string; readonly at: number; answer: StripeAnswer | null }

/** Answers by the keys of the calls, for the time that Stripe keeps them. */
export type IdempotencyMemory = {
  /** The earlier answer of a key, or null for a new key, which is in progress from then on. Refuses a key of another request. */
  begin(key: string, path: string, params: string): StripeAnswer | null
  keep(key: string, answer: StripeAnswer): void
  /** Drops a key under which nothing was begun. */
  drop(key: string): void
}

const day = 86_400_000

/** Keeps the answer of each key for a day of this clock. */
export function rememberIdempotencyKeys(clock: () => number): IdempotencyMemory {
  const memory = new Map<string, Kept>()
  return {
    begin(key, path, params) {
      const kept = memory.get(key)
      if (kept === undefined || clock() - kept.at >= day) {
        memory.set(key, { path, params, at: clock(), answer: null })
        return null
      }
      if (kept.path !== path) throw misused(key, `for the same endpoint they were first used for ('${kept.path}' vs '${path}')`)
      if (kept.params !== params) throw misused(key, 'with the same parameters they were first used with')
      if (kept.answer === null) throw inFlight(key)
      return kept.answer
    },
    keep(key, answer) {
      const kept = memory.get(key)
      if (kept !== undefined) kept.answer = answer
    },
    drop: (key) => {
      memory.delete(key)
    },
  }
}

function misused(key: string, how: string): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function inFlight(key: string): StripeRefusal {
  return new StripeRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other ' +
      `request is still going through): ${key}. Try again with a different key?`,
  })
}
