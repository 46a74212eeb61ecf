import type { Clock } from '../../clock.ts'

/** Milliseconds until unavailable storage is tried again. */
const againAfterMs = 1_000

/**
 * Retries work that failed without storage, once storage is available; from `until` (ms) on others do it. The caller does not
 * wait, and a process that ends leaves the work to others.
 */
export function retryUntil({ clock }: { readonly clock: Clock }, until: number, work: () => Promise<unknown>): void {
  const again = () => {
    if (clock() < until) work().catch(() => retryUntil({ clock }, until, work))
  }
  setTimeout(again, againAfterMs).unref()
}
