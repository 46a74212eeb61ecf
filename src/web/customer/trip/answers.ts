/**
 * An answer of the API: what was asked for, or why not. `isFinal` where sending the same again would be something new.
 */
export type TripAnswer = {
  readonly data?: unknown
  readonly message?: string
  readonly error?: TripFault
  /** HTTP status; 0 where nothing was heard. */
  readonly status: number
  readonly isFinal: boolean
  /** Answered before and told again, as it was then. */
  readonly isReplayed: boolean
  /** Instant (ms) of sending by the server's own clock, which no time of a trip is told by; null where not said. */
  readonly sentAt: number | null
  /** Number of calls left just now to everybody who holds the link; null where that is not said. */
  readonly left: number | null
  /** Seconds for which no further call is welcome; null where one is, or it is not said. */
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
