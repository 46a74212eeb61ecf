/** An answer of the API: data or a refusal. `isFinal` if the same call again is a new one. */
export type TripAnswer = {
  readonly data?: unknown
  readonly message?: string
  readonly error?: TripFault
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly isFinal: boolean
  /** Whether the answer is a replay of an earlier one. */
  readonly isReplayed: boolean
  /** Instant (ms) of the answer on the server's own clock; null if unknown. */
  readonly sentAt: number | null
  /** Number of calls left for the link; null if unknown. */
  readonly left: number | null
  /** Seconds to wait after a rate limit; null without one. */
  readonly waitS: number | null
  /** Id of the request in the server's log; null without an answer. */
  readonly requestId: string | null
}

/** A refusal of the API with its reason. */
export type TripFault = {
  readonly code?: string
  readonly message: string
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly payment_status?: string
  readonly decline_reason?: string
  readonly until?: string
  readonly price_amount?: number
  readonly currency_code?: string
}
