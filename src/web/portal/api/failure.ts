/** A failed call, in the uniform shape of the API. `status` is 0 where there was no answer. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  /** One sentence or more for each field at fault, by its dotted path; empty but for a 422. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Facts beside code and message, such as `current_status`. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly requestId: string | null
  /** Instant (ms) from which the next call is welcome; null where the answer did not say. */
  readonly retryAt: number | null

  constructor(status: number, error: Record<string, unknown>, headers: Headers | null, now: number) {
    super(typeof error.message === 'string' ? error.message : 'Something went wrong on the server.')
    const { code, message: _message, fields, ...facts } = error
    this.status = status
    this.code = typeof code === 'string' ? code : 'unknown'
    this.fields = (fields as Record<string, string[]> | undefined) ?? {}
    this.facts = facts
    this.requestId = headers?.get('X-Request-Id') ?? null
    const seconds = Number(headers?.get('Retry-After') ?? Number.NaN)
    this.retryAt = Number.isFinite(seconds) ? now + seconds * 1000 : null
  }

  /**
   * Whether the server has decided about what was sent. It has not without an answer or with half of one, while the first of the same key
   * is still being done, nor where it is too busy: the same key asks again then.
   */
  get isHeard(): boolean {
    return this.status > 0 && this.status < 500 && this.status !== 429 && this.code !== 'idempotency_in_progress'
  }

  get isOffline(): boolean {
    return this.status === 0
  }

  /** Status that the thing has now, for a refusal that says so; null for others. */
  get currentStatus(): string | null {
    return typeof this.facts.current_status === 'string' ? this.facts.current_status : null
  }
}

/** The failure of a call without an answer: no network, or the server is down. */
export function noAnswer(): ApiFailure {
  return new ApiFailure(0, { code: 'no_connection', message: 'There is no connection to the server.' }, null, Date.now())
}

/** Reads a response that is no success as a failure, whatever its body holds. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  let body: unknown = null
  try {
    body = await response.json()
  } catch {
    body = null
  }
  const error = (body as { error?: Record<string, unknown> } | null)?.error ?? {}
  return new ApiFailure(response.status, error, response.headers, Date.now())
}

/** Anything thrown as a failure of a call. */
export function asFailure(thrown: unknown): ApiFailure {
  if (thrown instanceof ApiFailure) return thrown
  if (thrown instanceof TypeError) return noAnswer()
  return new ApiFailure(500, { code: 'page', message: 'This page could not go on.' }, null, Date.now())
}
