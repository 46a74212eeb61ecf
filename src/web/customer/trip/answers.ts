/** What the API answered: what was asked for, or why not; `isFinal` where sending the same again would be something new. */
export type TripAnswer = {
  readonly data?: unknown
  readonly message?: string
  readonly error?: TripFault
  /** Of HTTP; 0 where nothing was heard. */
  readonly status: number
  readonly isFinal: boolean
  /** Answered before and told again, as it was then. */
  readonly isReplayed: boolean
  /** When it was sent by the server's own clock (ms), which no time of a trip is told by; null where that is not said. */
  readonly sentAt: number | null
  /** How many calls are left just now to everybody who holds the link; null where that is not said. */
  readonly left: number | null
  /** For how long (s) no further call is welcome; null where one is, or it is not said. */
  readonly waitS: number | null
}

/** Why the API said no. */
export type TripFault = {
  readonly code?: string
  readonly message: string
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly payment_status?: string
  readonly decline_reason?: string
  readonly price_amount?: number
  readonly currency_code?: string
}
