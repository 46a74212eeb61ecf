import { hourMs, minuteMs } from './instant.ts'

/** Where a mail or an SMS stands. */
export type MessageStatus =
  /** Written with what it tells of. The message worker tries it, six times at most, until one of the others. */
  | 'queued'
  /** The transport took it. Its text is gone, the row goes by the purge. */
  | 'sent'
  /** Six attempts failed, the transport refused it for good, or it came too late. Its text is gone as well. */
  | 'failed'

/** How long after each failed attempt the next one follows (ms): five more, the last some four hours after the first. */
export const messageWaitsMs: readonly number[] = [minuteMs / 2, 2 * minuteMs, 10 * minuteMs, hourMs, 3 * hourMs]
