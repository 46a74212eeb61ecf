import type { StripeCall } from './calls.ts'
import { invalid, StripeRefusal } from './errors.ts'

/**
 * Faults of a call. With `before` nothing was done; with `after` it was done. `drop` closes the connection without an answer,
 * `hang` never answers, and 500 is stored under the key of the call. `redirect` sends the caller to another origin, and `html` is
 * a proxy's page; both do nothing. `cut` ends in the middle of the answer, and `huge` seems endless; both do the call. 400
 * reports an invalid call.
 */
export type FaultKind =
  | 'drop_before'
  | 'drop_after'
  | 'hang_before'
  | 'hang_after'
  | '500_before'
  | '500_after'
  | '429'
  | '400'
  | '401'
  | '403'
  | 'redirect'
  | 'html'
  | 'cut'
  | 'huge'

/** The calls that fail: one by its name, or all. */
export type FaultyCall = StripeCall | 'any'

/** The planned faults, in order. */
export type Faults = {
  plan(call: FaultyCall, how: FaultKind, times: number): void
  /** The fault of the call that arrived; null for none. */
  take(call: StripeCall): FaultKind | null
  clear(): void
}

export function planStripeFaults(): Faults {
  let planned: { readonly call: FaultyCall; readonly how: FaultKind; left: number }[] = []
  return {
    plan: (call, how, times) => {
      planned.push({ call, how, left: times })
    },
    take(call) {
      const one = planned.find((fault) => fault.call === call || fault.call === 'any')
      if (one === undefined) return null
      one.left--
      if (one.left <= 0) planned = planned.filter((other) => other !== one)
      return one.how
    },
    clear: () => {
      planned = []
    },
  }
}

/** An error of Stripe's own, which it stores under the key of the call. */
export function serverError(): StripeRefusal {
  return new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' })
}

/** The refusal of a call before it is read; null for any other fault. */
export function earlyRefusal(how: FaultKind | null, key: string): StripeRefusal | null {
  if (how === '401') return wrongKey(key)
  if (how === '403') {
    const message = `The provided key '${hiddenKey(key)}' does not have the required permissions for this endpoint.`
    return new StripeRefusal(403, { type: 'invalid_request_error', message })
  }
  if (how === '400')
    return invalid('Received unknown parameter: description', { code: 'parameter_unknown', param: 'description' })
  if (how === '429') {
    const message = 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.'
    return new StripeRefusal(429, { type: 'invalid_request_error', code: 'rate_limit', message })
  }
  return null
}

export function wrongKey(key: string): StripeRefusal {
  return new StripeRefusal(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${hiddenKey(key)}` })
}

function hiddenKey(key: string): string {
  return `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`
}

/** Closes the connection before a byte of the answer. Bun logs nothing if the error is undefined. */
export function droppedResponse(): Response {
  return new Response(new ReadableStream({ start: (controller) => controller.error(undefined) }))
}

/** Sends the first half of an answer and closes the connection. */
export function cutResponse(text: string, init: ResponseInit): Response {
  const bytes = new TextEncoder().encode(text)
  let isSent = false
  const stream = new ReadableStream({
    async pull(controller) {
      if (!isSent) {
        isSent = true
        controller.enqueue(bytes.subarray(0, bytes.length / 2))
        return
      }
      // Allows the first half to be sent before the connection ends.
      await Bun.sleep(20)
      controller.error(undefined)
    },
  })
  return new Response(stream, init)
}

/** Sends a hundred megabytes that begin like an answer, as fast as the client reads. */
export function hugeResponse(init: ResponseInit): Response {
  const piece = new TextEncoder().encode('x'.repeat(65_536))
  let left = 1_600
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"padding":"')),
    pull(controller) {
      left--
      controller.enqueue(piece)
      if (left === 0) controller.close()
    },
  })
  return new Response(stream, init)
}
