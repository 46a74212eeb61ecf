import type { TripAnswer } from './answers.ts'

/** The pace of automatic reads. Everyone with the link shares the calls of a minute, and buttons come first. */
export type Pace = {
  /** Whether the next read is due. */
  readonly isDue: () => boolean
  /** Seconds to wait after a rate limit; null without one. */
  readonly waitS: () => number | null
  /** Records the start of a read: no other read starts before its response. */
  readonly begun: () => void
  /** Records a response of the server, and whether a payment is still open. */
  readonly noteServerAnswer: (answer: Pick<TripAnswer, 'status' | 'left' | 'waitS'>, isUnsettled: boolean) => void
}

/** Seconds to wait after a rate limit without `Retry-After`. */
const usualWaitS = 5

/** A pace whose first read is due immediately; `clock` (ms) is monotonic. */
export function createPace(clock: () => number = () => performance.now()): Pace {
  let nextAt = 0
  let busyUntil = 0
  const waitMs = () => busyUntil - clock()
  return {
    isDue: () => clock() >= nextAt,
    waitS: () => (waitMs() > 0 ? Math.ceil(waitMs() / 1_000) : null),
    begun: () => {
      nextAt = Number.POSITIVE_INFINITY
    },
    noteServerAnswer: ({ status, left, waitS }, isUnsettled) => {
      busyUntil = status === 429 ? clock() + (waitS ?? usualWaitS) * 1_000 : 0
      nextAt = busyUntil || clock() + findNextReadMs(isUnsettled, left)
    },
  }
}

/** Time to the next read: half while a payment is open, longer if other windows have used most calls of this minute. */
function findNextReadMs(isUnsettled: boolean, left: number | null): number {
  if (left === null || left >= 15) return isUnsettled ? 5_000 : 10_000
  return left >= 10 ? 20_000 : 60_000
}
