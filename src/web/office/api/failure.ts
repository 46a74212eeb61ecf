/** A failed call in the uniform shape of the API. `status` is 0 without an answer. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  /** One or more sentences for each faulty field, by its dotted path. Empty except for a 422. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Other members of the error, such as `current_status`. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly requestId: string | null
  /** Instant (ms) of the next allowed call. Null if the answer has none. */
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
   * Whether the server has decided about the call. It has not without a whole response, while a call with the same key is in
   * progress, or if it is too busy. The same key is sent again in these cases.
   */
  get isHeard(): boolean {
    return this.status > 0 && this.status < 500 && this.status !== 429 && this.code !== 'idempotency_in_progress'
  }

  get isOffline(): boolean {
    return this.status === 0
  }

  /** Current status of the record, if the refusal names it. Null otherwise. */
  get currentStatus(): string | null {
    return typeof this.facts.current_status === 'string' ? this.facts.current_status : null
  }
}

/** A failure with its faulty fields at other paths. */
export function renameFailureFields(failure: ApiFailure, rename: (path: string) => string): ApiFailure {
  const { status, code, message } = failure
  const fields = Object.fromEntries(Object.entries(failure.fields).map(([path, sentences]) => [rename(path), sentences]))
  return new ApiFailure(status, { code, message, fields }, null, 0)
}

/** The failure of a call without an answer. */
export function createNoAnswer(): ApiFailure {
  return new ApiFailure(0, { code: 'no_connection', message: 'No connection to the server.' }, null, Date.now())
}

/** Reads the failure from a response with any body. */
export async function readFailure(response: Response): Promise<ApiFailure> {
  let body: unknown = null
  try {
    body = await response.json()
  } catch {
    body = null
  }
  const error = (body as { error?: Record<string, unknown> } | null)?.error ?? {}
  return new ApiFailure(response.status, error, response.headers, Date.now())
}

/** Converts anything thrown to a failure. */
export function toFailure(thrown: unknown): ApiFailure {
  if (thrown instanceof ApiFailure) return thrown
  if (thrown instanceof TypeError) return createNoAnswer()
  return new ApiFailure(500, { code: 'page', message: 'This page had an error. Reload it.' }, null, Date.now())
}
