import type { TripAnswer } from './answers.ts'

/**
 * The pace of reading the trip by itself. All who hold its link share a minute's calls, and what is pressed comes
 * first.
 */
export type Pace = {
  /** Whether it is to be read by now. */
  readonly isDue: () => boolean
  /** Seconds after which a server that was asked too often wants to be asked again; null where it may be. */
  readonly waitS: () => number | null
  /** Notes that it is being read: not again until that was heard. */
  readonly begun: () => void
  /** Notes that the server answered, whatever it was asked, and whether it is settled what comes of a payment. */
  readonly heard: (answer: Pick<TripAnswer, 'status' | 'left' | 'waitS'>, isUnsettled: boolean) => void
}

/** Seconds to wait where a server that was asked too often does not say when to ask again. */
const usualWaitS = 5

/** A pace that begins at once; `clock` (ms) is never set. */
export function newPace(clock: () => number = () => performance.now()): Pace {
  let nextAt = 0
  let busyUntil = 0
  const waitMs = () => busyUntil - clock()
  return {
    isDue: () => clock() >= nextAt,
    waitS: () => (waitMs() > 0 ? Math.ceil(waitMs() / 1_000) : null),
    begun: () => {
      nextAt = Number.POSITIVE_INFINITY
    },
    heard: ({ status, left, waitS }, isUnsettled) => {
      busyUntil = status === 429 ? clock() + (waitS ?? usualWaitS) * 1_000 : 0
      nextAt = busyUntil || clock() + againMs(isUnsettled, left)
    },
  }
}

/** Twice as often while a payment is unsettled, and less often where other windows of the trip have left few calls of this minute. */
function againMs(isUnsettled: boolean, left: number | null): number {
  if (left === null || left >= 15) return isUnsettled ? 5_000 : 10_000
  return left >= 10 ? 20_000 : 60_000
}
